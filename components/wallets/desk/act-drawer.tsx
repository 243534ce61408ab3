"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { toPortalError } from "@/components/kit/error";
import { FormDrawer, type FormDrawerProps } from "@/components/kit/form-drawer";
import { useErrorText } from "@/components/kit/use-language";
import { Notice } from "@/components/ui/notice";
import { ErrorState, Loading, Skeleton } from "@/components/ui/states";

/** A form about a wallet. When somebody else was quicker, what was typed stays and the rest shows what is there now. */
export function ActDrawer({
  error,
  children,
  ...props
}: Omit<FormDrawerProps, "error"> & { error: unknown }) {
  const t = useTranslations("walletDesk.acts");
  const problem = error ? toPortalError(error) : null;
  return (
    <FormDrawer {...props} error={problem}>
      {problem?.code === "conflict" && (
        <Notice kind="warning" isAnnounced>
          {t("conflict")}
        </Notice>
      )}
      {children}
    </FormDrawer>
  );
}

/** Shows what a form needs to know, once it is known. */
export function Waited<Data>({
  query,
  children,
}: {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  children: (data: Data) => ReactNode;
}) {
  const t = useTranslations("walletDesk");
  const { textOf } = useErrorText();
  if (query.data !== undefined) return children(query.data);
  if (query.error)
    return (
      <ErrorState title={t("couldNotLoad")} onRetry={() => void query.refetch()}>
        {textOf(toPortalError(query.error))}
      </ErrorState>
    );
  return (
    <Loading>
      <div className="grid gap-5">
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </div>
    </Loading>
  );
}

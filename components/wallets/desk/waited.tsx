"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { toPortalError } from "@/components/kit/error";
import { useErrorText } from "@/components/kit/use-language";
import { ErrorState, Loading, Skeleton } from "@/components/ui/states";

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

"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Drawer } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { ErrorState, Loading, Skeleton } from "@/components/ui/states";
import { toPortalError } from "@/lib/portal/error";
import { useErrorText } from "@/lib/portal/use-language";

/**
 * A form about a wallet, at the end side of its page. What was typed stays through every failure; the panel is closed by its
 * own buttons and by Escape, not by pressing beside it.
 */
export function ActDrawer({
  title,
  submitLabel,
  isDirty,
  isPending,
  isReady = true,
  isDangerous = false,
  error,
  onSubmit,
  onClose,
  children,
}: {
  title: string;
  submitLabel: string;
  isDirty: boolean;
  isPending: boolean;
  isReady?: boolean;
  isDangerous?: boolean;
  error: unknown;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const t = useTranslations("walletDesk");
  const { textOf } = useErrorText();
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  useWarningBeforeUnload(isDirty);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [error]);
  const problem = error ? toPortalError(error) : null;
  return (
    <Drawer
      isOpen
      isDismissable={!isDirty}
      onOpenChange={onClose}
      title={title}
      actions={
        <>
          <Button onPress={onClose}>{t("cancel")}</Button>
          <Button
            type="submit"
            form={formId}
            variant={isDangerous ? "danger" : "primary"}
            isPending={isPending}
            isDisabled={!isReady}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={form}
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending && isReady) onSubmit();
        }}
      >
        {problem && (
          <Notice kind={problem.code === "conflict" ? "warning" : "danger"} isAnnounced>
            {problem.code === "conflict" ? t("acts.conflict") : textOf(problem)}
          </Notice>
        )}
        {children}
      </form>
    </Drawer>
  );
}

/** The browser asks before the page is left. */
export function useWarningBeforeUnload(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isDirty]);
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

"use client";

import { LoaderCircle, Store } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LimitFacts } from "@/components/approvals/limit-facts";
import type { PortalError } from "@/components/kit/error";
import { Refusal } from "@/components/kit/refusal";
import { useErrorText, useInLanguage, useNameOf } from "@/components/kit/use-language";
import type { OperationHandle } from "@/components/operations/use-operation";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { PortalBranch } from "@/lib/areas/account/schemas";
import type { PortalEntry } from "@/lib/areas/entries/schemas";
import type { Quote } from "@/lib/areas/till/schemas";

// Shared parts of the panels for refunds, returns, voids and purchases.

/** Where it is done, and where the entry was made when that is another branch. */
export function ActPlace({ branch, entry }: { branch: PortalBranch; entry: PortalEntry }) {
  const t = useTranslations("entries.acts");
  const nameOf = useNameOf();
  return (
    <p className="flex items-start gap-2 text-ink-soft text-sm">
      <Store aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        {t("at", { branch: nameOf(branch) })}
        {entry.branch && entry.branch.id !== branch.id && (
          <> · {t("elsewhere", { branch: nameOf(entry.branch) })}</>
        )}
      </span>
    </p>
  );
}

/** A name and its value, on one line. */
export function ActFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}

interface QuoteQuery {
  data: Quote | undefined;
  error: PortalError | null;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}
type Possible = Extract<Quote, { outcome: "possible" }>;

/** Outcome, or refusal, by the server's rules; always as high, so that nothing jumps while one types. */
export function QuoteBox({
  quote,
  isAsked,
  children,
}: {
  quote: QuoteQuery;
  /** False while the form says nothing that could be asked about. */
  isAsked: boolean;
  children: (possible: Possible) => ReactNode;
}) {
  const t = useTranslations("entries.acts");
  const inLanguage = useInLanguage();
  const { textOf } = useErrorText();
  const { data, error, isPlaceholderData, refetch } = quote;
  const content = () => {
    if (!isAsked) return null;
    if (error)
      return (
        <Notice
          kind="danger"
          actions={
            <Button size="small" onPress={() => refetch()}>
              {t("ask")}
            </Button>
          }
        >
          {t("quoteFailed")}: {textOf(error)}
        </Notice>
      );
    if (data === undefined)
      return (
        <p className="flex items-center gap-2 text-ink-soft">
          <LoaderCircle aria-hidden className="size-4 animate-spin" />
          {t("waiting")}
        </p>
      );
    if (data.outcome !== "possible")
      return (
        <Notice kind={data.outcome === "approval" ? "warning" : "danger"}>
          <p>{inLanguage(data.refusal.message)}</p>
          <LimitFacts limits={data.limits} />
        </Notice>
      );
    return children(data);
  };
  return (
    <div role="status" aria-busy={isAsked && isPlaceholderData} className="min-h-20">
      {content()}
    </div>
  );
}

/** How an operation that was confirmed stands, for as long as it is neither done nor idle. */
export function ActProgress({
  operation: { state, retry },
}: {
  operation: Pick<OperationHandle<"refund" | "return" | "cancel">, "state" | "retry">;
}) {
  const t = useTranslations("entries.acts");
  if (state.status === "refused") return <Refusal error={state.error} />;
  if (state.status === "running" && state.isChecking)
    return (
      <Notice kind="info" isAnnounced>
        {t("runningCheck")}
      </Notice>
    );
  if (state.status === "unknown")
    return (
      <Notice
        kind="warning"
        isAnnounced
        actions={
          <Button size="small" onPress={retry}>
            {t("ask")}
          </Button>
        }
      >
        <p>{t("unknown")}</p>
        <p className="mt-1">{t("unknownGoOn")}</p>
      </Notice>
    );
  return null;
}

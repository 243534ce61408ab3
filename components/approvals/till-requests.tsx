"use client";

import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { ask, useSend } from "@/components/kit/contract";
import { Refusal } from "@/components/kit/refusal";
import { useErrorText, useNameOf } from "@/components/kit/use-language";
import { useSinglePress } from "@/components/kit/use-single-press";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Code, DateTime, Money, Points } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { EmptyState, Skeleton } from "@/components/ui/states";
import { toast } from "@/components/ui/toast-queue";
import { approvals as api } from "@/lib/areas/approvals/contract";
import type { TillApproval } from "@/lib/areas/approvals/schemas";
import { LimitFacts } from "./limit-facts";
import { POLL_SECONDS } from "./poll";

/** Requests of tills: waiting ones, to be decided, and those of the last day. */
export function TillRequests() {
  const t = useTranslations("approvals");
  const { textOf } = useErrorText();
  const press = useSinglePress();
  const { data, error } = useQuery(ask(api.list, {}, { follows: POLL_SECONDS, refetchOnWindowFocus: true }));
  return (
    <>
      {error !== null && data === undefined && <Notice kind="danger">{textOf(error)}</Notice>}
      <Card title={t("waitingTitle")} description={t("waitingLead")}>
        <div aria-live="polite" className="grid gap-4">
          {data === undefined && error === null && <Skeleton className="h-32 w-full" />}
          {data?.waiting.length === 0 && <EmptyState title={t("nothingWaits")} />}
          {data?.waiting.map((approval) => (
            <Waiting key={approval.id} approval={approval} press={press} />
          ))}
        </div>
      </Card>
      {data !== undefined && data.closed.length > 0 && (
        <Card title={t("closedTitle")}>
          <ul className="grid gap-3">
            {data.closed.map((approval) => (
              <li
                key={approval.id}
                className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-line border-b pb-3"
              >
                <What approval={approval} />
                <span className="text-ink-soft text-sm">
                  {t(`states.${approval.state}`)}
                  {approval.decidedBy !== null && (
                    <>
                      {" "}
                      · <bdi>{approval.decidedBy.name}</bdi>
                    </>
                  )}
                  {approval.entryId !== null && (
                    <>
                      {" · "}
                      <Code>{String(approval.entryId)}</Code>
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

function What({ approval: { operation, points, value, wallet } }: { approval: TillApproval }) {
  const t = useTranslations("approvals");
  return (
    <span className="font-medium">
      {t(`operations.${operation}`)} · <Money value={value} /> · <Points value={points} /> ·{" "}
      <bdi>{wallet.walletCode}</bdi>
    </span>
  );
}

function Waiting({ approval, press }: { approval: TillApproval; press: (act: () => void) => void }) {
  const t = useTranslations("approvals");
  const nameOf = useNameOf();
  const decide = useSend(api.decide);
  const { id, askedBy, askedAt, expiresAt, branch, breaches, mayDecide } = approval;
  const send = (decision: "approve" | "refuse") =>
    decide.mutate(
      { params: { approvalId: id }, body: { decision } },
      { onSuccess: () => toast({ kind: "success", title: t(`decided.${decision}`) }) },
    );
  return (
    <article className="grid gap-3 rounded-xl border border-line bg-sunken p-4">
      <header className="flex flex-wrap items-center gap-2">
        <ShieldCheck aria-hidden className="size-5 text-warning" />
        <What approval={approval} />
      </header>
      <p className="text-ink-soft text-sm">
        {t("askedBy", { name: askedBy.name, branch: nameOf(branch) })} · <DateTime value={askedAt} /> ·{" "}
        {t("until")} <DateTime value={expiresAt} />
      </p>
      <LimitFacts limits={breaches} />
      <Refusal error={decide.error} />
      {mayDecide ? (
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" isPending={decide.isPending} onPress={() => press(() => send("approve"))}>
            {t("approve")}
          </Button>
          <Button variant="danger" isDisabled={decide.isPending} onPress={() => press(() => send("refuse"))}>
            {t("refuse")}
          </Button>
        </div>
      ) : (
        <p className="text-sm">{t("ownRequest")}</p>
      )}
    </article>
  );
}

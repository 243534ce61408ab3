"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ApprovalDialog } from "@/components/approvals/approval-dialog";
import { LimitFacts } from "@/components/approvals/limit-facts";
import type { PortalError } from "@/components/kit/error";
import { useErrorText, useInLanguage } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Points } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/states";
import { quoteQuery } from "@/components/wallets/queries";
import { movedPoints } from "@/lib/areas/entries/words";
import type { Posted, Quote } from "@/lib/areas/till/schemas";
import { LOG_TYPE } from "@/lib/ledger/types";
import type { OperationState } from "./operations/run";
import { useOperation } from "./operations/use-operation";
import { isolated, useAmounts } from "./use-amounts";

/** Voids the operation that was just done, after saying what that means. */
export function UndoDialog({
  posted,
  branchId,
  onDone,
  onClose,
}: {
  posted: Posted;
  branchId: number;
  onDone: (cancelled: Posted) => void;
  onClose: () => void;
}) {
  const t = useTranslations("till.undo");
  const ui = useTranslations("ui");
  const { entry, wallet } = posted;
  const { walletCode } = entry.wallet;
  const cancel = useOperation("cancel", { onDone });
  const { state } = cancel;
  const quote = useQuery(
    quoteQuery({ operation: "cancel", branchId, walletCode, entryId: entry.id }, wallet.balance),
  );
  const isPossible = quote.data?.outcome === "possible";
  const limits = quote.data?.outcome === "approval" ? quote.data.limits : null;
  const [isAsking, setAsking] = useState(false);
  const request = { branchId, walletCode, entryId: entry.id };
  const facts = { walletId: wallet.id, walletName: wallet.profile.name };
  const isRunning = state.status === "running" || state.status === "unknown";
  const confirm = () => {
    if (limits !== null) setAsking(true);
    else if (isPossible) cancel.run(request, facts);
  };
  const problem = useProblem(quote.data, quote.error, state);
  return (
    <Dialog
      role="alertdialog"
      size="small"
      isOpen
      onOpenChange={onClose}
      title={t("title")}
      actions={
        <>
          <Button onPress={onClose}>{ui("close")}</Button>
          <Button variant="danger" isPending={isRunning || quote.isPending} onPress={confirm} autoFocus>
            {limits === null ? t("confirm") : t("haveApproved")}
          </Button>
        </>
      }
    >
      <WhatIsUndone posted={posted} />
      {quote.isPending && <Skeleton className="mt-4 h-12 w-40" />}
      {quote.data?.outcome === "possible" && (
        <p className="mt-4">
          <span className="block text-ink-soft text-sm">{t("balanceAfter")}</span>
          <Points value={quote.data.balanceAfter} isBare className="font-semibold text-3xl" />
        </p>
      )}
      {limits !== null && (
        <Notice kind="warning" className="mt-4">
          <LimitFacts limits={limits} />
        </Notice>
      )}
      {isAsking && limits !== null && (
        <ApprovalDialog
          asked={{ operation: "cancel", request }}
          limits={limits}
          onApproved={(reference) => {
            setAsking(false);
            cancel.run(request, facts, reference);
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {problem && (
        <Notice kind={isRunning ? "warning" : "danger"} isAnnounced className="mt-4">
          {problem}
        </Notice>
      )}
    </Dialog>
  );
}

function WhatIsUndone({ posted: { entry, wallet } }: { posted: Posted }) {
  const t = useTranslations("till");
  const amounts = useAmounts();
  const name = isolated(wallet.profile.name ?? t("wallet.noName"));
  const points = amounts.points(Math.abs(movedPoints(entry)));
  return (
    <p>
      {entry.logTypeId === LOG_TYPE.redemption
        ? t("undo.redeem", { points, name, money: amounts.money(entry.value) })
        : t("undo.reward", { points, name })}
    </p>
  );
}

/** Why it cannot be undone, or what is not certain about it. */
function useProblem(
  quote: Quote | undefined,
  error: PortalError | null,
  state: OperationState,
): string | undefined {
  const t = useTranslations("till.running");
  const inLanguage = useInLanguage();
  const { textOf } = useErrorText();
  if (state.status === "refused") return textOf(state.error);
  if (state.status === "unknown") return t("unknown");
  if (state.status === "running") return state.isChecking ? t("checking") : undefined;
  if (quote?.outcome === "refused") return inLanguage(quote.refusal.message);
  return error === null ? undefined : textOf(error);
}

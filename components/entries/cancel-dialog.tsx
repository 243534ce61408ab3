"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { ApprovalDialog } from "@/components/approvals/approval-dialog";
import { useOperation } from "@/components/operations/use-operation";
import { Button } from "@/components/ui/button";
import { Drawer } from "@/components/ui/dialog";
import { Points } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { RadioGroup } from "@/components/ui/radio-group";
import { TextField } from "@/components/ui/text-field";
import { useAmounts } from "@/components/wallet/use-amounts";
import { useQuote, useWallet } from "@/components/wallet/use-wallet";
import type { PortalEntry } from "@/lib/areas/entries/schemas";
import type { Posted } from "@/lib/areas/till/schemas";
import { LOG_TYPE } from "@/lib/ledger/core/types";
import { ActDone } from "./act-done";
import {
  type ActDialogProps,
  ActFact,
  ActPlace,
  ActProgress,
  approvable,
  confirmable,
  QuoteBox,
  useFreshAfterRefusal,
} from "./act-parts";
import { kindOf } from "./kinds";
import { commentOf, NOTE_LENGTH_MAX } from "./reason";

const REASONS = ["wrong_customer", "wrong_amount", "changed_mind", "other"] as const;
type Reason = (typeof REASONS)[number];

/** Voids an entry: undoes it as a whole, for a reason. Says exactly what will happen before it is confirmed. */
export function CancelDialog({
  entry,
  branch,
  otherActs,
  onClose,
  onNext,
  onDone,
}: ActDialogProps & {
  /** Says by itself what was done; absent: the dialog does. */
  onDone?: (cancelled: Posted) => void;
}) {
  const t = useTranslations("entries");
  const formId = useId();
  const [reason, setReason] = useState<Reason | null>(null);
  const [note, setNote] = useState("");
  const [isComplaining, setComplaining] = useState(false);
  const { data: wallet } = useWallet(entry.wallet.id);
  const operation = useOperation("cancel", onDone === undefined ? {} : { onDone });
  const target = { branchId: branch.id, walletCode: entry.wallet.walletCode, entryId: entry.id };
  const quote = useQuote({ operation: "cancel", ...target }, wallet?.balance ?? entry.balanceAfter);
  const possible = confirmable(quote);
  const limits = approvable(quote);
  const [isAsking, setAsking] = useState(false);
  const { state } = operation;
  useFreshAfterRefusal(state.status === "refused" || quote.data?.outcome === "refused");
  const number = String(entry.id);
  const title = t("acts.cancelOf", { kind: t(`kinds.${kindOf(entry.logTypeId)}`), number });
  if (state.status === "done" && onDone === undefined)
    return (
      <ActDone
        title={title}
        said={t("cancel.done", { number })}
        posted={state.posted}
        onClose={onClose}
        onNext={onNext}
      />
    );

  const isOnItsWay = state.status === "running" || state.status === "unknown";
  const isNoteMissing = reason === "other" && note.trim() === "";
  const request = { ...target, comment: commentOf(reason && t(`cancel.reasons.${reason}`), note) };
  const facts = { walletId: entry.wallet.id, walletName: wallet?.profile.name ?? null };
  const confirm = () => {
    setComplaining(true);
    if (reason === null || isNoteMissing || isOnItsWay) return;
    if (limits !== null) setAsking(true);
    else if (possible !== null) operation.run(request, facts);
  };
  return (
    <Drawer
      isOpen
      onOpenChange={onClose}
      title={title}
      actions={
        <>
          <Button onPress={onClose}>{t("acts.close")}</Button>
          <Button
            type="submit"
            form={formId}
            variant="danger"
            isDisabled={possible === null && limits === null}
            isPending={isOnItsWay}
          >
            {limits === null ? t("cancel.confirm") : t("acts.haveApproved")}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          confirm();
        }}
      >
        {otherActs}
        <p>{t("cancel.lead")}</p>
        <QuoteBox quote={quote} isAsked>
          {({ points, balanceAfter }) => (
            <Consequences entry={entry} points={points} balanceAfter={balanceAfter} />
          )}
        </QuoteBox>
        <RadioGroup
          label={t("acts.reason")}
          isLoose
          autoFocus
          options={REASONS.map((id) => ({ id, label: t(`cancel.reasons.${id}`) }))}
          value={reason}
          isDisabled={isOnItsWay}
          onChange={setReason}
          errorMessage={isComplaining && reason === null ? t("cancel.reasonMissing") : undefined}
        />
        <TextField
          label={reason === "other" ? t("acts.note") : `${t("acts.note")} (${t("acts.optional")})`}
          value={note}
          onChange={setNote}
          maxLength={NOTE_LENGTH_MAX}
          isDisabled={isOnItsWay}
          errorMessage={isComplaining && isNoteMissing ? t("cancel.noteMissing") : undefined}
        />
        <ActPlace branch={branch} entry={entry} />
        <ActProgress operation={operation} />
      </form>
      {isAsking && limits !== null && (
        <ApprovalDialog
          asked={{ operation: "cancel", request }}
          limits={limits}
          onApproved={(reference) => {
            setAsking(false);
            operation.run(request, facts, reference);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </Drawer>
  );
}

function Consequences({
  entry,
  points,
  balanceAfter,
}: {
  entry: PortalEntry;
  points: number;
  balanceAfter: number;
}) {
  const t = useTranslations("entries");
  const amounts = useAmounts();
  const sentence = points < 0 ? "takesBack" : points > 0 ? "givesBack" : "nothing";
  return (
    <div className="grid gap-3">
      <dl className="grid gap-2 rounded-xl bg-sunken px-4 py-3">
        <ActFact name={t(`cancel.${sentence}`)}>
          <Points
            value={points}
            isSigned
            className={points < 0 ? "text-danger" : points > 0 ? "text-success" : ""}
          />
        </ActFact>
        <ActFact name={t("acts.newBalance")}>
          <Points value={balanceAfter} />
        </ActFact>
      </dl>
      {entry.logTypeId === LOG_TYPE.redemption && (
        <Notice kind="info">{t("cancel.payOtherwise", { money: amounts.money(entry.value) })}</Notice>
      )}
      {balanceAfter < 0 && <Notice kind="warning">{t("acts.belowZero")}</Notice>}
    </div>
  );
}

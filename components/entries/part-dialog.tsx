"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { ApprovalDialog } from "@/components/approvals/approval-dialog";
import { useOperation } from "@/components/operations/use-operation";
import { Button } from "@/components/ui/button";
import { Drawer } from "@/components/ui/dialog";
import { Money, Points, useCurrencySign } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { NumberField } from "@/components/ui/number-field";
import { RadioGroup } from "@/components/ui/radio-group";
import { TextField } from "@/components/ui/text-field";
import { useAmounts } from "@/components/wallet/use-amounts";
import { useQuote, useWallet } from "@/components/wallet/use-wallet";
import type { PortalEntry } from "@/lib/areas/entries/schemas";
import { movedPoints } from "@/lib/areas/entries/words";
import { VALUE_MAX } from "@/lib/areas/till/words";
import { decimalsOf } from "@/lib/platform/currency";
import { leastUnits } from "@/lib/platform/money";
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

const PARTS = ["all", "points", "value"] as const;
type Part = (typeof PARTS)[number];
const REASONS = {
  refund: ["returned", "price", "mistake", "complaint", "other"],
  return: ["faulty", "unwanted", "exchange", "price", "other"],
} as const;
type Reason = (typeof REASONS)[keyof typeof REASONS][number];

/**
 * Gives back all or a part of what was redeemed, or takes back all or a part of what goods have earned that came back. The result is shown
 * before it is confirmed.
 */
export function PartDialog({
  act,
  entry,
  branch,
  begins = "all",
  otherActs,
  onClose,
  onNext,
}: ActDialogProps & {
  act: "refund" | "return";
  /** How much, until another choice is made. */
  begins?: Part;
}) {
  const t = useTranslations("entries");
  const currencySign = useCurrencySign();
  const amounts = useAmounts();
  const formId = useId();
  const [part, setPart] = useState<Part>(begins);
  const [amount, setAmount] = useState<number | null | undefined>(null);
  const [reason, setReason] = useState<Reason | null>(null);
  const [note, setNote] = useState("");
  const [invoiceNumber, setInvoiceNumber] = useState("");
  const { data: wallet } = useWallet(entry.wallet.id);
  const operation = useOperation(act);
  const target = { branchId: branch.id, walletCode: entry.wallet.walletCode, entryId: entry.id };
  const asked = askedPart(part, amount);
  const quote = useQuote(
    asked && { operation: act, ...target, ...asked },
    wallet?.balance ?? entry.balanceAfter,
  );
  const possible = confirmable(quote);
  const limits = approvable(quote);
  const [isAsking, setAsking] = useState(false);
  const { state } = operation;
  useFreshAfterRefusal(state.status === "refused" || (part === "all" && quote.data?.outcome === "refused"));
  const title = t(`acts.${act}Of`, { kind: t(`kinds.${kindOf(entry.logTypeId)}`), number: String(entry.id) });
  if (state.status === "done")
    return (
      <ActDone
        title={title}
        said={t(`${act}.done`, { points: amounts.points(Math.abs(movedPoints(state.posted.entry))) })}
        posted={state.posted}
        onClose={onClose}
        onNext={onNext}
      />
    );

  const isOnItsWay = state.status === "running" || state.status === "unknown";
  const request = {
    ...target,
    ...asked,
    ...(invoiceNumber.trim() !== "" && { invoiceNumber: invoiceNumber.trim() }),
    comment: commentOf(reason && t(`reasons.${reason}`), note),
  };
  const facts = { walletId: entry.wallet.id, walletName: wallet?.profile.name ?? null };
  const confirm = () => {
    if (asked === null || isOnItsWay) return;
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
            variant="primary"
            isDisabled={possible === null && limits === null}
            isPending={isOnItsWay}
          >
            {limits !== null
              ? t("acts.haveApproved")
              : possible
                ? t(`${act}.confirm`, { points: amounts.points(Math.abs(possible.points)) })
                : t(`${act}.confirmPlain`)}
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
        <Remainder act={act} entry={entry} />
        <RadioGroup
          label={t(`${act}.part`)}
          options={[
            { id: "all", label: t(`${act}.all`) },
            { id: "value", label: t("acts.byValue") },
            { id: "points", label: t("acts.byPoints") },
          ]}
          value={part}
          isDisabled={isOnItsWay}
          onChange={(chosen) => {
            setPart(chosen);
            setAmount(null);
          }}
        />
        {part !== "all" && (
          <NumberField
            key={part}
            label={t(`${act}.${part}`)}
            value={amount}
            onChange={setAmount}
            decimals={part === "value" ? decimalsOf() : 0}
            isDisabled={isOnItsWay}
            autoFocus
            unit={part === "points" ? t("acts.pointsUnit") : currencySign}
            errorMessage={
              amount === undefined || isTypable(part, amount)
                ? undefined
                : t("acts.amountRange", { min: part === "points" ? 1 : leastUnits(), max: VALUE_MAX })
            }
          />
        )}
        <QuoteBox quote={quote} isAsked={asked !== null}>
          {({ points, value, balanceAfter }) => (
            <div className="grid gap-3">
              <dl className="grid gap-2 rounded-xl bg-sunken px-4 py-3">
                <ActFact name={t(`${act}.moves`)}>
                  <Points
                    value={points}
                    isSigned
                    className={points < 0 ? "text-danger" : points > 0 ? "text-success" : ""}
                  />{" "}
                  <span className="text-ink-soft">
                    (<Money value={value} />)
                  </span>
                </ActFact>
                <ActFact name={t("acts.newBalance")}>
                  <Points value={balanceAfter} />
                </ActFact>
              </dl>
              {points === 0 && <Notice kind="info">{t("return.noPoints")}</Notice>}
              {points < 0 && balanceAfter < 0 && <Notice kind="warning">{t("acts.belowZero")}</Notice>}
            </div>
          )}
        </QuoteBox>
        <RadioGroup
          label={`${t("acts.reason")} (${t("acts.optional")})`}
          isLoose
          options={REASONS[act].map((id): { id: Reason; label: string } => ({
            id,
            label: t(`reasons.${id}`),
          }))}
          value={reason}
          isDisabled={isOnItsWay}
          onChange={setReason}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={`${t("acts.note")} (${t("acts.optional")})`}
            value={note}
            onChange={setNote}
            maxLength={NOTE_LENGTH_MAX}
            isDisabled={isOnItsWay}
          />
          <TextField
            label={`${t("acts.returnSlip")} (${t("acts.optional")})`}
            value={invoiceNumber}
            onChange={setInvoiceNumber}
            maxLength={64}
            isCode
            isDisabled={isOnItsWay}
          />
        </div>
        <ActPlace branch={branch} entry={entry} />
        <ActProgress operation={operation} />
      </form>
      {isAsking && limits !== null && (
        <ApprovalDialog
          asked={{ operation: act, request }}
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

/** The part as the server is asked for it: nothing for all that remains; null while the amount is none. */
function askedPart(
  part: Part,
  amount: number | null | undefined,
): { points?: number; value?: number } | null {
  if (part === "all") return {};
  if (amount === null || !isTypable(part, amount)) return null;
  return part === "points" ? { points: amount } : { value: amount };
}

function isTypable(part: "points" | "value", amount: number | null | undefined): amount is number | null {
  const least = part === "points" ? 1 : leastUnits();
  return amount === null || (amount !== undefined && amount >= least && amount <= VALUE_MAX);
}

function Remainder({
  act,
  entry: { points, value, remainingPoints, remainingValue },
}: {
  act: "refund" | "return";
  entry: PortalEntry;
}) {
  const t = useTranslations("entries");
  const made = Math.abs(points);
  return (
    <dl className="grid gap-1">
      <ActFact name={t(`${act}.made`)}>
        <Points value={made} />{" "}
        <span className="text-ink-soft">
          (<Money value={value} />)
        </span>
      </ActFact>
      {remainingPoints < made && (
        <ActFact name={t(`${act}.before`)}>
          <Points value={made - remainingPoints} />
        </ActFact>
      )}
      <ActFact name={t(`${act}.left`)}>
        <Points value={remainingPoints} />{" "}
        <span className="text-ink-soft">
          (<Money value={remainingValue} />)
        </span>
      </ActFact>
    </dl>
  );
}

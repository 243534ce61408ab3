"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import type * as z from "zod/mini";
import { ActConfirm } from "@/components/kit/acts";
import { useInLanguage } from "@/components/kit/use-language";
import { Code, DateTime, Points } from "@/components/ui/format";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast-queue";
import { useFormatter } from "@/components/ui/use-formatter";
import { adjustments as api } from "@/lib/areas/adjustments/contract";
import type { Adjustment, AskedAdjustment, decidedAdjustmentSchema } from "@/lib/areas/adjustments/schemas";
import { useAskedText } from "./asked-text";
import type { Decision } from "./decisions";

/** Says how the decision ended: also, why an act could not be done though it was approved. */
function useOutcome() {
  const t = useTranslations("wallets.desk.adjustments");
  const inLanguage = useInLanguage();
  return (adjustment: AskedAdjustment, { outcome, reason }: z.infer<typeof decidedAdjustmentSchema>) => {
    if (outcome === "failed")
      return toast({
        kind: "problem",
        title: t("failed", { name: adjustment.requestedBy.name }),
        detail: reason ? inLanguage(reason) : "",
      });
    const done = adjustment.kind === "adjust" ? "approved" : "actDone";
    toast({
      kind: "success",
      title: t(outcome === "done" ? done : outcome === "allowed" ? "actApproved" : outcome),
    });
  };
}

type AskedWallet = Omit<NonNullable<Adjustment["wallet"]>, "id">;

function WalletLine({ wallet, children }: { wallet: AskedWallet; children: ReactNode }) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-3 rounded-xl bg-sunken px-4 py-3">
      <span className="flex flex-wrap items-baseline gap-x-3">
        {wallet.name && <bdi className="font-medium">{wallet.name}</bdi>}
        <Code>{wallet.walletCode}</Code>
      </span>
      {children}
    </p>
  );
}

/** Why one person does not do it alone, and why it was asked for. */
function Reasons({ why, reason }: Pick<AskedAdjustment, "why" | "reason">) {
  const inLanguage = useInLanguage();
  return (
    <>
      {why && <p className="text-ink-soft">{inLanguage(why)}.</p>}
      {reason && (
        <p>
          <bdi>{reason}</bdi>
        </p>
      )}
    </>
  );
}

/** Asks once more before an adjustment is decided: whose points they are, who asked, and what the wallet would hold. */
export function DecisionDialog({
  adjustment,
  decision,
  onClose,
  children,
}: {
  adjustment: AskedAdjustment & { wallet: AskedWallet | null };
  decision: Decision;
  onClose: () => void;
  /** The asked act, where more is told of it than in a sentence. */
  children?: ReactNode;
}) {
  const t = useTranslations("wallets.desk");
  const format = useFormatter();
  const { id, kind, wallet, direction, pocket, points, reason, why, requestedBy, requestedAt, isCarriedOut } =
    adjustment;
  const askedText = useAskedText();
  const tell = useOutcome();
  const [note, setNote] = useState("");
  const isAdjustment = kind === "adjust";
  const signed = direction === "down" ? -(points ?? 0) : (points ?? 0);
  const before = (pocket === "suspended" ? wallet?.suspended : wallet?.balance) ?? 0;
  return (
    <ActConfirm
      title={isAdjustment ? t(`adjustments.${decision}Title`) : t(`adjustments.act.${decision}Title`)}
      confirmLabel={t(`adjustments.${decision}`)}
      isDangerous={decision !== "approve"}
      act={api.decide}
      asked={{ params: { adjustmentId: id }, body: { decision, note } }}
      onDone={(decided) => tell(adjustment, decided)}
      onClose={onClose}
    >
      {wallet && (
        <WalletLine wallet={wallet}>
          {points !== null && (
            <Points value={signed} isSigned={isAdjustment} className="font-semibold text-xl" />
          )}
        </WalletLine>
      )}
      {!isAdjustment && (children ?? <p className="font-medium">{askedText(adjustment)}</p>)}
      <Reasons why={why} reason={reason} />
      <p className="text-ink-soft">
        {t.rich("adjustments.askedBy", {
          name: () => <bdi>{requestedBy.name}</bdi>,
          date: () => <DateTime value={requestedAt} />,
        })}
      </p>
      <p className="text-ink-soft">
        {isAdjustment
          ? t(`adjustments.${decision}Text`)
          : t(`adjustments.act.${decision === "approve" && isCarriedOut ? "done" : decision}Text`)}{" "}
        {isAdjustment &&
          decision === "approve" &&
          t("adjustments.wouldHold", {
            before: format.number(before),
            after: format.number(before + signed),
          })}
      </p>
      <TextField
        label={t("adjustments.note")}
        description={t("optional")}
        value={note}
        onChange={setNote}
        maxLength={250}
        autoComplete="off"
      />
    </ActConfirm>
  );
}

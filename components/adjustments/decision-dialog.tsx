"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorText } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Code, Points } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast-queue";
import type { Adjustment, AdjustmentDecision } from "@/lib/areas/wallets/desk-schemas";
import { useDecideAdjustment } from "./mutations";

const DONE = { approve: "approved", refuse: "refused", withdraw: "withdrawn" } as const;

/** Asks once more before an adjustment is decided, with what the wallet would hold. */
export function DecisionDialog({
  adjustment: { id, wallet, direction, pocket, points, reason },
  decision,
  onClose,
}: {
  adjustment: Adjustment;
  decision: AdjustmentDecision["decision"];
  onClose: () => void;
}) {
  const t = useTranslations("walletDesk");
  const format = useFormatter();
  const { textOf } = useErrorText();
  const decide = useDecideAdjustment(id);
  const [note, setNote] = useState("");
  const signed = direction === "up" ? points : -points;
  const before = pocket === "spendable" ? wallet.balance : wallet.suspended;
  const submit = () =>
    decide.mutate(
      { decision, note },
      {
        onSuccess: () => {
          toast({ kind: "success", title: t(`adjustments.${DONE[decision]}`) });
          onClose();
        },
      },
    );
  return (
    <Dialog
      role="alertdialog"
      isOpen
      onOpenChange={onClose}
      title={t(`adjustments.${decision}Title`)}
      actions={
        <>
          <Button onPress={onClose}>{t("cancel")}</Button>
          <Button
            variant={decision === "approve" ? "primary" : "danger"}
            isPending={decide.isPending}
            onPress={submit}
          >
            {t(`adjustments.${decision}`)}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="flex flex-wrap items-baseline justify-between gap-3 rounded-xl bg-sunken px-4 py-3">
          <Code className="font-medium">{wallet.walletCode}</Code>
          <Points value={signed} isSigned className="font-semibold text-xl" />
        </p>
        <p>
          <bdi>{reason}</bdi>
        </p>
        <p className="text-ink-soft">
          {t(`adjustments.${decision}Text`)}{" "}
          {decision === "approve" &&
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
        {decide.error && (
          <Notice kind="danger" isAnnounced>
            {textOf(decide.error)}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}

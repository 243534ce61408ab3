"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ask } from "@/components/kit/contract";
import { Notice } from "@/components/ui/notice";
import { useAmounts } from "@/components/wallet/use-amounts";
import { entries as api } from "@/lib/areas/entries/contract";
import type { Posted } from "@/lib/areas/till/schemas";
import { LOG_TYPE } from "@/lib/ledger/rules/types";
import { QuotedChange, ReversalDrawer, type ReversalProps, useReversal } from "./reversal-drawer";

const REASONS = ["wrong_customer", "wrong_amount", "changed_mind", "other"] as const;

/** Voids an entry: undoes it as a whole, for a reason. Says exactly what will happen before it is confirmed. */
export function CancelDialog({
  onDone,
  ...props
}: ReversalProps & {
  /** Says by itself what was done; absent: the dialog does. */
  onDone?: (cancelled: Posted) => void;
}) {
  const t = useTranslations("entries");
  const amounts = useAmounts();
  const act = useReversal("cancel", props, { onDone });
  const { entry } = props;
  const { data } = useQuery(ask(api.read, { params: { entryId: entry.id } }));
  const bill = data?.bill;
  return (
    <ReversalDrawer
      {...props}
      act={act}
      lead={<p>{t("cancel.lead")}</p>}
      reasons={REASONS.map((id) => ({ id, label: t(`cancel.reasons.${id}`) }))}
      confirmLabel={t("cancel.confirm")}
      said={onDone === undefined ? () => t("cancel.done", { number: String(entry.id) }) : undefined}
      quoted={({ points, balanceAfter }) => (
        <QuotedChange
          label={t(`cancel.${points < 0 ? "takesBack" : points > 0 ? "givesBack" : "nothing"}`)}
          {...{ points, balanceAfter }}
        >
          {entry.logTypeId === LOG_TYPE.redemption && (
            <Notice kind="info">{t("cancel.payOtherwise", { money: amounts.money(entry.value) })}</Notice>
          )}
          {bill && (
            <Notice kind="info">
              {t(bill.paid > 0 ? "cancel.billPaid" : "cancel.bill", { money: amounts.money(bill.paid) })}
            </Notice>
          )}
          {balanceAfter < 0 && <Notice kind="warning">{t("acts.belowZero")}</Notice>}
        </QuotedChange>
      )}
      onConfirm={act.confirm}
    />
  );
}

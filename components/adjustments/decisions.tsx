"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import type { AdjustmentDecision, AskedAdjustment } from "@/lib/areas/adjustments/schemas";

export type Decision = AdjustmentDecision["decision"];

/** The reader's buttons on an adjustment that waits; none for those who may not decide. */
export function Decisions({
  adjustment: { mayDecide, mayWithdraw },
  onDecide,
}: {
  adjustment: AskedAdjustment;
  onDecide: (decision: Decision) => void;
}) {
  const t = useTranslations("wallets.desk.adjustments");
  if (!mayDecide && !mayWithdraw) return null;
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      {mayDecide && (
        <>
          <Button size="small" onPress={() => onDecide("refuse")}>
            {t("refuse")}
          </Button>
          <Button size="small" variant="primary" onPress={() => onDecide("approve")}>
            {t("approve")}
          </Button>
        </>
      )}
      {mayWithdraw && (
        <Button size="small" onPress={() => onDecide("withdraw")}>
          {t("withdraw")}
        </Button>
      )}
    </span>
  );
}

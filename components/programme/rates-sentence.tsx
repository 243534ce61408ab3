"use client";

import { useTranslations } from "next-intl";
import { useMoneyText } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { useFormatter } from "@/components/ui/use-formatter";
import { RETURN_WARNING_PERCENT, returnPercent } from "@/lib/areas/programme/words";
import { worthOfPoints } from "@/lib/ledger/core/conversion";
import { exampleBill } from "./example-bill";

interface Rates {
  rewardFactor: string;
  redeemFactor: string;
}

/** Says on a bill how much customers get back at these rates, and warns where that is unusual. Nothing while a rate is none. */
export function RatesSentence({
  rates,
  currency,
  bill = 100,
}: {
  rates: Rates;
  currency: string;
  bill?: number;
}) {
  const t = useTranslations("programme");
  const format = useFormatter();
  const money = useMoneyText();
  const effect = exampleBill(bill, { ...rates, bonusPoints: null });
  const percent = returnPercent(rates);
  if (effect === null || percent === null) return null;
  const isHigh = percent > RETURN_WARNING_PERCENT;
  return (
    <Notice kind={isHigh ? "warning" : "info"}>
      <div aria-live="polite">
        <p>
          {t("ratesSentence", {
            bill: money(bill, { currency }),
            points: effect.earns,
            worth: money(Number(worthOfPoints(effect.earns, rates.redeemFactor.trim())), { currency }),
            percent: format.number(percent),
          })}
        </p>
        {isHigh && <p className="mt-1 font-medium">{t("ratesHigh", { limit: RETURN_WARNING_PERCENT })}</p>}
      </div>
    </Notice>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { useMoneyText } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { useFormatter } from "@/components/ui/use-formatter";
import { RETURN_WARNING_PERCENT, returnPercent } from "@/lib/areas/programme/words";
import { worthOfPoints } from "@/lib/ledger/rules/conversion";
import { exampleBill } from "./example-bill";

interface Rates {
  rewardFactor: string;
  redeemFactor: string;
}

/**
 * Says on a bill how much customers get back at these rates and with a bonus, and warns where that is unusual. Nothing while a rate is none.
 * `lead`: stands before the sentence, such as whose rates they are.
 */
export function RatesSentence({
  rates,
  currency,
  bill = 100,
  bonusPoints = null,
  lead,
}: {
  rates: Rates;
  bonusPoints?: number | null;
  lead?: string | undefined;
  currency: string;
  bill?: number;
}) {
  const t = useTranslations("programme.rates");
  const format = useFormatter();
  const money = useMoneyText();
  const effect = exampleBill(bill, { ...rates, bonusPoints });
  const plain = returnPercent(rates);
  if (effect === null || plain === null) return null;
  const worth = Number(worthOfPoints(effect.earns, rates.redeemFactor.trim()));
  // A bonus is the same whatever the bill, so the bill at hand says how much of it comes back.
  const percent = bonusPoints === null ? plain : Math.round((worth / bill) * 10_000) / 100;
  // The sign stands where the language has it, within the number.
  const shareOf = (value: number) =>
    format.number(value / 100, { style: "percent", maximumFractionDigits: 2 });
  const isHigh = percent > RETURN_WARNING_PERCENT;
  return (
    <Notice kind={isHigh ? "warning" : "info"}>
      <div aria-live="polite">
        <p>
          {lead !== undefined && <strong>{lead} </strong>}
          {t("sentence", {
            bill: money(bill, { currency }),
            points: effect.earns,
            worth: money(worth, { currency }),
            percent: shareOf(percent),
          })}
        </p>
        {isHigh && (
          <p className="mt-1 font-medium">{t("high", { limit: shareOf(RETURN_WARNING_PERCENT) })}</p>
        )}
      </div>
    </Notice>
  );
}

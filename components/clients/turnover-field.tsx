import { useTranslations } from "next-intl";
import { useState } from "react";
import { type LimitValues, limitValues } from "@/components/programme/limit-fields";
import { useCurrencySign } from "@/components/ui/format";
import { NumberField } from "@/components/ui/number-field";
import { limitsForTurnover } from "@/lib/areas/clients/words";
import { useClientChoices } from "./use-client-choices";

type DerivedLimits = LimitValues & { hasOwnLimits: boolean };

/** Asks for the turnover of an ordinary day, from which the limits of the day are derived. */
export function TurnoverField({ onLimits }: { onLimits: (limits: DerivedLimits) => void }) {
  const t = useTranslations("clients");
  const [turnover, setTurnover] = useState<number | null | undefined>(null);
  const currencySign = useCurrencySign();
  const rules = useClientChoices().data?.turnover ?? null;
  if (rules === null) return null;
  const isGiven = typeof turnover === "number" && turnover > 0;
  const derived = isGiven ? limitsForTurnover(turnover, rules) : null;
  return (
    <NumberField
      label={t("turnover")}
      description={
        derived === null
          ? t("turnoverHint")
          : t(derived.isBeyondMerchant ? "turnoverBeyondMerchant" : "turnoverLimit", {
              points: derived.personRewardPointsMax,
              merchant: rules.merchantRewardPointsMax ?? 0,
            })
      }
      unit={currencySign}
      value={turnover}
      onChange={(value) => {
        setTurnover(value);
        const { isBeyondMerchant: _, ...limits } =
          typeof value === "number" && value > 0
            ? limitsForTurnover(value, rules)
            : { isBeyondMerchant: false, hasOwnLimits: false };
        onLimits({ ...limitValues(null), ...limits });
      }}
    />
  );
}

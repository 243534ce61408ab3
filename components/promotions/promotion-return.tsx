"use client";

import { useTranslations } from "next-intl";
import { useNameOf } from "@/components/kit/use-language";
import { RatesSentence } from "@/components/programme/rates-sentence";
import type { PromotionFields, Promotions } from "@/lib/areas/promotions/schemas";
import { returnsOf } from "./returns";

/** How much customers get back with a promotion, on the tier that gets most. Nothing for items: only a bill says how much of it they are. */
export function PromotionReturn({
  rule,
  known: { segments, currency },
}: {
  rule: PromotionFields["rule"];
  known: Promotions;
}) {
  const t = useTranslations("promotions.sentence");
  const nameOf = useNameOf();
  const most = returnsOf(rule, segments);
  if (most === null) return null;
  return (
    <RatesSentence
      rates={most.rates}
      currency={currency}
      bill={most.bill}
      bonusPoints={most.bonusPoints}
      lead={segments.length > 1 ? t("onTier", { tier: nameOf(most.segment) }) : undefined}
    />
  );
}

"use client";

import { Clock, Store, Tags } from "lucide-react";
import { useTranslations } from "next-intl";
import { useInLanguage } from "@/components/kit/use-language";
import { Badge, Status } from "@/components/ui/badge";
import { useMoneyText } from "@/components/ui/format";
import { useFormatter } from "@/components/ui/use-formatter";
import type { DealSummary } from "@/lib/areas/deals/schemas";
import { toLatinDigits } from "@/lib/platform/digits";

/** Title of the deal in the page's language, with the digits of the page. */
export function useDealTitle(): (deal: Pick<DealSummary, "title">) => string {
  const inLanguage = useInLanguage();
  return ({ title }) => toLatinDigits(inLanguage(title));
}

/** The deal's discount, in words. */
export function useDiscountText(): (deal: Pick<DealSummary, "discountType" | "discount">) => string {
  const t = useTranslations("deals.browse.discount");
  const format = useFormatter();
  const money = useMoneyText();
  return ({ discountType, discount }) => {
    switch (discountType) {
      case 1:
        return t("percent", { percent: format.number(discount / 100, { style: "percent" }) });
      case 2:
        return t("amount", { amount: money(discount) });
      case 3:
        return t("freeItem");
      case 4:
        return t("bundle");
      case 5:
        return t("multiplier", { times: discount });
      case 6:
        return t("price", { amount: money(discount) });
    }
  };
}

/** From how many days before the last one on a deal's end is near. */
const SOON_DAYS = 3;

/** That the end is near, when it is. */
export function EndsSoon({ daysLeft }: Pick<DealSummary, "daysLeft">) {
  const t = useTranslations("deals.browse");
  if (daysLeft > SOON_DAYS) return null;
  return (
    <Status tone="warning" icon={Clock}>
      {t("endsSoon", { days: daysLeft })}
    </Status>
  );
}

/** Rate plans of a deal that is not for everybody. */
export function RatePlans({ ratePlans }: Pick<DealSummary, "ratePlans">) {
  const t = useTranslations("deals.browse");
  if (ratePlans.length === 0) return null;
  return (
    <Status tone="neutral" icon={Tags}>
      <span className="sr-only">{t("ratePlans")}: </span>
      <bdi>{ratePlans.join(", ")}</bdi>
    </Status>
  );
}

/** That it can be had where the user works. */
export function AtYourBranch() {
  const t = useTranslations("deals.browse");
  return (
    <Badge tone="accent">
      <Store aria-hidden className="size-4 shrink-0" />
      {t("yourBranch")}
    </Badge>
  );
}

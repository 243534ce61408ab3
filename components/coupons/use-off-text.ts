"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useAmounts } from "@/components/wallet/use-amounts";
import type { ShownCoupon } from "@/lib/areas/coupons/schemas";

/** Text of the discount that the cashier takes off the bill by hand. */
export function useOffText(): (coupon: Pick<ShownCoupon, "discountType" | "discount">) => string {
  const t = useTranslations("coupons.words.off");
  const format = useFormatter();
  const { money } = useAmounts();
  return ({ discountType, discount }) => {
    switch (discountType) {
      case 1:
        return t("percent", { percent: format.number(discount / 100, { style: "percent" }) });
      case 2:
        return t("amount", { money: money(discount) });
      case 3:
        return t("item");
      case 4:
        return t("pair");
      case 5:
        return t("times", { times: discount });
      case 6:
        return t("price", { money: money(discount) });
    }
  };
}

"use client";

import { useTranslations } from "next-intl";
import { useMoneyText } from "@/components/ui/format";
import { useFormatter } from "@/components/ui/use-formatter";

/** Points, money and times as parts of a sentence. Where they stand alone there are components: components/ui/format. */
export function useAmounts() {
  const format = useFormatter();
  const t = useTranslations("ui");
  const money = useMoneyText();
  return {
    points: (value: number) => t("points", { count: Math.abs(value), figure: format.number(value) }),
    money: (value: number) => money(value),
    time: (value: string) => format.dateTime(new Date(value), { hour: "numeric", minute: "2-digit" }),
    dateTime: (value: string) =>
      format.dateTime(new Date(value), {
        day: "numeric",
        month: "short",
        hour: "numeric",
        minute: "2-digit",
      }),
  };
}

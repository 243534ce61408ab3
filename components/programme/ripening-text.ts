"use client";

import { useTranslations } from "next-intl";

/** When points of a merchant's rewards can be spent, in words. */
export function useRipeningText(): (days: number | null | undefined) => string {
  const t = useTranslations("programme");
  return (days) => {
    if (days === null || days === undefined) return t("ripensAsProgramme");
    return days === 0 ? t("word.ripensAtOnce") : t("unit.days", { count: days });
  };
}

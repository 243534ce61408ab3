"use client";

import { useTranslations } from "next-intl";
import { VALUE_MAX } from "@/lib/areas/till/words";
import { leastUnits } from "@/lib/platform/money";

/** Whether a typed amount is one. */
export function isAmount(value: number | null | undefined): value is number {
  return typeof value === "number" && value >= leastUnits() && value <= VALUE_MAX;
}

/**
 * Problem of a typed amount, in words; the field itself reports texts that are no number. `isAsked` once it was to be confirmed: then an
 * empty one is wrong too.
 */
export function useAmountProblem(value: number | null | undefined, isAsked: boolean): string | undefined {
  const t = useTranslations("till.serve");
  if (value === null) return isAsked ? t("missing") : undefined;
  return value === undefined || isAmount(value)
    ? undefined
    : t("range", { min: leastUnits(), max: VALUE_MAX });
}

"use client";

import { useFormatter, useTranslations } from "next-intl";

/** Points as a part of a sentence. */
export function usePointsText(): (points: number) => string {
  const format = useFormatter();
  const t = useTranslations("ui");
  return (points) => t("points", { count: points, figure: format.number(points) });
}

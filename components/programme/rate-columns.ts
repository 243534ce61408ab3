import { useTranslations } from "next-intl";
import type { Column } from "@/components/ui/table";

/** The two rates of a tier, each in a column of its own: as a pair they would be read in the wrong order in Arabic. */
export function useRateColumns(): Column<{ rewardFactor: string; redeemFactor: string }>[] {
  const t = useTranslations("programme");
  return [
    { id: "earnRate", header: t("earnRate"), isNumeric: true, cell: ({ rewardFactor }) => rewardFactor },
    { id: "payRate", header: t("payRate"), isNumeric: true, cell: ({ redeemFactor }) => redeemFactor },
  ];
}

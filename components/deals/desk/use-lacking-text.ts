import { useTranslations } from "next-intl";
import type { NeededPart } from "@/lib/areas/deals/words";

/** Parts that a draft lacks, by the names of their fields. */
export function useLackingText(): (parts: readonly NeededPart[]) => string {
  const t = useTranslations("deals.desk");
  return (parts) => parts.map((part) => t(`fields.${part}`)).join(t("warnings.comma"));
}

import { useTranslations } from "next-intl";
import { NoDeal } from "@/components/deals/deal-gone";

/** In place of a deal that there is not, or that is another merchant's. */
export function DeskDealGone() {
  const t = useTranslations("deals.desk");
  return <NoDeal title={t("goneTitle")} text={t("goneText")} href="/manage/deals" back={t("back")} />;
}

import { Store } from "lucide-react";
import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/ui/states";

/** For those to whom no branch is assigned. */
export function NoBranch() {
  const t = useTranslations("today");
  return (
    <EmptyState icon={<Store aria-hidden />} title={t("noBranchTitle")}>
      {t("noBranchText")}
    </EmptyState>
  );
}

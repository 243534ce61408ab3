import { Store } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMe } from "@/components/kit/use-me";
import { EmptyState } from "@/components/ui/states";

/** For those who have no branch to look at, with what they can do about it. */
export function NoBranch() {
  const t = useTranslations("today");
  const { user } = useMe();
  return (
    <EmptyState icon={<Store aria-hidden />} title={t("noBranchTitle")}>
      {t("noBranchText", { role: user.role })}
    </EmptyState>
  );
}

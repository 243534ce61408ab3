import { useTranslations } from "next-intl";
import type { PortalBranch } from "@/lib/contract/portal/account";
import { useInLanguage } from "@/lib/portal/use-language";

/** A branch's name in the page's language; of a closed one, that it is. */
export function useBranchName(): (branch: PortalBranch) => string {
  const t = useTranslations("today");
  const inLanguage = useInLanguage();
  return ({ nameEn, nameAr, isActive }) => {
    const name = inLanguage({ en: nameEn, ar: nameAr });
    return isActive ? name : t("closedBranch", { branch: name });
  };
}

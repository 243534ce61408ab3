import { useTranslations } from "next-intl";
import { useInLanguage } from "@/components/kit/use-language";
import type { PortalBranch } from "@/lib/areas/account/schemas";

/** A branch's name in the page's language; of a closed one, that it is. */
export function useBranchName(): (branch: PortalBranch) => string {
  const t = useTranslations("today");
  const inLanguage = useInLanguage();
  return ({ nameEn, nameAr, isActive }) => {
    const name = inLanguage({ en: nameEn, ar: nameAr });
    return isActive ? name : t("closedBranch", { branch: name });
  };
}

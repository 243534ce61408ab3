import { useTranslations } from "next-intl";
import { useNameOf } from "@/components/kit/use-language";
import type { PortalBranch } from "@/lib/areas/account/schemas";

/** A branch's name in the page's language; of a closed one, that it is. */
export function useBranchName(): (branch: PortalBranch) => string {
  const t = useTranslations("today");
  const nameOf = useNameOf();
  return ({ nameEn, nameAr, isActive }) => {
    const name = nameOf({ nameEn, nameAr });
    return isActive ? name : t("closedBranch", { branch: name });
  };
}

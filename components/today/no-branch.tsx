import { Store } from "lucide-react";
import { useTranslations } from "next-intl";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { EmptyState } from "@/components/ui/states";
import type { PortalBranch } from "@/lib/areas/account/schemas";

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

/** A branch's name in the page's language; of a closed one, that it is. */
export function useBranchName(): (branch: PortalBranch) => string {
  const t = useTranslations("today");
  const nameOf = useNameOf();
  return ({ nameEn, nameAr, isActive }) => {
    const name = nameOf({ nameEn, nameAr });
    return isActive ? name : t("closedBranch", { branch: name });
  };
}

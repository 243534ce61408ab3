"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { AreaLinks } from "@/components/kit/area-links";
import { useMe } from "@/components/kit/use-me";
import { type ManageAreaKey, manageAreasFor } from "@/lib/portal/manage-areas";

/** The areas of the manage page: beside the work where there is room, in a row above it where there is not. */
export function AreaNavigation({ titles }: { titles: Readonly<Record<ManageAreaKey, string>> }) {
  const t = useTranslations("desk");
  const pathname = usePathname();
  return (
    <nav aria-label={t("areasNavigation")} className="print:hidden">
      <AreaLinks
        className="max-lg:-mx-4 max-lg:overflow-x-auto max-lg:px-4 max-lg:py-1 lg:sticky lg:top-22 lg:flex-col"
        links={manageAreasFor(useMe().user.role).map(({ key, path, icon }) => ({
          path,
          label: titles[key],
          icon,
          isCurrent: pathname === path || pathname.startsWith(`${path}/`),
        }))}
      />
    </nav>
  );
}

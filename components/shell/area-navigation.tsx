"use client";

import {
  Building2,
  History,
  KeyRound,
  type LucideIcon,
  Shapes,
  SlidersHorizontal,
  Store,
  TicketPercent,
  UsersRound,
  Webhook,
} from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { AreaLinks } from "@/components/kit/area-links";
import { useMe } from "@/components/kit/use-me";
import { type ManageArea, manageAreasFor } from "@/lib/portal/navigation";

const ICONS: Record<ManageArea["key"], LucideIcon> = {
  deals: TicketPercent,
  categories: Shapes,
  merchants: Store,
  branches: Building2,
  staff: UsersRound,
  clients: KeyRound,
  programme: SlidersHorizontal,
  webhooks: Webhook,
  audit: History,
};

/** The areas of the manage page: beside the work where there is room, in a row above it where there is not. */
export function AreaNavigation() {
  const t = useTranslations("desk");
  const pathname = usePathname();
  return (
    <nav aria-label={t("areasNavigation")} className="print:hidden">
      <AreaLinks
        className="max-lg:-mx-4 max-lg:overflow-x-auto max-lg:px-4 max-lg:py-1 lg:sticky lg:top-22 lg:flex-col"
        links={manageAreasFor(useMe().user.role).map(({ key, path }) => ({
          path,
          label: t(`areas.${key}`),
          icon: ICONS[key],
          isCurrent: pathname === path || pathname.startsWith(`${path}/`),
        }))}
      />
    </nav>
  );
}

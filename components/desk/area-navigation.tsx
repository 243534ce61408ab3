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
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { cx } from "@/components/ui/cx";
import { type ManageArea, manageAreasFor } from "@/lib/portal/navigation";
import { useMe } from "@/lib/portal/use-account";

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
      <ul className="flex gap-1 max-lg:-mx-4 max-lg:overflow-x-auto max-lg:px-4 max-lg:py-1 lg:sticky lg:top-22 lg:flex-col">
        {manageAreasFor(useMe().user.role).map(({ key, path }) => {
          const Icon = ICONS[key];
          const isCurrent = pathname === path || pathname.startsWith(`${path}/`);
          return (
            <li key={key} className="shrink-0">
              <Link
                href={path}
                aria-current={isCurrent ? "page" : undefined}
                className={cx(
                  "flex h-10 items-center gap-2.5 rounded-lg px-3 transition-colors",
                  isCurrent
                    ? "bg-accent-soft font-medium text-accent-soft-ink"
                    : "text-ink-soft hover:bg-hover hover:text-ink",
                )}
              >
                <Icon aria-hidden className="size-4.5 shrink-0" />
                {t(`areas.${key}`)}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

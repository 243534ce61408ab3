"use client";

import { FileUp, type LucideIcon, Scale, Search, UserPlus } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { cx } from "@/components/ui/cx";
import { type WalletArea, walletAreasFor } from "@/lib/portal/navigation";
import { useMe } from "@/lib/portal/use-account";

const ICONS: Record<WalletArea["key"], LucideIcon> = {
  search: Search,
  enrol: UserPlus,
  adjustments: Scale,
  imports: FileUp,
};

/** What there is to do with wallets, in a row above it. */
export function WalletAreas() {
  const t = useTranslations("walletDesk");
  const pathname = usePathname();
  return (
    <nav aria-label={t("areasNavigation")} className="mb-6 print:hidden">
      <ul className="-mx-4 flex gap-1 overflow-x-auto px-4 py-1">
        {walletAreasFor(useMe().user.role).map(({ key, path }) => {
          const Icon = ICONS[key];
          const isCurrent = pathname === path;
          return (
            <li key={key} className="shrink-0">
              <Link
                href={path}
                aria-current={isCurrent ? "page" : undefined}
                className={cx(
                  "flex h-10 items-center gap-2 rounded-lg px-3 transition-colors",
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

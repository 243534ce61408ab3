"use client";

import { FileUp, type LucideIcon, Scale, Search, ShieldCheck, UserPlus } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { AreaLinks } from "@/components/kit/area-links";
import { useMe } from "@/components/kit/use-me";
import { useWaiting } from "@/components/shell/use-waiting";
import { WaitingBadge } from "@/components/shell/waiting-badge";
import { type WalletArea, walletAreasFor } from "@/lib/portal/navigation";

const ICONS: Record<WalletArea["key"], LucideIcon> = {
  search: Search,
  enrol: UserPlus,
  approvals: ShieldCheck,
  adjustments: Scale,
  imports: FileUp,
};

/** What there is to do with wallets, in a row above it. */
export function WalletAreas() {
  const t = useTranslations("wallets.desk");
  const pathname = usePathname();
  const waiting: Partial<Record<WalletArea["key"], number>> = useWaiting();
  return (
    <nav aria-label={t("areasNavigation")} className="mb-6 print:hidden">
      <AreaLinks
        className="-mx-4 overflow-x-auto px-4 py-1"
        links={walletAreasFor(useMe().user.role).map(({ key, path }) => ({
          path,
          label: t(`areas.${key}`),
          icon: ICONS[key],
          isCurrent: pathname === path,
          mark: <WaitingBadge count={waiting[key] ?? 0} />,
        }))}
      />
    </nav>
  );
}

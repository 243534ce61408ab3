"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { AreaLinks } from "@/components/kit/area-links";
import { useMe } from "@/components/kit/use-me";
import { useWaiting } from "@/components/shell/use-waiting";
import { WaitingBadge } from "@/components/shell/waiting-badge";
import { type MenuCommand, menuFor } from "@/lib/portal/commands";

/** Pages about wallets, in a row above them. */
export function WalletAreas() {
  const t = useTranslations();
  const pathname = usePathname();
  const waiting: Partial<Record<MenuCommand<"wallets">["id"], number>> = useWaiting();
  return (
    <nav aria-label={t("wallets.desk.areasNavigation")} className="mb-6 print:hidden">
      <AreaLinks
        className="-mx-4 overflow-x-auto px-4 py-1"
        links={menuFor("wallets", useMe().user).map(({ id, text, path, icon }) => ({
          path,
          label: t(text),
          icon,
          isCurrent: pathname === path,
          mark: <WaitingBadge count={waiting[id] ?? 0} />,
        }))}
      />
    </nav>
  );
}

"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { AreaLinks } from "@/components/kit/area-links";
import { useMe } from "@/components/kit/use-me";
import { type CommandId, menuFor, tillPages } from "@/lib/portal/commands";
import { useWaiting } from "./use-waiting";
import { WaitingBadge } from "./waiting-badge";

/** The pages to which one of the bar leads, in a row above them; none for a reader in whose bar they stand themselves. */
export function MenuRow({ menu }: { menu: "till" | "wallets" }) {
  const t = useTranslations();
  const pathname = usePathname();
  const { user } = useMe();
  const waiting: Partial<Record<CommandId, number>> = useWaiting();
  const pages = menu === "till" ? tillPages(user) : menuFor(menu, user);
  if (pages.length === 0) return null;
  return (
    <nav aria-label={t(`pages.${menu}`)} className="mb-6 low:mb-3 print:hidden">
      <AreaLinks
        className="-mx-4 overflow-x-auto px-4 py-1"
        links={pages.map(({ id, text, path, icon }) => ({
          path,
          label: t(text),
          icon,
          isCurrent: pathname === path || (id === "today" && pathname.startsWith(`${path}/`)),
          mark: <WaitingBadge count={waiting[id] ?? 0} />,
        }))}
      />
    </nav>
  );
}

"use client";

import {
  CalendarDays,
  ChartColumn,
  type LucideIcon,
  ScanLine,
  Settings2,
  TicketPercent,
  WalletCards,
} from "lucide-react";
import Link from "next/link";
import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { cx } from "@/components/ui/cx";
import type { Role } from "@/lib/areas/roles";
import { type NavigationItem, navigationFor } from "@/lib/portal/navigation";
import { useShortcut } from "./shortcuts";
import { useReadAhead } from "./use-read-ahead";
import { useWaiting } from "./use-waiting";
import { WaitingBadge } from "./waiting-badge";

const ICONS: Record<NavigationItem["key"], LucideIcon> = {
  till: ScanLine,
  today: CalendarDays,
  wallets: WalletCards,
  deals: TicketPercent,
  reports: ChartColumn,
  manage: Settings2,
};

/** The second key after G, one per page. */
const LETTERS: Record<NavigationItem["key"], string> = {
  till: "T",
  today: "Y",
  wallets: "W",
  deals: "D",
  reports: "R",
  manage: "M",
};

function useCurrentPath(): (path: string) => boolean {
  const pathname = usePathname();
  return (path) => pathname === path || pathname.startsWith(`${path}/`);
}

/** How much waits for the reader's decision on a page. */
function useWaitingAt(): (key: NavigationItem["key"]) => number {
  const { adjustments, imports, approvals } = useWaiting();
  return (key) => (key === "wallets" ? adjustments + imports + approvals : 0);
}

/** The pages along the top, where there is room for words. */
export function TopNavigation({ role }: { role: Role }) {
  const t = useTranslations();
  const isCurrent = useCurrentPath();
  const prefetch = useReadAhead();
  const waitingAt = useWaitingAt();
  return (
    <nav aria-label={t("shell.mainNavigation")} className="max-md:hidden">
      <ul className="flex gap-1">
        {navigationFor(role).map((item) => (
          <li key={item.key}>
            <Link
              href={item.path}
              prefetch={prefetch}
              aria-current={isCurrent(item.path) ? "page" : undefined}
              className={cx(
                "flex h-10 items-center gap-2 rounded-lg px-3 transition-colors",
                isCurrent(item.path)
                  ? "bg-accent-soft font-medium text-accent-soft-ink"
                  : "text-ink-soft hover:bg-hover hover:text-ink",
              )}
            >
              {t(`pages.${item.key}`)}
              <WaitingBadge count={waitingAt(item.key)} />
            </Link>
            <GoTo item={item} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function GoTo({ item: { key, path } }: { item: NavigationItem }) {
  const t = useTranslations();
  const router = useRouter();
  useShortcut({
    keys: ["G", LETTERS[key]],
    label: t("shortcuts.goTo", { page: t(`pages.${key}`) }),
    onUse: () => router.push(path),
    section: "general",
  });
  return null;
}

/** The pages along the lower edge of a phone, within reach of the thumb. */
export function BottomNavigation({ role }: { role: Role }) {
  const t = useTranslations();
  const isCurrent = useCurrentPath();
  const prefetch = useReadAhead();
  const waitingAt = useWaitingAt();
  return (
    <nav
      aria-label={t("shell.mainNavigation")}
      className="fixed inset-x-0 bottom-0 z-30 border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <ul className="mx-auto flex max-w-lg">
        {navigationFor(role).map(({ key, path }) => {
          const Icon = ICONS[key];
          return (
            <li key={key} className="min-w-0 flex-1">
              <Link
                href={path}
                prefetch={prefetch}
                aria-current={isCurrent(path) ? "page" : undefined}
                className={cx(
                  "relative flex h-16 flex-col items-center justify-center gap-1 px-0.5 text-xs -outline-offset-4",
                  isCurrent(path) ? "font-medium text-accent" : "text-ink-soft",
                )}
              >
                <Icon aria-hidden className="size-5.5" />
                <span className="max-w-full truncate">{t(`pages.${key}`)}</span>
                <span className="absolute start-1/2 top-1.5 ms-1.5">
                  <WaitingBadge count={waitingAt(key)} />
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { cx } from "@/components/ui/cx";
import type { Rights } from "@/lib/portal/acts/permissions";
import { isOffers, type MenuCommand, menuFor } from "@/lib/portal/commands";
import { useReadAhead } from "./use-read-ahead";
import { sumOfWaiting, useWaiting } from "./use-waiting";
import { WaitingBadge } from "./waiting-badge";

function useCurrentPath(): (path: string) => boolean {
  const pathname = usePathname();
  const inOffers = isOffers(pathname);
  return (path) => {
    if (path === "/offers" || (path === "/manage" && inOffers)) return path === "/offers" && inOffers;
    return pathname === path || pathname.startsWith(`${path}/`);
  };
}

/** How much waits for the reader's decision on a page. */
function useWaitingAt(): (id: MenuCommand<"main">["id"]) => number {
  const waiting = useWaiting();
  return (id) => (id === "requests" ? sumOfWaiting(waiting) : id === "wallets" ? waiting.imports : 0);
}

/** The pages along the top, where there is room for words. */
export function TopNavigation({ rights }: { rights: Rights }) {
  const t = useTranslations();
  const isCurrent = useCurrentPath();
  const prefetch = useReadAhead();
  const waitingAt = useWaitingAt();
  return (
    <nav aria-label={t("shell.mainNavigation")} className="shrink-0 max-md:hidden">
      <ul className="flex gap-0.5 lg:gap-1">
        {menuFor("main", rights).map(({ id, text, path, icon: Icon }) => (
          // Where there is little room the mark beside it leads home.
          <li key={id} className={cx(id === "home" && "max-lg:hidden")}>
            <Link
              href={path}
              prefetch={isCurrent(path) ? false : prefetch}
              aria-current={isCurrent(path) ? "page" : undefined}
              className={cx(
                "flex h-10 pointer-coarse:h-11 items-center gap-2 whitespace-nowrap rounded-lg px-2.5 transition-colors lg:px-3",
                isCurrent(path)
                  ? "bg-accent-soft font-medium text-accent-soft-ink"
                  : "text-ink-soft hover:bg-hover hover:text-ink",
              )}
            >
              {id === "home" && <Icon aria-hidden className="size-5 xl:hidden" />}
              <span className={cx(id === "home" && "max-xl:sr-only")}>{t(text)}</span>
              <WaitingBadge count={waitingAt(id)} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The pages along the lower edge of a phone, within reach of the thumb. Of those with a home page, that one leads to today. */
export function BottomNavigation({ rights }: { rights: Rights }) {
  const t = useTranslations();
  const isCurrent = useCurrentPath();
  const prefetch = useReadAhead();
  const waitingAt = useWaitingAt();
  const pages = menuFor("main", rights);
  return (
    <nav
      aria-label={t("shell.mainNavigation")}
      data-foot
      className="fixed inset-x-0 bottom-0 z-30 border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <ul className="mx-auto flex max-w-lg">
        {pages
          .filter(({ id }) => id !== "today" || !pages.some((page) => page.id === "home"))
          .map(({ id, text, path, icon: Icon }) => (
            <li key={id} className="min-w-0 flex-1">
              <Link
                href={path}
                prefetch={isCurrent(path) ? false : prefetch}
                aria-current={isCurrent(path) ? "page" : undefined}
                className={cx(
                  "relative flex h-16 flex-col items-center justify-center gap-1 px-0.5 text-xs -outline-offset-4",
                  isCurrent(path) ? "font-medium text-accent" : "text-ink-soft",
                )}
              >
                <Icon aria-hidden className="size-5.5" />
                <span className="max-w-full truncate">{t(text)}</span>
                <span className="absolute start-1/2 top-1.5 ms-1.5">
                  <WaitingBadge count={waitingAt(id)} />
                </span>
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}

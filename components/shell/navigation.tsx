"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { doWhenCalm } from "@/components/kit/idle";
import { cx } from "@/components/ui/cx";
import type { Rights } from "@/lib/portal/acts/permissions";
import { isOffers, menuFor, tillPages } from "@/lib/portal/commands";
import { sumOfWaiting, useWaiting, WaitingBadge } from "./waiting-badge";

/** The pages of the bar: which of them is open or leads to the open one, and how much waits there for the reader. */
function useBar(rights: Rights) {
  const t = useTranslations();
  const pathname = usePathname();
  const prefetch = useReadAhead();
  const waiting = useWaiting();
  const isAt = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  const isTill = tillPages(rights).some(({ path }) => isAt(path));
  const parent = isOffers(pathname) ? "/offers" : isTill ? "/till" : undefined;
  return menuFor("main", rights).map(({ id, text, path, icon }) => {
    const isCurrent = parent === undefined ? isAt(path) : path === parent;
    return {
      ...{ id, icon, isCurrent, label: t(text) },
      count: id === "requests" ? sumOfWaiting(waiting) : id === "wallets" ? waiting.imports : 0,
      link: {
        href: path,
        prefetch: isCurrent ? false : prefetch,
        "aria-current": isCurrent ? ("page" as const) : undefined,
      },
    };
  });
}

/** The pages along the top, where there is room for words. */
export function TopNavigation({ rights }: { rights: Rights }) {
  const t = useTranslations("shell");
  return (
    <nav aria-label={t("mainNavigation")} className="shrink-0 max-md:hidden">
      <ul className="flex gap-0.5 lg:gap-1">
        {useBar(rights).map(({ id, label, icon: Icon, isCurrent, count, link }) => (
          // Where there is little room the mark beside it leads home.
          <li key={id} className={cx(id === "home" && "max-lg:hidden")}>
            <Link
              {...link}
              className={cx(
                "flex h-10 pointer-coarse:h-11 items-center gap-2 whitespace-nowrap rounded-lg px-2.5 transition-colors xl:px-3",
                isCurrent
                  ? "bg-accent-soft font-medium text-accent-soft-ink"
                  : "text-ink-soft hover:bg-hover hover:text-ink",
              )}
            >
              {id === "home" && <Icon aria-hidden className="size-5 xl:hidden" />}
              <span className={cx(id === "home" && "max-xl:sr-only")}>{label}</span>
              <WaitingBadge count={count} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The pages along the lower edge of a phone, within reach of the thumb. */
export function BottomNavigation({ rights }: { rights: Rights }) {
  const t = useTranslations("shell");
  return (
    <nav
      aria-label={t("mainNavigation")}
      data-foot
      className="fixed inset-x-0 bottom-0 z-30 border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <ul className="mx-auto flex max-w-lg">
        {useBar(rights).map(({ id, label, icon: Icon, isCurrent, count, link }) => (
          // As wide as its word: seven equal shares cut the longest on a small phone.
          <li key={id} className="min-w-11 flex-auto max-[22rem]:min-w-9">
            <Link
              {...link}
              className={cx(
                "relative flex h-16 flex-col items-center justify-center gap-1 px-0.5 text-xs -outline-offset-4",
                isCurrent ? "font-medium text-accent" : "text-ink-soft",
              )}
            >
              <Icon aria-hidden className="size-5.5" />
              <span className="max-w-full truncate">{label}</span>
              <span className="absolute start-1/2 top-1.5 ms-1.5">
                <WaitingBadge count={count} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** For a link's `prefetch`: pages that it may lead to are fetched once this one is calm, not while it is taken over. */
function useReadAhead(): null | false {
  const [isCalm, setCalm] = useState(false);
  useEffect(() => {
    void doWhenCalm([() => setCalm(true)]);
  }, []);
  return isCalm ? null : false;
}

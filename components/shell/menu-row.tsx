"use client";

import type { LucideIcon } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import { useMe } from "@/components/kit/use-me";
import { cx } from "@/components/ui/cx";
import { type CommandId, menuFor, tillPages } from "@/lib/portal/commands";
import { useWaiting, WaitingBadge } from "./waiting-badge";

/** The pages to which one of the bar leads, in a row above them; none for a reader in whose bar they stand themselves. */
export function MenuRow({ menu }: { menu: "till" | "wallets" }) {
  const t = useTranslations();
  const pathname = usePathname();
  const { user } = useMe();
  const { settingUp: _, ...counts } = useWaiting();
  const waiting: Partial<Record<CommandId, number>> = counts;
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

/** A way to a part of the desk. */
interface AreaLink {
  path: string;
  label: string;
  icon: LucideIcon;
  isCurrent: boolean;
  /** Head of the group that it begins, shown where the links are a column. */
  head?: string;
  /** After the label, such as how much waits there. */
  mark?: ReactNode;
}

/**
 * The parts of the desk, one link each. `className` lays them out in a row or a column. A row that is too long goes on in a
 * next line; on a phone it scrolls, with the open part in view.
 */
export function AreaLinks({ links, className }: { links: readonly AreaLink[]; className: string }) {
  const list = useRef<HTMLUListElement>(null);
  const current = links.findIndex(({ isCurrent }) => isCurrent);
  useEffect(() => {
    const here = list.current?.children[current]?.getBoundingClientRect();
    if (list.current === null || here === undefined) return;
    const row = list.current.getBoundingClientRect();
    list.current.scrollBy({ left: here.left + here.width / 2 - (row.left + row.width / 2) });
  }, [current]);
  return (
    <ul ref={list} className={cx("flex gap-1 min-[30rem]:flex-wrap", className)}>
      {links.map(({ path, label, icon: Icon, isCurrent, head, mark }) => (
        <li key={path} className="shrink-0">
          {head && <span className="mt-3 mb-1 block px-3 text-ink-faint text-sm max-xl:hidden">{head}</span>}
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
            {label}
            {mark}
          </Link>
        </li>
      ))}
    </ul>
  );
}

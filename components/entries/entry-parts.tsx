"use client";

import { Bot, MonitorSmartphone, UserRound } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { Points } from "@/components/ui/format";
import type { PortalEntry } from "@/lib/areas/entries/schemas";
import { movedPoints } from "@/lib/areas/entries/words";

interface EntryLinkProps {
  href: string;
  onOpen: () => void;
  label?: string;
  className?: string;
  children: ReactNode;
}

/** A link to an entry's drawer. Pressed plainly it opens the drawer here; otherwise it does what links do. */
export function EntryLink({ href, onOpen, label, className, children }: EntryLinkProps) {
  return (
    <Link
      href={href}
      prefetch={false}
      className={className}
      {...(label !== undefined && { "aria-label": label })}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        onOpen();
      }}
    >
      {children}
    </Link>
  );
}

const ICONS = { portal: UserRound, client: MonitorSmartphone, system: Bot } as const;

/** Author of an entry: a person, an API client, or the service itself. */
export function EntryActor({ by: { name, kind } }: Pick<PortalEntry, "by">) {
  const t = useTranslations("entries.drawer");
  const Icon = ICONS[kind];
  return (
    <span className="inline-flex items-start gap-1.5">
      <Icon aria-hidden className="mt-1 size-4 shrink-0 text-ink-faint" />
      <span>
        {kind === "system" && t("system")}
        {kind === "client" && t("client", { name: name })}
        {kind === "portal" && <bdi>{name}</bdi>}
      </span>
    </span>
  );
}

/** Points of an entry: sign, colour, and a line through them when they were undone. */
export function MovedPoints({
  entry,
  className,
}: {
  entry: Pick<PortalEntry, "logTypeId" | "points" | "suspendedPoints" | "cancelledByEntryId">;
  className?: string;
}) {
  const moved = movedPoints(entry);
  return (
    <Points
      value={moved}
      isSigned
      className={cx(
        moved > 0 ? "text-success" : moved < 0 && "text-danger",
        entry.cancelledByEntryId !== null && "line-through",
        className,
      )}
    />
  );
}

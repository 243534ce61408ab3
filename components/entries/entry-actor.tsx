"use client";

import { Bot, MonitorSmartphone, UserRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { isolated } from "@/components/wallet/use-amounts";
import type { PortalEntry } from "@/lib/areas/entries/schemas";

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
        {kind === "client" && t("client", { name: isolated(name) })}
        {kind === "portal" && <bdi>{name}</bdi>}
      </span>
    </span>
  );
}

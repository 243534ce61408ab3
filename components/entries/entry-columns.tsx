"use client";

import { useTranslations } from "next-intl";
import { useNameOf } from "@/components/kit/use-language";
import { Code, DateTime, Money } from "@/components/ui/format";
import type { Column } from "@/components/ui/table";
import type { PortalEntry } from "@/lib/areas/entries/schemas";
import { EntryActor, EntryLink, MovedPoints } from "./entry-parts";
import { kindOf } from "./kinds";
import type { ShownEntry } from "./use-shown-entry";

/** The columns that every table of entries has. */
export function useEntryColumns() {
  const t = useTranslations("entries");
  const nameOf = useNameOf();
  const when: Column<PortalEntry> = {
    id: "when",
    header: t("columns.when"),
    cell: ({ createdAt, branch }) => (
      <>
        <DateTime value={createdAt} className="block" />
        {branch && <bdi className="block text-ink-soft text-sm">{nameOf(branch)}</bdi>}
      </>
    ),
  };
  const by: Column<PortalEntry> = {
    id: "by",
    header: t("columns.by"),
    cell: (entry) => <EntryActor by={entry.by} />,
  };
  const points: Column<PortalEntry> = {
    id: "points",
    header: t("columns.points"),
    isNumeric: true,
    cell: (entry) => (
      <>
        <MovedPoints entry={entry} className="block font-medium" />
        {entry.value !== 0 && <Money value={entry.value} className="block text-ink-soft text-sm" />}
      </>
    ),
  };
  return { when, by, points };
}

/** Kind and number of an entry, as a link to its page. */
export function EntryNumber({
  entry: { id, logTypeId },
  shown,
}: {
  entry: PortalEntry;
  shown: Pick<ShownEntry, "hrefOf" | "show">;
}) {
  const t = useTranslations("entries");
  const kind = t(`kinds.${kindOf(logTypeId)}`);
  return (
    <>
      <EntryLink
        href={shown.hrefOf(id)}
        onOpen={() => shown.show(id)}
        label={t("list.open", { kind, number: String(id) })}
        className="font-medium underline decoration-line-strong underline-offset-4 hover:decoration-current"
      >
        {kind}
      </EntryLink>{" "}
      <Code className="text-ink-faint text-sm">{String(id)}</Code>
    </>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { EntryActor } from "@/components/entries/entry-actor";
import { EntryLink } from "@/components/entries/entry-link";
import { EntryMarks } from "@/components/entries/entry-marks";
import { KindIcon } from "@/components/entries/kind-icon";
import { kindOf } from "@/components/entries/kinds";
import { MovedPoints } from "@/components/entries/moved-points";
import type { ShownEntry } from "@/components/entries/use-shown-entry";
import { useNameOf } from "@/components/kit/use-language";
import { Code, DateTime, Money } from "@/components/ui/format";
import { type Column, Table } from "@/components/ui/table";
import type { PortalEntry } from "@/lib/areas/entries/schemas";

/** Entries of any wallets, one a row, each the way to everything about it. */
export function EntriesTable({
  label,
  entries,
  shown,
}: {
  label: string;
  entries: readonly PortalEntry[];
  shown: Pick<ShownEntry, "hrefOf" | "show">;
}) {
  const t = useTranslations("entries");
  const walletHeader = useTranslations("reports.entriesPage")("wallet");
  const nameOf = useNameOf();
  const columns: Column<PortalEntry>[] = [
    {
      id: "entry",
      header: t("columns.entry"),
      cell: (entry) => {
        const kind = t(`kinds.${kindOf(entry.logTypeId)}`);
        return (
          <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
            <KindIcon logTypeId={entry.logTypeId} className="size-5 text-ink-faint max-sm:hidden" />
            <EntryLink
              href={shown.hrefOf(entry.id)}
              onOpen={() => shown.show(entry.id)}
              label={t("list.open", { kind, number: String(entry.id) })}
              className="font-medium underline decoration-line-strong underline-offset-4 hover:decoration-current"
            >
              {kind}
            </EntryLink>
            <Code className="text-ink-faint text-sm">{String(entry.id)}</Code>
            <EntryMarks entry={entry} />
          </span>
        );
      },
    },
    {
      id: "when",
      header: t("columns.when"),
      cell: ({ createdAt, branch }) => (
        <>
          <DateTime value={createdAt} className="block" />
          {branch && <bdi className="block text-ink-soft text-sm">{nameOf(branch)}</bdi>}
        </>
      ),
    },
    {
      id: "wallet",
      header: walletHeader,
      cell: ({ wallet }) => <Code className="whitespace-nowrap">{wallet.walletCode}</Code>,
    },
    { id: "by", header: t("columns.by"), cell: ({ by }) => <EntryActor by={by} /> },
    {
      id: "points",
      header: t("columns.points"),
      isNumeric: true,
      cell: (entry) => (
        <>
          <MovedPoints entry={entry} className="block font-medium" />
          {entry.value !== 0 && <Money value={entry.value} className="block text-ink-soft text-sm" />}
        </>
      ),
    },
  ];
  return <Table label={label} columns={columns} rows={entries} rowKey={({ id }) => id} />;
}

"use client";

import { useTranslations } from "next-intl";
import { EntryNumber, useEntryColumns } from "@/components/entries/entry-columns";
import { EntryMarks } from "@/components/entries/entry-marks";
import { KindIcon } from "@/components/entries/kind-icon";
import type { ShownEntry } from "@/components/entries/use-shown-entry";
import { Code } from "@/components/ui/format";
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
  const { when, by, points } = useEntryColumns();
  const columns: Column<PortalEntry>[] = [
    {
      id: "entry",
      header: t("columns.entry"),
      cell: (entry) => (
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
          <KindIcon logTypeId={entry.logTypeId} className="size-5 text-ink-faint max-sm:hidden" />
          <EntryNumber entry={entry} shown={shown} />
          <EntryMarks entry={entry} />
        </span>
      ),
    },
    when,
    {
      id: "wallet",
      header: walletHeader,
      cell: ({ wallet }) => <Code className="whitespace-nowrap">{wallet.walletCode}</Code>,
    },
    by,
    points,
  ];
  return <Table label={label} columns={columns} rows={entries} rowKey={({ id }) => id} />;
}

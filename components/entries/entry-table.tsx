"use client";

import { useTranslations } from "next-intl";
import { Code } from "@/components/ui/format";
import { type Column, pointsColumn, Table } from "@/components/ui/table";
import { useAmounts } from "@/components/wallet/use-amounts";
import type { PortalEntry } from "@/lib/areas/entries/schemas";
import { EntryActs } from "./entry-acts";
import { EntryNumber, useEntryColumns } from "./entry-columns";
import { EntryMarks, isRefunded, isReturned } from "./entry-marks";
import { KindIcon } from "./kind-icon";
import { useActingBranch } from "./use-acting-branch";
import type { ShownEntry } from "./use-shown-entry";

export interface EntryTableProps {
  label: string;
  entries: readonly PortalEntry[];
  shown: Pick<ShownEntry, "hrefOf" | "show">;
}

/** Entries of a wallet, one a row: what, when, where, by whom, what it moved, and what can still be done about it. */
export function EntryTable({ label, entries, shown }: EntryTableProps) {
  const t = useTranslations("entries");
  const { when, by, points } = useEntryColumns();
  const mayAct = useActingBranch() !== null;
  const columns: Column<PortalEntry>[] = [
    {
      id: "entry",
      header: t("columns.entry"),
      cell: (entry) => <EntryName entry={entry} shown={shown} />,
    },
    when,
    by,
    points,
    pointsColumn("balance", t("columns.balance"), ({ balanceAfter }) => balanceAfter),
  ];
  return (
    <Table
      label={label}
      columns={columns}
      rows={entries}
      rowKey={({ id }) => id}
      {...(mayAct && {
        rowActions: (entry: PortalEntry) => <EntryActs entry={entry} />,
        actionsLabel: t("columns.actions"),
      })}
    />
  );
}

/** The text that says what remains of an entry that was given back in part. */
function leftOf(entry: PortalEntry): "left" | "leftToReturn" | null {
  if (isRefunded(entry)) return "left";
  return isReturned(entry) ? "leftToReturn" : null;
}

function EntryName({ entry, shown }: { entry: PortalEntry; shown: Pick<ShownEntry, "hrefOf" | "show"> }) {
  const t = useTranslations("entries");
  const amounts = useAmounts();
  const left = entry.remainingPoints === 0 ? null : leftOf(entry);
  return (
    <span className="flex items-start gap-3">
      <KindIcon logTypeId={entry.logTypeId} className="mt-0.5 size-5 text-ink-faint max-sm:hidden" />
      <span className="grid min-w-0 justify-items-start gap-1 max-sm:justify-items-end">
        <span>
          <EntryNumber entry={entry} shown={shown} />
        </span>
        {entry.invoiceNumber && <Code className="text-ink-soft text-sm">{entry.invoiceNumber}</Code>}
        <EntryMarks entry={entry} />
        {left !== null && (
          <span className="text-ink-soft text-sm">
            {t(`marks.${left}`, { points: amounts.points(entry.remainingPoints) })}
          </span>
        )}
      </span>
    </span>
  );
}

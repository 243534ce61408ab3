"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import type { TableSelection } from "@/components/ui/table";

export interface Selection<Row> {
  /** The chosen rows that are still in the list, in its order. */
  chosen: readonly Row[];
  clear: () => void;
  /** For the table that shows the rows. */
  table: TableSelection<Row>;
}

/** The rows of a list that are chosen. One that leaves the list is no longer chosen. */
export function useSelection<Row extends { id: number | string }>(
  rows: readonly Row[] | undefined = [],
  nameOf: (row: Row) => string,
): Selection<Row> {
  const t = useTranslations("desk.many");
  const [ids, setIds] = useState<ReadonlySet<number | string>>(new Set());
  const last = useRef<number | string | null>(null);
  const chosen = rows.filter(({ id }) => ids.has(id));
  const toggle = (row: Row, isRange: boolean) => {
    const from = isRange ? rows.findIndex(({ id }) => id === last.current) : -1;
    const to = rows.indexOf(row);
    last.current = row.id;
    // Of what is chosen by then: a press may follow before the one before is drawn.
    setIds((known) => {
      const next = new Set(rows.filter(({ id }) => known.has(id)).map(({ id }) => id));
      if (from >= 0)
        for (const { id } of rows.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(id);
      else if (!next.delete(row.id)) next.add(row.id);
      return next;
    });
  };
  const isAll = rows.length > 0 && chosen.length === rows.length;
  return {
    chosen,
    clear: () => setIds(new Set()),
    table: {
      isChosen: ({ id }) => ids.has(id),
      labelOf: (row) => t("choose", { name: nameOf(row) }),
      cardLabel: t("cardChoose"),
      allLabel: t("chooseAll"),
      chosen: isAll ? "all" : chosen.length > 0 ? "some" : "none",
      onToggle: toggle,
      onToggleAll: () => setIds(new Set(isAll ? [] : rows.map(({ id }) => id))),
    },
  };
}

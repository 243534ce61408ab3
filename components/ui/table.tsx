import type { ReactNode } from "react";
import { cx } from "./cx";
import { useMeasuredLayout } from "./use-measured-layout";
import { FIRST_ROWS, useTakenOver } from "./use-taken-over";

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand at the end of their cell, so that their digits line up. */
  isNumeric?: boolean;
  /** Left out of the narrow layout when it only repeats what the card shows anyway. */
  isHiddenWhenNarrow?: boolean;
  /** Whatever somebody has typed, be it one endless word: it goes on in a next line. The first column is taken for such a text. */
  isText?: boolean;
}

export interface TableProps<Row> {
  /** What the table shows, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Buttons at the end of each row. */
  rowActions?: (row: Row) => ReactNode;
  actionsLabel?: string;
  /** What a row shows on a narrow page in place of a card of named values, beside its buttons. */
  narrow?: (row: Row) => ReactNode;
}

/** Spelled out, because CSS that turns rows into cards takes the elements' own roles away. */
const ROLES = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  columnheader: { role: "columnheader" },
  cell: { role: "cell" },
} as const;

/** Below which width rows become cards until that is measured: the more columns, the earlier (app/globals.css). */
const ROOMS = [
  { columnsMax: 4, className: "@container/few" },
  { columnsMax: 6, className: "@container/some" },
  { columnsMax: 8, className: "@container/many" },
];
const WIDEST_ROOM = "@container/most";

/**
 * Rows and columns; where there is too little room for its columns, each row becomes a card that names its values.
 */
export function Table<Row>({
  label,
  columns,
  rows,
  rowKey,
  rowActions,
  actionsLabel = "",
  narrow,
}: TableProps<Row>) {
  const isTakenOver = useTakenOver();
  const box = useMeasuredLayout();
  const shown = isTakenOver ? rows : rows.slice(0, FIRST_ROWS);
  const room = ROOMS.find(({ columnsMax }) => columns.length + (rowActions ? 1 : 0) <= columnsMax);
  return (
    <div ref={box} className={room?.className ?? WIDEST_ROOM}>
      <table {...ROLES.table} aria-label={label} className="w-full border-collapse text-start cards:block">
        <thead {...ROLES.rowgroup} className={narrow ? "cards:hidden" : "cards:sr-only"}>
          <tr {...ROLES.row} className="border-line border-b">
            {columns.map(({ id, header, isNumeric }) => (
              <th
                key={id}
                {...ROLES.columnheader}
                scope="col"
                className={cx(
                  "wrap-break-word px-3 py-2.5 font-medium text-ink-soft text-sm",
                  isNumeric ? "text-end" : "text-start",
                )}
              >
                {header}
              </th>
            ))}
            {rowActions && (
              <th {...ROLES.columnheader} scope="col" className="px-3">
                <span className="sr-only">{actionsLabel}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody {...ROLES.rowgroup} className={cx("cards:flex cards:flex-col", !narrow && "cards:gap-3")}>
          {shown.map((row) => (
            <tr
              key={rowKey(row)}
              {...ROLES.row}
              className={cx(
                "border-line border-b last:border-b-0 rows:h-row",
                narrow
                  ? "cards:flex cards:items-center cards:gap-2 cards:py-2.5"
                  : "cards:block cards:rounded-xl cards:border cards:p-3 cards:last:border-b",
              )}
            >
              {narrow && (
                <td {...ROLES.cell} className="min-w-0 flex-1 rows:hidden">
                  {narrow(row)}
                </td>
              )}
              {columns.map(({ id, header, cell, isNumeric, isHiddenWhenNarrow, isText }, place) => (
                <td
                  key={id}
                  {...ROLES.cell}
                  className={cx(
                    // A column is as wide as its longest word: no word and no code is broken in the middle.
                    "wrap-break-word px-3 py-2 cards:flex cards:justify-between cards:gap-4 cards:px-0 cards:py-1",
                    isNumeric && "figures rows:text-end",
                    (isHiddenWhenNarrow || narrow) && "cards:hidden",
                  )}
                >
                  <span aria-hidden className="shrink-0 text-ink-faint text-sm rows:hidden">
                    {header}
                  </span>
                  <div className={cx("min-w-0 cards:text-end", (isText || place === 0) && "rows:max-w-80")}>
                    {cell(row)}
                  </div>
                </td>
              ))}
              {rowActions && (
                <td
                  {...ROLES.cell}
                  className={cx(
                    "wrap-break-word px-3 text-end cards:block cards:px-0 cards:empty:hidden",
                    !narrow && "cards:pt-2",
                  )}
                >
                  {rowActions(row)}
                </td>
              )}
            </tr>
          ))}
          {rows.slice(shown.length).map((row) => (
            <tr key={rowKey(row)} aria-hidden className="h-row cards:hidden" />
          ))}
        </tbody>
      </table>
    </div>
  );
}

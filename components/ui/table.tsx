import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  startTransition,
  useEffect,
  useOptimistic,
  useRef,
  useState,
} from "react";
import { decimalsOf } from "@/lib/platform/currency";
import { ChoiceBox } from "./choice-box";
import { cx } from "./cx";
import { Figure, Money, Points } from "./format";
import type { LongTableBody } from "./long-table-body";
import { useMeasuredLayout } from "./use-measured-layout";
import { FIRST_ROWS, useTakenOver } from "./use-taken-over";

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand at the end of their cell, so that their digits line up. */
  isNumeric?: boolean;
  /** Left out of a row's card when it says nothing, or only what the card shows anyway. */
  isHiddenWhenNarrow?: (row: Row) => boolean;
  /** Typed text of any length, be it one endless word: it goes on in a next line. The first column is taken for such a text. */
  isText?: boolean;
}

type NumberOf<Row> = (row: Row) => number;
type NumberColumn = <Row>(id: string, header: string, of: NumberOf<Row>) => Column<Row>;

/** A column of whole numbers. */
export const figureColumn: NumberColumn = (id, header, of) => ({
  ...{ id, header, isNumeric: true },
  cell: (row) => <Figure value={of(row)} />,
});

/** A column of points, whose header says that they are points. */
export const pointsColumn: NumberColumn = (id, header, of) => ({
  ...{ id, header, isNumeric: true },
  cell: (row) => <Points value={of(row)} isBare />,
});

/** A column of amounts in a currency that may be another one than the programme's. */
export const moneyColumn = <Row,>(
  id: string,
  header: string,
  of: NumberOf<Row>,
  currency: string,
): Column<Row> => ({
  ...{ id, header, isNumeric: true },
  cell: (row) => <Money value={of(row)} currency={currency} decimals={decimalsOf(currency)} />,
});

/** Rows that are chosen, to do something to all of them. */
export interface TableSelection<Row> {
  isChosen: (row: Row) => boolean;
  /** Names the box of a row for screen readers. */
  labelOf: (row: Row) => string;
  /** Beside the box of a row where rows are cards. */
  cardLabel: string;
  allLabel: string;
  /** Whether all rows are chosen; "some" for a part of them. */
  chosen: "none" | "some" | "all";
  /** `isRange`: and all between it and the one that was chosen last. */
  onToggle: (row: Row, isRange: boolean) => void;
  onToggleAll: () => void;
}

export interface TableProps<Row> {
  /** Text for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Buttons at the end of each row. */
  rowActions?: (row: Row) => ReactNode;
  actionsLabel?: string;
  /** A row on a narrow page in place of a card of named values, beside its buttons. */
  narrow?: (row: Row) => ReactNode;
  /** Where rows can be chosen. */
  selection?: TableSelection<Row> | undefined;
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

/** More rows than this are rendered only where they are nearly in sight: a browser styles and lays out each row that is there. */
const MANY_ROWS = 100;

/**
 * Rows and columns; where there is too little room for its columns, each row becomes a card that names its values.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, rowActions, narrow, selection } = props;
  const isTakenOver = useTakenOver();
  const box = useMeasuredLayout();
  const shown = isTakenOver ? rows : rows.slice(0, FIRST_ROWS);
  const room = ROOMS.find(
    ({ columnsMax }) => columns.length + (rowActions ? 1 : 0) + (selection ? 1 : 0) <= columnsMax,
  );
  const Body = useLongBody(rows.length > MANY_ROWS);
  const renderRow = (row: Row, place?: number) => (
    <TableRow key={rowKey(row)} {...props} row={row} place={place} />
  );
  return (
    <div ref={box} className={room?.className ?? WIDEST_ROOM}>
      <table
        {...ROLES.table}
        aria-label={label}
        aria-rowcount={Body && rows.length + 1}
        className="w-full border-collapse text-start cards:block"
      >
        <Head {...props} />
        {Body ? (
          <Body
            {...{ rows, renderRow }}
            className={cx(
              "border-line not-last:border-b cards:flex cards:flex-col",
              !narrow && "cards:not-last:mb-3 cards:gap-3 cards:border-0",
            )}
          />
        ) : (
          <tbody {...ROLES.rowgroup} className={cx("cards:flex cards:flex-col", !narrow && "cards:gap-3")}>
            {shown.map((row) => renderRow(row))}
            {rows.slice(shown.length).map((row) => (
              <tr key={rowKey(row)} aria-hidden className="h-row cards:hidden" />
            ))}
          </tbody>
        )}
      </table>
    </div>
  );
}

function Head<Row>({ columns, rowActions, actionsLabel = "", narrow, selection }: TableProps<Row>) {
  return (
    <thead {...ROLES.rowgroup} className={narrow ? "cards:hidden" : "cards:sr-only"}>
      <tr {...ROLES.row} className="border-line border-b">
        {selection && (
          <th {...ROLES.columnheader} scope="col" className="w-px ps-3 cards:hidden">
            <PromptChoice
              label={selection.allLabel}
              chosen={selection.chosen}
              onToggle={selection.onToggleAll}
            />
          </th>
        )}
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
  );
}

/** `place`: of the row in a long table. */
function TableRow<Row>({
  row,
  place,
  columns,
  rowActions,
  narrow,
  selection,
}: TableProps<Row> & { row: Row; place: number | undefined }) {
  return (
    <tr
      {...ROLES.row}
      aria-rowindex={place === undefined ? undefined : place + 2}
      className={cx(
        // Layers that cover a row while another one is dragged keep to the row.
        "relative border-line border-b last:border-b-0 rows:h-row",
        narrow
          ? "cards:flex cards:items-center cards:gap-2 cards:py-2.5"
          : "cards:block cards:rounded-xl cards:border cards:bg-surface cards:p-3 cards:last:border-b",
      )}
    >
      {narrow && (
        <td {...ROLES.cell} className="min-w-0 flex-1 rows:hidden">
          {narrow(row)}
        </td>
      )}
      {selection && <ChoiceCell row={row} selection={selection} />}
      {columns.map(({ id, header, cell, isNumeric, isHiddenWhenNarrow, isText }, index) => (
        <td
          key={id}
          {...ROLES.cell}
          className={cx(
            // A column is as wide as its longest word: no word and no code is broken in the middle.
            "wrap-break-word px-3 py-2 cards:flex cards:justify-between cards:gap-4 cards:px-0 cards:py-1",
            isNumeric && "figures rows:text-end",
            (isHiddenWhenNarrow?.(row) || narrow) && "cards:hidden",
          )}
        >
          <span aria-hidden className="shrink-0 text-ink-faint text-sm rows:hidden">
            {header}
          </span>
          <div className={cx("min-w-0 cards:text-end", (isText || index === 0) && "rows:max-w-80")}>
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
  );
}

/** Renders long tables, once it is wanted and has come; without it all rows are rendered. */
function useLongBody(isWanted: boolean): typeof LongTableBody | undefined {
  const [Body, setBody] = useState<typeof LongTableBody>();
  useEffect(() => {
    if (isWanted)
      void import("./long-table-body").then(
        (part) => setBody(() => part.LongTableBody),
        () => undefined,
      );
  }, [isWanted]);
  return isWanted ? Body : undefined;
}

/**
 * The box that chooses a row. With Shift, by the pointer or the keyboard, all rows since the last one are chosen with it; the arrows go from
 * box to box.
 */
function ChoiceCell<Row>({ row, selection }: { row: Row; selection: TableSelection<Row> }) {
  const isRange = useRef(false);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    isRange.current = event.shiftKey;
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const cell = event.currentTarget;
    const cells = [...(cell.closest("table")?.querySelectorAll("[data-choice]") ?? [])];
    const next = cells[cells.indexOf(cell) + (event.key === "ArrowDown" ? 1 : -1)];
    next?.querySelector<HTMLInputElement>("input[type=checkbox]")?.focus();
  };
  return (
    <td
      {...ROLES.cell}
      data-choice
      className="w-px select-none ps-3 cards:block cards:w-auto cards:ps-0"
      onPointerDownCapture={(event) => {
        isRange.current = event.shiftKey;
      }}
      onKeyDownCapture={move}
    >
      <PromptChoice
        label={selection.labelOf(row)}
        chosen={selection.isChosen(row) ? "all" : "none"}
        onToggle={() => selection.onToggle(row, isRange.current)}
      >
        <span aria-hidden className="text-ink-soft text-sm rows:hidden">
          {selection.cardLabel}
        </span>
      </PromptChoice>
    </td>
  );
}

/** A box that shows its new state at once: the table around it, which may have a thousand rows, follows when it can. */
function PromptChoice({ chosen, onToggle, ...props }: ComponentProps<typeof ChoiceBox>) {
  const [shown, show] = useOptimistic(chosen);
  return (
    <ChoiceBox
      {...props}
      chosen={shown}
      onToggle={() =>
        startTransition(() => {
          show(shown === "all" ? "none" : "all");
          onToggle();
        })
      }
    />
  );
}

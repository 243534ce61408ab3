import { plainHeader } from "@/lib/platform/csv";

/** Meanings of a table's columns, one by one; null: not read. */
export type Matching<Column extends string> = (Column | null)[];

/** Known columns of one kind of file. */
export interface ColumnRules<Column extends string> {
  /** The column that a header means, null for one that is known and not read, undefined for one that nobody knows. */
  columnOf: (header: string) => Column | null | undefined;
  /** Columns that several columns of the file may be together: the first that is filled counts. */
  several: ReadonlySet<Column>;
  /** Column by column, what its cells look like; the first that most cells are is proposed. */
  looks: readonly (readonly [Column, (cell: string) => boolean])[];
  /** Whether these columns are enough to read the file by. */
  isEnough: (columns: ReadonlySet<Column>) => boolean;
  /** Columns of days, and the years that such a day can have. */
  days: Partial<Record<Column, { from: number; to: number }>>;
  /** Headers that only the export of one shop or contact list has: what else such a file has is not read. */
  exports: readonly string[];
}

export interface Proposal<Column extends string> {
  columns: Matching<Column>;
  /** Nothing was guessed: each column is known, or is one of a known export. */
  isCertain: boolean;
}

/** So many of a column's cells look like what it is proposed as. */
const SHARE_MIN = 0.6;

/** Proposes what each column is: by its header in either language, and otherwise by its cells. */
export function proposeColumns<Column extends string>(
  headers: readonly string[],
  samples: readonly (readonly string[])[],
  { columnOf, several, looks, exports, isEnough }: ColumnRules<Column>,
): Proposal<Column> {
  const isExport = exports.some((known) =>
    headers.some((header) => plainHeader(header) === plainHeader(known)),
  );
  const taken = new Set<Column>();
  let isCertain = true;
  const take = (column: Column): Column | null => {
    if (taken.has(column) && !several.has(column)) {
      isCertain = false;
      return null;
    }
    taken.add(column);
    return column;
  };
  const known = headers.map((header) => columnOf(header));
  const named = known.map((column) => (column ? take(column) : column));
  const columns = named.map((column, index) => {
    const cells = samples.map((cells) => cells[index] ?? "").filter((cell) => cell !== "");
    if (column !== undefined || isExport || (cells.length === 0 && headers[index] === ""))
      return column ?? null;
    const look = looks.find(
      ([as, isOne]) =>
        !taken.has(as) && cells.length > 0 && cells.filter(isOne).length / cells.length >= SHARE_MIN,
    );
    // A list of one kind of thing needs no header.
    if (look === undefined || headers.length > 1) isCertain = false;
    return look === undefined ? null : take(look[0]);
  });
  return { columns, isCertain: isCertain && isEnough(taken) };
}

/** The cells of a line by what they are; of columns that are several the first that is filled. */
export function cellsByColumn<Column extends string>(
  columns: Matching<Column>,
  cells: readonly string[],
): Partial<Record<Column, string>> {
  const named: Partial<Record<Column, string>> = {};
  for (const [index, column] of columns.entries()) {
    if (column !== null && !named[column]) named[column] = cells[index] ?? "";
  }
  return named;
}

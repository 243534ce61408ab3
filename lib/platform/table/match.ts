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
  /** A word in a column's name, in small letters, that says what its cells are, where most of them have that form. */
  hints?: readonly (readonly [Column, RegExp, (cell: string) => boolean])[];
  /** Columns that no reader wants to lose: one that looks like it, and is not read, is asked about. */
  mattering?: ReadonlySet<Column>;
  /** Whether these columns are enough to read the file by. */
  isEnough: (columns: ReadonlySet<Column>) => boolean;
  /** Columns of days, and the years that such a day can have. */
  days: Partial<Record<Column, { from: number; to: number }>>;
  /** Headers that only the export of one shop or contact list has: what else such a file has is not read. */
  exports: readonly string[];
}

export interface Proposal<Column extends string> {
  columns: Matching<Column>;
  /** Of each column that nobody knows by its name, the one that it looks like. */
  looksLike: Matching<Column>;
  /** Nothing was guessed: each column is known, or is one of a known export. */
  isCertain: boolean;
}

/** So many of a column's cells look like what it is proposed as. */
const SHARE_MIN = 0.6;

/** Proposes what each column is: by its header in either language, and otherwise by its name and its cells. */
export function proposeColumns<Column extends string>(
  headers: readonly string[],
  samples: readonly (readonly string[])[],
  rules: ColumnRules<Column>,
): Proposal<Column> {
  const { columnOf, several, exports, isEnough } = rules;
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
  const columns: Matching<Column> = [];
  const looksLike: Matching<Column> = [];
  for (const [index, column] of named.entries()) {
    const header = headers[index] ?? "";
    const cells = samples.map((cells) => cells[index] ?? "").filter((cell) => cell !== "");
    const isUnknown = known[index] === undefined && (cells.length > 0 || header !== "");
    const look = isUnknown ? lookOf(header, cells, { ...rules, taken }) : null;
    looksLike.push(look);
    if (column !== undefined || isExport || !isUnknown) {
      columns.push(column ?? null);
      continue;
    }
    // A list of one kind of thing needs no header.
    if (look === null || headers.length > 1) isCertain = false;
    columns.push(look === null ? null : take(look));
  }
  return { columns, looksLike, isCertain: isCertain && isEnough(taken) };
}

/** The free column that a name hints at, or else that most cells look like. */
function lookOf<Column extends string>(
  header: string,
  cells: readonly string[],
  { hints = [], looks, taken }: ColumnRules<Column> & { taken: ReadonlySet<Column> },
): Column | null {
  const isMost = (isOne: (cell: string) => boolean) =>
    cells.length > 0 && cells.filter(isOne).length / cells.length >= SHARE_MIN;
  const name = header.normalize("NFKC").toLowerCase();
  const hint = hints.find(([as, words, isOne]) => !taken.has(as) && words.test(name) && isMost(isOne));
  return hint?.[0] ?? looks.find(([as, isOne]) => !taken.has(as) && isMost(isOne))?.[0] ?? null;
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

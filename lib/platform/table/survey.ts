import type { Encoding, Source } from "./bytes";
import { plainCell } from "./cells";
import { DayColumn, type DayOrder, type DaySample } from "./dates";
import { type ColumnRules, cellsByColumn, type Matching, proposeColumns } from "./match";
import { type OpenTable, openTable } from "./table";
import type { AgreedWorkbook } from "./workbook";

/** How a file is read, as far as it was agreed. */
export interface Agreed<Column extends string> extends AgreedWorkbook {
  encoding?: Encoding | undefined;
  columns?: Matching<Column> | undefined;
  dayOrders?: Partial<Record<Column, DayOrder>> | undefined;
}

/** Questions about a file that its bytes do not settle, with proposed answers. */
export interface Question<Column extends string> {
  /** The names of the file's columns, "" where it has none, and some of their cells, line by line. */
  headers: string[];
  samples: string[][];
  columns: Matching<Column>;
  /** Of each column that nobody knows by its name, the one that it looks like, where that one matters. */
  looksLike: Matching<Column>;
  /** Some names as each encoding would have them, the proposed one first; null where the file says it. */
  encodings: { encoding: Encoding; names: string[] }[] | null;
  /** Columns of days, each of which can be two, and no line settles which. */
  days: { column: Column; samples: DaySample[] }[];
  /** Sheets with rows, the one that is read first; null where there is one, or one was chosen. */
  sheets: string[] | null;
  /** Rows and columns that the spreadsheet hides; null where there are none, or a person has said whether they are read. */
  hidden: { rows: number; columns: number } | null;
  /** Answers about the workbook that were given, for the next ones to go with. */
  workbook: AgreedWorkbook;
}

export interface Survey<Column extends string> {
  table: OpenTable;
  columns: Matching<Column>;
  dayOrders: Partial<Record<Column, DayOrder>>;
  question: Question<Column>;
  /** Nothing has to be asked. */
  isClear: boolean;
}

const SAMPLE_LINES = 50;
const SHOWN_LINES = 3;
const SHOWN_LENGTH = 60;
const OTHER_ENCODINGS: readonly Encoding[] = ["windows-1256", "windows-1252"];
const FOREIGN_LETTERS = /[^\p{ASCII}]/u;

/**
 * Looks at a whole file before it is read: what it is, what its columns are, in which order its days are written.
 * @param recall the columns that were agreed for a file with these headers before
 * @throws TableError
 */
export async function surveyTable<Column extends string>(
  source: Source,
  rules: ColumnRules<Column>,
  agreed: Agreed<Column>,
  recall: (headers: readonly string[]) => Promise<Matching<Column> | null> = async () => null,
): Promise<Survey<Column>> {
  const isKnown = (header: string) => header !== "" && rules.columnOf(header) !== undefined;
  const table = await openTable(source, isKnown, agreed);
  const samples = await sampleOf(table);
  const proposal = proposeColumns(table.headers, samples, rules);
  const known = agreed.columns ?? (table.hasHeader ? await recall(table.headers) : null);
  const columns = known?.length === table.headers.length ? known : proposal.columns;
  const isMatched = columns === known || proposal.isCertain;
  const { dayOrders, days } = await readOrders(table, { columns, rules, agreed });
  const encodings =
    table.encoding === null || table.encoding.isSure || agreed.encoding !== undefined
      ? null
      : await otherSpellings(source, isKnown);
  const unseen = unseenOf(table, agreed);
  const looksLike = proposal.looksLike.map((column) =>
    column !== null && rules.mattering?.has(column) ? column : null,
  );
  // A person's own answer leaves columns out on purpose.
  const isLeftOut = columns !== known && isAnyLeftOut(columns, looksLike);
  return {
    table,
    columns,
    dayOrders,
    question: {
      ...{ headers: table.headers, samples: shown(samples, table) },
      ...{ columns, looksLike, encodings, days, ...unseen },
    },
    isClear:
      isMatched &&
      !isLeftOut &&
      days.length === 0 &&
      encodings === null &&
      unseen.sheets === null &&
      unseen.hidden === null,
  };
}

/** Whether a column is not read that looks like one that matters, and that no other column of the file is. */
export function isAnyLeftOut<Column extends string>(
  columns: Matching<Column>,
  looksLike: Matching<Column>,
): boolean {
  return looksLike.some((look, index) => look !== null && columns[index] === null && !columns.includes(look));
}

/** Parts of a workbook that a look at one sheet does not show. */
function unseenOf(
  { workbook }: OpenTable,
  agreed: AgreedWorkbook,
): Pick<Question<string>, "sheets" | "hidden" | "workbook"> {
  if (workbook === null) return { sheets: null, hidden: null, workbook: {} };
  const { sheets, hidden } = workbook;
  return {
    sheets:
      sheets.length > 1 && (agreed.sheet === undefined || !sheets.includes(agreed.sheet)) ? sheets : null,
    hidden: hidden.rows + hidden.columns > 0 && agreed.hidden === undefined ? hidden : null,
    workbook: {
      ...(agreed.sheet !== undefined && { sheet: agreed.sheet }),
      ...(agreed.hidden !== undefined && { hidden: agreed.hidden }),
    },
  };
}

async function sampleOf(table: OpenTable): Promise<string[][]> {
  const samples: string[][] = [];
  for await (const { cells } of table.records()) {
    if (cells !== null) samples.push(cells.map(plainCell));
    if (samples.length === SAMPLE_LINES) break;
  }
  return samples;
}

function shown(samples: readonly string[][], { headers }: OpenTable): string[][] {
  return samples
    .slice(0, SHOWN_LINES)
    .map((cells) => headers.map((_, index) => (cells[index] ?? "").slice(0, SHOWN_LENGTH)));
}

async function readOrders<Column extends string>(
  table: OpenTable,
  {
    columns,
    rules,
    agreed,
  }: { columns: Matching<Column>; rules: ColumnRules<Column>; agreed: Agreed<Column> },
): Promise<Pick<Survey<Column>, "dayOrders"> & Pick<Question<Column>, "days">> {
  const dayOrders: Partial<Record<Column, DayOrder>> = { ...agreed.dayOrders };
  const days: Question<Column>["days"] = [];
  const open = Object.entries(rules.days) as [Column, { from: number; to: number }][];
  const asked = open.filter(([column]) => columns.includes(column) && dayOrders[column] === undefined);
  if (asked.length === 0) return { dayOrders, days };
  const found = asked.map(([column, years]) => ({ column, days: new DayColumn(years) }));
  for await (const { cells } of table.records()) {
    const named = cellsByColumn(columns, cells ?? []);
    for (const { column, days } of found) days.add(plainCell(named[column] ?? ""));
  }
  for (const { column, days: column_ } of found) {
    const { outcome } = column_;
    if (typeof outcome === "object") days.push({ column, samples: [...outcome.samples] });
    else if (outcome !== undefined) dayOrders[column] = outcome;
  }
  return { dayOrders, days };
}

/** The first cells with letters of their own, as each encoding has them. */
async function otherSpellings(
  source: Source,
  isKnown: (header: string) => boolean,
): Promise<Question<string>["encodings"]> {
  const spellings = OTHER_ENCODINGS.map(async (encoding) => {
    const table = await openTable(source, isKnown, { encoding });
    const cells = [...(await sampleOf(table)), ...(table.hasHeader ? [table.headers] : [])].flat();
    return { encoding, names: cells.filter((cell) => FOREIGN_LETTERS.test(cell)).slice(0, SHOWN_LINES) };
  });
  return Promise.all(spellings);
}

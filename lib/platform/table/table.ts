import { setImmediate } from "node:timers/promises";
import { toLatinDigits } from "../digits";
import { decode, type Encoding, type NotATable, type Source, sniff, wholeOf } from "./bytes";
import { readWorkbookApart } from "./read-apart";
import { cellsOf, recordsOf, type TableRecord } from "./records";
import { TooLong } from "./sheet";
import { type AgreedWorkbook, WORKBOOK_BYTES_MAX, type WorkbookTable } from "./workbook";

/** The file is no table that can be read. */
export class TableError extends Error {
  override readonly name = "TableError";

  constructor(readonly why: NotATable | "empty") {
    super(`The file cannot be read: ${why}`);
  }
}

/** A table that was opened: what its columns are called, and its lines as often as they are asked for. */
export interface OpenTable {
  /** The cells of the header; numbered ones where the file begins with its data. */
  headers: string[];
  hasHeader: boolean;
  /** Encoding of the text, and whether only a reader can tell; null of a workbook. */
  encoding: { name: Encoding; isSure: boolean } | null;
  /** Sheets of a workbook, the one that is read first, and how much of this one the spreadsheet hides; null of a text. */
  workbook: Pick<WorkbookTable, "sheets" | "hidden"> | null;
  /** The lines below the header. */
  records: () => AsyncIterable<TableRecord>;
}

/** Tells whether a cell is the name of a column that a person knows. */
type IsKnown = (header: string) => boolean;

const DELIMITERS = [",", ";", "\t", "|"];
/** How far down a header is looked for: above it there may be a title, a date, a logo's empty lines. */
const HEAD_LINES = 20;
const SEPARATOR_LINE = /^\ufeff?"?sep=(.)"?$/i;

/**
 * Opens a table, whatever it came as: comma, semicolon, tab or bar between the cells, UTF-8, UTF-16 or (where a person says so) another
 * encoding, or a workbook (.xlsx), by its bytes and not by its name. A `sep=` line and lines above the header are left out.
 * @throws TableError
 */
export async function openTable(
  source: Source,
  isKnown: IsKnown,
  agreed: { encoding?: Encoding | undefined } & AgreedWorkbook = {},
): Promise<OpenTable> {
  const sniffed = await sniff(source);
  if (sniffed.kind === "none") throw new TableError(sniffed.why);
  if (sniffed.kind === "workbook") {
    const bytes = await wholeOf(source, WORKBOOK_BYTES_MAX);
    if (bytes === null) throw new TableError("too_long");
    const workbook = await readWorkbookApart(bytes, agreed).catch((error: unknown) => {
      throw error instanceof TooLong ? new TableError("too_long") : error;
    });
    if (workbook === null) throw new TableError("document");
    const { records } = workbook;
    const head = headOf(records.slice(0, HEAD_LINES), isKnown);
    return { ...head.table, encoding: null, workbook, records: () => from(records.slice(head.skip)) };
  }
  const encoding = agreed.encoding ?? sniffed.encoding;
  const text = () => decode(source, encoding);
  const delimiter = await delimiterOf(text, isKnown);
  const first: TableRecord[] = [];
  for await (const record of recordsOf(text(), delimiter)) {
    if (isSeparatorLine(record)) continue;
    first.push(record);
    if (first.length === HEAD_LINES) break;
  }
  const { table, skip } = headOf(first, isKnown);
  return {
    ...table,
    encoding: { name: encoding, isSure: sniffed.isSure },
    workbook: null,
    records: async function* () {
      let place = 0;
      for await (const record of recordsOf(text(), delimiter, table.headers.length)) {
        if (isSeparatorLine(record)) continue;
        place += 1;
        if (place > skip) yield record;
      }
    },
  };
}

/** Items a thousand at a time, others' work between them. */
async function* from<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  for (let at = 0; at < items.length; at += 1_000) {
    yield* items.slice(at, at + 1_000);
    await setImmediate();
  }
}

function isSeparatorLine({ line, cells }: TableRecord): boolean {
  return line === 1 && cells !== null && /^sep=/i.test(cells[0]?.replace("\ufeff", "") ?? "");
}

/** The separator that the file names, or else the one that splits most of its first lines: known names before many cells. */
async function delimiterOf(text: () => AsyncIterable<string>, isKnown: IsKnown): Promise<string> {
  let head = "";
  for await (const part of text()) {
    head += part;
    if (head.length > 16_384) break;
  }
  const lines = head.split(/\r\n|\r|\n/, HEAD_LINES);
  const told = SEPARATOR_LINE.exec(lines[0] ?? "")?.[1];
  if (told !== undefined) return told;
  const scores = DELIMITERS.map((delimiter) => {
    const rows = lines.map((line) => cellsOf(line, delimiter)).filter((cells) => typeof cells !== "string");
    const known = Math.max(0, ...rows.map((cells) => cells.filter((cell) => isKnown(cell.trim())).length));
    return { delimiter, known, cells: Math.max(0, ...rows.map((cells) => cells.length)) };
  });
  const [best] = scores.toSorted((one, other) => other.known - one.known || other.cells - one.cells);
  return best?.delimiter ?? ",";
}

/** Titles are words: three digits alone, or seven with anything around them, are a code or a phone's number. */
function isData(cell: string): boolean {
  const text = toLatinDigits(cell);
  return /^\d{3,}$/.test(text) || text.replace(/\D/g, "").length >= 7;
}

/**
 * Which of the first lines is the header: the one with the most known names, or else the first with as many cells as most, unless a cell
 * of it is a number or has as many digits as a phone's: then the file begins with its data.
 */
function headOf(
  records: readonly TableRecord[],
  isKnown: IsKnown,
): { table: Pick<OpenTable, "headers" | "hasHeader">; skip: number } {
  const rows = records.map(({ cells }) => (cells ?? []).map((cell) => cell.trim()));
  if (rows.every((cells) => cells.length === 0)) throw new TableError("empty");
  const known = rows.map((cells) => cells.filter(isKnown).length);
  const filled = rows.map((cells) => cells.filter((cell) => cell !== "").length);
  const most = Math.max(...known);
  const place = most > 0 ? known.indexOf(most) : filled.indexOf(Math.max(...filled));
  const row = rows[place] ?? [];
  const hasHeader = most > 0 || !row.some(isData);
  // Spreadsheets leave empty columns at the end.
  const widths = rows.slice(place).map((cells) => cells.findLastIndex((cell) => cell !== "") + 1);
  const width = hasHeader ? (widths[0] ?? 0) : Math.max(...widths);
  const headers = Array.from({ length: width }, (_, index) => (hasHeader ? (row[index] ?? "") : ""));
  return { table: { headers, hasHeader }, skip: hasHeader ? place + 1 : place };
}

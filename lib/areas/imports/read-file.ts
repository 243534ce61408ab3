import { CsvError, parse } from "csv-parse/sync";
import { WALLET_STATUS } from "@/lib/ledger/core/types";
import { columnOf, type FileColumn } from "./columns";
import type { ImportColumn } from "./schemas";

/** Why a file cannot be read at all. */
export type FileProblem =
  | { code: "encoding" }
  | { code: "empty" }
  | { code: "header_unreadable" }
  | { code: "columns_unknown"; names: string[] }
  | { code: "columns_twice"; names: string[] }
  | { code: "mobile_missing" }
  | { code: "too_many_lines"; max: number };

export class FileError extends Error {
  override readonly name = "FileError";

  constructor(readonly problem: FileProblem) {
    super(`The file cannot be read: ${problem.code}`);
  }
}

/** A line of the file with something on it. */
export interface FileLine {
  /** As an editor numbers it; the header is the first. */
  line: number;
  /** What stands in each column; absent when the line is broken. */
  cells: Partial<Record<ImportColumn, string>> | null;
  /** Only in an export, of a wallet that is not active there. */
  isInactive?: boolean;
}

/** Longest line, in characters. Nothing that a customer is called or lives at comes near it. */
export const LINE_LENGTH_MAX = 8_192;
/** Lines of one file, the header not counted. */
export const LINES_MAX = 200_000;

/** An unmistakable sign of a separator other than the comma: some countries' spreadsheets write these. */
const DELIMITERS = [",", ";", "\t"];

/**
 * The lines of a CSV file (RFC 4180, UTF-8 with or without a byte order mark; comma, semicolon or tab between the cells),
 * read as the bytes come and never whole. A line that is broken, longer than {@link LINE_LENGTH_MAX} or has more cells
 * than columns comes with no cells, and the lines after it are read all the same.
 *
 * @throws FileError when the file as a whole cannot be used
 */
export async function* readFile(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ columns: ImportColumn[] } | FileLine> {
  let header: Header | null = null;
  let columns: FileColumn[] = [];
  let count = 0;
  for await (const { line, text } of linesOf(decode(bytes))) {
    if (header === null) {
      if (text === null) throw new FileError({ code: "header_unreadable" });
      if (text.trim() === "") continue;
      header = headerOf(text);
      columns = columnsOf(header);
      yield { columns: columns.filter(isOfImport) };
      continue;
    }
    const cells = text === null ? null : cellsOf(text, header.delimiter);
    if (cells?.every((cell) => cell.trim() === "")) continue;
    count += 1;
    if (count > LINES_MAX) throw new FileError({ code: "too_many_lines", max: LINES_MAX });
    const isWhole = cells?.slice(columns.length).every((cell) => cell.trim() === "") ?? false;
    const status = isWhole ? (cells?.[columns.indexOf("status")] ?? "").trim() : "";
    yield {
      line,
      cells: isWhole && cells ? named(columns, cells) : null,
      ...(status !== "" && status !== ACTIVE && { isInactive: true }),
    };
  }
  if (count === 0) throw new FileError({ code: "empty" });
}

const ACTIVE = String(WALLET_STATUS.active);

function isOfImport(column: FileColumn): column is ImportColumn {
  return column !== null && column !== "status";
}

function named(
  columns: readonly FileColumn[],
  cells: readonly string[],
): Partial<Record<ImportColumn, string>> {
  return Object.fromEntries(
    columns.flatMap((column, index) => (isOfImport(column) ? [[column, (cells[index] ?? "").trim()]] : [])),
  );
}

/** Takes the byte order mark off as well. */
async function* decode(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const part = (...decoded: Parameters<TextDecoder["decode"]>) => {
    try {
      return decoder.decode(...decoded);
    } catch {
      throw new FileError({ code: "encoding" });
    }
  };
  for await (const some of bytes) yield part(some, { stream: true });
  yield part();
}

interface Line {
  line: number;
  /** Null when it is longer than {@link LINE_LENGTH_MAX}: then it is not kept. */
  text: string | null;
}

/**
 * One line of the file is one line of the table. A line break inside quotes is none, though RFC 4180 allows it: after a single
 * forgotten quote it would swallow the rest of the file, and no field of a customer has one.
 */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<Line> {
  let line = 1;
  let begun = "";
  let isTooLong = false;
  let endsWithReturn = false;
  for await (const part of text) {
    if (part === "") continue;
    // Some programs end lines with a carriage return alone. One at the end of a part may be half of a line's end.
    const whole = endsWithReturn && part.startsWith("\n") ? part.slice(1) : part;
    endsWithReturn = part.endsWith("\r");
    const pieces = whole.split(/\r\n|\r|\n/);
    for (const [index, piece] of pieces.entries()) {
      if (!isTooLong) begun += piece;
      if (begun.length > LINE_LENGTH_MAX) {
        isTooLong = true;
        begun = "";
      }
      if (index === pieces.length - 1) break;
      yield { line, text: isTooLong ? null : begun };
      line += 1;
      begun = "";
      isTooLong = false;
    }
  }
  if (isTooLong || begun !== "") yield { line, text: isTooLong ? null : begun };
}

/** The cells of a line; null when its quotes make no sense. */
function cellsOf(text: string, delimiter: string): string[] | null {
  if (!text.includes('"')) return text.split(delimiter);
  try {
    const [cells = []] = parse(text, { delimiter, relax_column_count: true, record_delimiter: "\n" });
    return cells;
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}

interface Header {
  cells: string[];
  delimiter: string;
}

/** The separator is the one that makes the most of the header. */
function headerOf(text: string): Header {
  const readings = DELIMITERS.map((delimiter) => ({ delimiter, cells: cellsOf(text, delimiter) ?? [] }));
  const [best] = readings.sort((one, other) => other.cells.length - one.cells.length);
  if (best === undefined || best.cells.length === 0) throw new FileError({ code: "header_unreadable" });
  return { delimiter: best.delimiter, cells: best.cells.map((cell) => cell.trim()) };
}

/** Names shown in a complaint: enough to see what is meant. */
const NAMES_SHOWN_MAX = 5;
const NAME_LENGTH_MAX = 40;

/**
 * A line without one known header is no line of headers: then it may say who a customer is, and none of it is repeated in the complaint,
 * which is kept.
 */
function columnsOf({ cells }: Header): FileColumn[] {
  // Spreadsheets leave empty columns at the end.
  const headers = cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1);
  const unknown = headers.filter((header) => columnOf(header) === undefined);
  if (unknown.length === headers.length) throw new FileError({ code: "header_unreadable" });
  if (unknown.length > 0) throw new FileError({ code: "columns_unknown", names: shownNames(unknown) });
  const columns = headers.map((header) => columnOf(header) ?? null);
  const twice = headers.filter((_, index) => {
    const column = columns[index] ?? null;
    return column !== null && columns.indexOf(column) !== index;
  });
  if (twice.length > 0) throw new FileError({ code: "columns_twice", names: shownNames(twice) });
  if (!columns.includes("mobile")) throw new FileError({ code: "mobile_missing" });
  return columns;
}

function shownNames(headers: readonly string[]): string[] {
  return headers
    .slice(0, NAMES_SHOWN_MAX)
    .map((header) => header.replace(/[\p{Cc}\p{Cf}]/gu, "").slice(0, NAME_LENGTH_MAX));
}

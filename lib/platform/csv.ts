import { pipeline, Readable } from "node:stream";
import { stringify } from "csv-stringify";
import type { Bilingual, Language } from "./language";
import { formatLocalDateTime, formatOffsetDateTime } from "./time";

/** A day or a moment on the programme's clocks, and the text that a CSV file has of it; a workbook has it as a date. */
export interface DateCell {
  /** Such as "2026-10-31" or "2026-10-31T23:59:07". */
  local: string;
  text: string;
}

/** A cell's content. Null and undefined are written as nothing. */
export type CsvCell = string | number | boolean | null | undefined | DateCell | AmountCell;

/** An exact decimal such as "1250.50": a CSV file has its text, a workbook a number with two decimals. */
export interface AmountCell {
  amount: string;
}

/** An instant on the clocks of `zone`; a CSV file has its offset from UTC as well. */
export function momentCell(instant: Date, zone: string): DateCell {
  return { local: formatLocalDateTime(instant, zone), text: formatOffsetDateTime(instant, zone) };
}

/** A day of the calendar. */
export const dayCell = (day: string): DateCell => ({ local: day, text: day });

export interface CsvColumn<Row> {
  header: Bilingual;
  cell: (row: Row) => CsvCell;
}

/**
 * A CSV file (RFC 4180) as a stream: UTF-8 with a byte order mark (for Excel), a line of headers in the reader's language,
 * then a line for each row, read from `rows` only as fast as the reader takes them. A text that a spreadsheet would take
 * for a formula (starting with `=`, `+`, `-`, `@`, a tab or a carriage return) gets an apostrophe in front, and so does what
 * would begin a cell within it for a spreadsheet that splits at semicolons or tabs; numbers are written as they are. An
 * error of `rows` breaks the stream off, so that half a file is never taken for a whole one. A reader that
 * goes away ends `rows`.
 */
export function csvStream<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
  language: Language,
): ReadableStream<Uint8Array> {
  const lines = stringify({
    bom: true,
    header: true,
    columns: columns.map(({ header }) => ({ key: header.en, header: header[language] })),
    record_delimiter: "windows",
    escape_formulas: true,
    cast: { boolean: String },
  });
  const source = Readable.from(cellsOf(columns, rows));
  // The reader gets the error from the stream itself.
  pipeline(source, lines, () => undefined);
  return Readable.toWeb(lines) as ReadableStream<Uint8Array>;
}

async function* cellsOf<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
): AsyncGenerator<ReturnType<typeof plainCell>[]> {
  for await (const row of rows)
    yield columns.map(({ cell }) => {
      const value = plainCell(cell(row));
      return typeof value === "string" ? value.replace(INNER_FORMULA, "$1'") : value;
    });
}

/** The cell as CSV has it. A number below zero is no formula. */
function plainCell(cell: CsvCell): string | number | boolean | null | undefined {
  if (typeof cell !== "object" || cell === null) return cell;
  return "amount" in cell ? Number(cell.amount) : cell.text;
}

/** Where a spreadsheet that splits at semicolons or tabs, and knows nothing of our quotation marks, would find a formula. */
const INNER_FORMULA = /([;\t\r\n]\s*)(?=[=+\-@＝＋－＠])/g;

const CONTENT_TYPES = {
  csv: "text/csv; charset=utf-8; header=present",
  html: "text/html; charset=utf-8",
  json: "application/json; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;

interface FileNames {
  name: string;
  plainName: string;
}

/**
 * The headers of an answer that is saved as a file. `name` may be in any script; clients that know ASCII only get
 * `plainName`. Characters that file systems refuse become hyphens.
 */
export function fileHeaders({
  name,
  plainName,
  extension,
}: FileNames & { extension: keyof typeof CONTENT_TYPES }): Record<string, string> {
  const encoded = encodeURIComponent(fileName(name)).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return {
    "content-type": CONTENT_TYPES[extension],
    "content-disposition": `attachment; filename="${fileName(plainName)}.${extension}"; filename*=UTF-8''${encoded}.${extension}`,
    // Readers of lines must not wait for a compressor or a proxy to fill its buffer.
    "x-accel-buffering": "no",
  };
}

/** {@link fileHeaders} of a CSV file. */
export function csvHeaders(names: FileNames): Record<string, string> {
  return fileHeaders({ ...names, extension: "csv" });
}

function fileName(name: string): string {
  return name.replace(/[\p{Cc}\p{Cs}"*/:<>?\\|%]+/gu, "-").trim();
}

/** Columns by the headers that mean them: their own names, and what they are called in either language. See {@link plainHeader}. */
export function columnsByHeader<Column extends string>(
  names: Readonly<Record<Column, Bilingual>>,
): Map<string, Column> {
  const columns = Object.keys(names) as Column[];
  return new Map(
    columns.flatMap((column) => {
      const { en, ar } = names[column];
      return [column, en, ar].map((name) => [plainHeader(name), column] as const);
    }),
  );
}

/** A header as it is compared with names of columns: whatever its case, spaces and hyphens. */
export function plainHeader(header: string): string {
  return header
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

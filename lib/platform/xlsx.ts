import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { CsvCell, CsvColumn, DateCell } from "./csv";
import type { Language } from "./language";

/** Rows of one sheet besides its headers; the format ends at 1,048,576. Further rows go on in further sheets. */
export const SHEET_ROWS_MAX = 1_000_000;
/** Written at a time. */
const CHUNK_CHARACTERS = 32_768;
/** Longest text of a cell. */
const CELL_CHARACTERS_MAX = 32_767;
const COLUMN_WIDTH = 18;

/**
 * An Excel workbook (ECMA-376, .xlsx) as a stream: headers in the reader's language that stay in view, then a line for each row,
 * read from `rows` only as fast as the reader takes them, so that its length costs no memory. In Arabic a sheet runs from right to
 * left. Texts are texts whatever they begin with: a spreadsheet takes none of them for a formula. An error of `rows` breaks the
 * stream off.
 */
export function xlsxStream<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
  language: Language,
  { sheetRowsMax = SHEET_ROWS_MAX }: { sheetRowsMax?: number } = {},
): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const source = new Lookahead(rows);
  let sheets = 0;
  const addSheet = () => {
    sheets += 1;
    const sheet = Readable.from(sheetXml(columns, source, { language, sheetRowsMax }), { objectMode: false });
    sheet.once("error", (error) => output.destroy(error));
    sheet.once("end", () => {
      // The parts that name all sheets come last, when their number is known.
      if (source.isDone) finish();
      else addSheet();
    });
    // A reader that goes away ends `rows`.
    output.once("close", () => sheet.destroy());
    zip.addReadStream(sheet, `xl/worksheets/sheet${sheets}.xml`);
  };
  const finish = () => {
    const names = Array.from({ length: sheets }, (_, index) => index + 1);
    for (const [name, text] of Object.entries(bookParts(names))) zip.addBuffer(Buffer.from(text), name);
    zip.end();
  };
  addSheet();
  return output;
}

/** Rows of which the next one can be asked for without taking it. */
class Lookahead<Row> {
  readonly #iterator: AsyncIterator<Row> | Iterator<Row>;
  #next: IteratorResult<Row> | undefined;

  constructor(rows: AsyncIterable<Row> | Iterable<Row>) {
    this.#iterator =
      Symbol.asyncIterator in rows
        ? rows[Symbol.asyncIterator]()
        : (rows as Iterable<Row>)[Symbol.iterator]();
  }

  /** Known once {@link peek} has been asked. */
  get isDone(): boolean {
    return this.#next?.done === true;
  }

  async peek(): Promise<IteratorResult<Row>> {
    this.#next ??= await this.#iterator.next();
    return this.#next;
  }

  take(): void {
    this.#next = undefined;
  }

  async close(): Promise<void> {
    await this.#iterator.return?.();
  }
}

async function* sheetXml<Row>(
  columns: readonly CsvColumn<Row>[],
  source: Lookahead<Row>,
  { language, sheetRowsMax }: { language: Language; sheetRowsMax: number },
): AsyncGenerator<string> {
  let isWhole = false;
  try {
    let text = sheetHead(columns.length, language);
    text += rowXml(
      columns.map(({ header }) => header[language]),
      1,
      HEADER_STYLE,
    );
    for (let count = 0; count < sheetRowsMax; count += 1) {
      const next = await source.peek();
      if (next.done === true) break;
      source.take();
      text += rowXml(
        columns.map(({ cell }) => cell(next.value)),
        count + 2,
      );
      if (text.length < CHUNK_CHARACTERS) continue;
      yield text;
      text = "";
    }
    await source.peek();
    yield `${text}</sheetData></worksheet>`;
    isWhole = true;
  } finally {
    if (!isWhole) await source.close();
  }
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const CONTENT = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const HEADER_STYLE = ' s="1"';

function sheetHead(columnCount: number, language: Language): string {
  const direction = language === "ar" ? ' rightToLeft="1"' : "";
  return (
    `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView${direction} workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols><col min="1" max="${columnCount}" width="${COLUMN_WIDTH}" customWidth="1"/></cols><sheetData>`
  );
}

/** A row and its cells with their addresses: the format lets them be left out, and readers stumble over it. */
function rowXml(cells: readonly CsvCell[], row: number, style = ""): string {
  const addressed = cells.map((cell, index) => cellXml(cell, ` r="${columnLetters(index)}${row}"${style}`));
  return `<row r="${row}">${addressed.join("")}</row>`;
}

function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : `${columnLetters(Math.floor(index / 26) - 1)}${last}`;
}

/** Days from 30 December 1899, from which spreadsheets count, to 1 January 1970. */
const EPOCH_DAYS = 25_569;
const DAY_MS = 86_400_000;
const DATE_STYLE = ' s="2"';
const MOMENT_STYLE = ' s="3"';
const AMOUNT_STYLE = ' s="4"';

/** Spreadsheets know no zones: a date is what the clock on the wall said. */
function dateXml({ local, text }: DateCell, address: string): string {
  const at = Date.parse(local.length > 10 ? `${local.slice(0, 19)}Z` : `${local}T00:00:00Z`);
  if (Number.isNaN(at)) return cellXml(text, address);
  return `<c${address}${local.length > 10 ? MOMENT_STYLE : DATE_STYLE}><v>${at / DAY_MS + EPOCH_DAYS}</v></c>`;
}

function cellXml(value: CsvCell, attributes: string): string {
  if (value === null || value === undefined || value === "") return `<c${attributes}/>`;
  if (typeof value === "object") {
    if ("local" in value) return dateXml(value, attributes);
    return cellXml(Number(value.amount), `${attributes}${AMOUNT_STYLE}`);
  }
  if (typeof value === "boolean") return `<c${attributes} t="b"><v>${value ? 1 : 0}</v></c>`;
  // A spreadsheet keeps 15 digits of a number.
  if (typeof value === "number" && Number.isFinite(value) && Math.abs(value) < 1e15)
    return `<c${attributes}><v>${value}</v></c>`;
  return `<c${attributes} t="inlineStr"><is><t xml:space="preserve">${xmlText(String(value))}</t></is></c>`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Characters that XML 1.0 cannot hold are left out: control characters, and halves of surrogate pairs. */
function xmlText(text: string): string {
  return (
    text
      .slice(0, CELL_CHARACTERS_MAX)
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is left out.
      .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, "")
      .replace(/[&<>]/g, (character) => ENTITIES[character] ?? "")
  );
}

function bookParts(sheets: readonly number[]): Record<string, string> {
  const all = (text: (sheet: number) => string) => sheets.map(text).join("");
  const styleId = `rId${sheets.length + 1}`;
  return {
    "xl/workbook.xml": `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${all(
      (sheet) => `<sheet name="${sheet}" sheetId="${sheet}" r:id="rId${sheet}"/>`,
    )}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${XML}<Relationships xmlns="${PACKAGE}/relationships">${all(
      (sheet) =>
        `<Relationship Id="rId${sheet}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${sheet}.xml"/>`,
    )}<Relationship Id="${styleId}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    // Styles of cells: plain, bold for headers, a day, a moment, and money.
    "xl/styles.xml":
      `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>` +
      '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
      '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill>' +
      '<fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>' +
      '<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf fontId="0"/><xf fontId="1" applyFont="1"/>' +
      '<xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/></cellXfs></styleSheet>',
    "_rels/.rels": `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "[Content_Types].xml":
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/>${all(
        (sheet) =>
          `<Override PartName="/xl/worksheets/sheet${sheet}.xml" ContentType="${CONTENT}.worksheet+xml"/>`,
      )}</Types>`,
  };
}

import { shownNumber } from "./shown-number";

/** A row of a sheet as far as it has anything in it. */
export interface SheetRow {
  /** The first is 1. */
  line: number;
  cells: string[];
  /** Hidden by hand or by a filter. */
  isHidden: boolean;
}

export interface Sheet {
  rows: SheetRow[];
  /** Places of columns that are hidden and have something in them. */
  hiddenColumns: ReadonlySet<number>;
}

/** How cells of a workbook are shown. */
export interface Shown {
  /** Texts that cells share. */
  texts: readonly string[];
  /** Formats of numbers by the number of the cell's style. */
  formats: readonly string[];
  counts1904: boolean;
}

/** A tag with its name, without the prefix of its namespace, and its attributes. */
export interface Tag {
  name: string;
  attributes: (name: string) => string | undefined;
  isEnd: boolean;
  /** The text up to the next tag. */
  text: string;
}

/** No attribute has a plain `<`, so that a tag without an end is looked through once. */
const TAG = /<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:"[^"<]*"|'[^'<]*'|[^"'<>])*)>([^<]*)/g;
const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

const patterns = new Map<string, RegExp>();
function attribute(name: string): RegExp {
  const known = patterns.get(name) ?? new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
  patterns.set(name, known);
  return known;
}

/** Without comments, and with the text of CDATA sections as any other. One without an end ends the file. */
function plainXml(xml: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = xml.indexOf("<!"); at !== -1; at = xml.indexOf("<!", at)) {
    const isText = xml.startsWith("<![CDATA[", at);
    if (!isText && !xml.startsWith("<!--", at)) {
      at += 2;
      continue;
    }
    const end = xml.indexOf(isText ? "]]>" : "-->", at);
    parts.push(xml.slice(from, at));
    if (end === -1) return parts.join("");
    if (isText)
      parts.push(xml.slice(at + 9, end).replace(/[&<]/g, (sign) => (sign === "&" ? "&amp;" : "&lt;")));
    from = end + 3;
    at = from;
  }
  return parts.length === 0 ? xml : parts.join("") + xml.slice(from);
}

export function* tagsOf(xml: string): Generator<Tag> {
  for (const [, slash, name = "", rest = "", text = ""] of plainXml(xml).matchAll(TAG)) {
    const attributes = (wanted: string) => {
      const found = attribute(wanted).exec(rest);
      return found === null ? undefined : readText(found[1] ?? found[2] ?? "");
    };
    yield { name, attributes, isEnd: slash === "/", text };
    if (rest.endsWith("/")) yield { name, attributes, isEnd: true, text };
  }
}

/** A text of the file, with the characters that its marks stand for. */
export function readText(xml: string): string {
  return xml
    .replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
      if (name !== undefined) return ENTITIES[name] ?? whole;
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .replace(/_x([\dA-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Gathers a text from its runs. How a word is pronounced stands beside it and is none of it. */
export class Runs {
  text = "";
  #isPhonetic = false;

  see({ name, isEnd, text }: Tag): void {
    if (name === "rPh") this.#isPhonetic = !isEnd;
    if (name === "t" && !isEnd && !this.#isPhonetic) this.text += readText(text);
  }
}

/**
 * The rows of a sheet with their cells as a person sees them. An error, and a formula without a value, are shown as an error.
 * @throws TooLong
 */
export function readSheet(xml: string, shown: Shown): Sheet {
  const rows: SheetRow[] = [];
  const hidden = new Set<number>();
  let row: SheetRow = { line: 0, cells: [], isHidden: false };
  let cell: Cell | null = null;
  let cells = 0;
  for (const tag of tagsOf(xml)) {
    const { name, attributes, isEnd } = tag;
    if (cell === null) {
      if (name === "col" && !isEnd && isHiddenColumn(attributes))
        for (
          let at = Number(attributes("min"));
          at <= Math.min(Number(attributes("max")), COLUMNS_MAX);
          at += 1
        )
          hidden.add(at - 1);
      else if (name === "row" && !isEnd)
        row = {
          line: Number(attributes("r") ?? row.line + 1),
          cells: [],
          isHidden: isTrue(attributes("hidden")) || Number(attributes("ht") ?? 1) === 0,
        };
      else if (name === "row") {
        if (row.cells.some((text) => text !== "")) rows.push(row);
        cells += row.cells.length;
        if (rows.length > ROWS_MAX || cells > CELLS_MAX) throw new TooLong();
      } else if (name === "c" && !isEnd) {
        const column = columnOf(attributes("r")) ?? row.cells.length;
        while (row.cells.length < Math.min(column, COLUMNS_MAX)) row.cells.push("");
        cell = new Cell(attributes("t") ?? "n", Number(attributes("s") ?? 0));
      }
    } else if (name === "c") {
      if (row.cells.length < COLUMNS_MAX) row.cells.push(cell.shown(shown).slice(0, CELL_LENGTH_MAX));
      cell = null;
    } else cell.see(tag);
  }
  const isFilled = (column: number) => rows.some(({ cells }) => (cells[column] ?? "") !== "");
  return { rows, hiddenColumns: new Set([...hidden].filter(isFilled)) };
}

/** More columns than any table of customers has. */
const COLUMNS_MAX = 1_000;
/** Longer than any value: a longer cell is cut, and then too long for its column. */
const CELL_LENGTH_MAX = 2_000;
const ROWS_MAX = 1_048_576;
const CELLS_MAX = 10_000_000;

/** The workbook has more than is read of one. */
export class TooLong extends Error {
  override readonly name = "TooLong";
}

const isTrue = (value: string | undefined) => value === "1" || value === "true";

function isHiddenColumn(attributes: Tag["attributes"]): boolean {
  return isTrue(attributes("hidden")) || Number(attributes("width") ?? 1) === 0;
}

function columnOf(address: string | undefined): number | undefined {
  const letters = /^[A-Z]+/i.exec(address ?? "")?.[0].toUpperCase();
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Stands for a formula whose value is not in the file. */
const NO_VALUE = "#VALUE!";

class Cell {
  readonly #runs = new Runs();
  #value: string | undefined;
  #isFormula = false;

  constructor(
    private readonly type: string,
    private readonly style: number,
  ) {}

  see(tag: Tag): void {
    if (tag.isEnd && tag.name !== "rPh") return;
    if (tag.name === "v") this.#value = readText(tag.text);
    else if (tag.name === "f") this.#isFormula = true;
    else this.#runs.see(tag);
  }

  shown({ texts, formats, counts1904 }: Shown): string {
    const value = this.#value;
    if (this.type === "inlineStr") return this.#runs.text;
    if (value === undefined) return this.#isFormula ? NO_VALUE : "";
    if (this.type === "s") return texts[Number(value)] ?? "";
    if (this.type === "b") return value === "1" ? "true" : "false";
    if (this.type === "d") return value.replace(/T00:00:00(?:\.0+)?Z?$/, "");
    if (this.type !== "n" || value.trim() === "" || Number.isNaN(Number(value))) return value;
    return shownNumber(Number(value), formats[this.style] ?? "General", counts1904);
  }
}

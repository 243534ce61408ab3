/** A line of a table with something on it. */
export interface TableRecord {
  /** As an editor numbers the line it begins on; the first is 1. */
  line: number;
  /** Null when the line cannot be told into cells. */
  cells: string[] | null;
  /** Why not: a quotation mark that is not closed or stands where none may, or a line that is too long. */
  problem?: "quote" | "too_long";
}

/** Longest line, in characters. Nothing that a customer is called or lives at comes near it. */
export const LINE_LENGTH_MAX = 8_192;
/** Lines over which a quoted cell may go. An address has fewer; behind a forgotten quotation mark there is no end. */
const QUOTED_LINES_MAX = 20;

interface Line {
  line: number;
  /** Null when it is longer than {@link LINE_LENGTH_MAX}: then it is not kept. */
  text: string | null;
}

/** The lines of a text, however they end. */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<Line> {
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

/** Lines that can be given back, so that those behind a quotation mark that is never closed are read by themselves. */
class Lines {
  readonly #back: Line[] = [];
  constructor(private readonly lines: AsyncIterator<Line>) {}

  async next(): Promise<Line | undefined> {
    const back = this.#back.shift();
    if (back !== undefined) return back;
    const { done, value } = await this.lines.next();
    return done ? undefined : value;
  }

  giveBack(lines: readonly Line[]): void {
    this.#back.unshift(...lines);
  }
}

/**
 * The records of a text (RFC 4180): a quoted cell may have line ends in it. A line whose quotation mark is never closed, or stands
 * where none may, comes without cells, and the lines after it are read all the same. Empty lines are left out.
 * @param columns how many cells a line has, where that is known: a line within quotes that has as many is no part of a cell
 */
export async function* recordsOf(
  text: AsyncIterable<string>,
  delimiter: string,
  columns = Number.POSITIVE_INFINITY,
): AsyncGenerator<TableRecord> {
  const lines = new Lines(linesOf(text));
  for (let first = await lines.next(); first !== undefined; first = await lines.next()) {
    const { line } = first;
    if (first.text === null) {
      yield { line, cells: null, problem: "too_long" };
      continue;
    }
    let whole = first.text;
    let cells = cellsOf(whole, delimiter);
    const taken: Line[] = [];
    while (cells === "open" && taken.length < QUOTED_LINES_MAX) {
      const next = await lines.next();
      if (next === undefined) break;
      taken.push(next);
      if (next.text === null || whole.length + next.text.length > LINE_LENGTH_MAX) break;
      if (columns > 1 && next.text.split(delimiter).length >= columns && isWholeLine(next.text, delimiter))
        break;
      whole += `\n${next.text}`;
      cells = cellsOf(whole, delimiter);
    }
    if (typeof cells === "string") {
      lines.giveBack(taken);
      yield { line, cells: null, problem: "quote" };
    } else if (cells.some((cell) => cell.trim() !== "")) yield { line, cells };
  }
}

function isWholeLine(text: string, delimiter: string): boolean {
  return typeof cellsOf(text, delimiter) !== "string";
}

/** The cells of a line; "open" when a quotation mark is not closed in it, "broken" when one stands behind a closed cell. */
export function cellsOf(text: string, delimiter: string): string[] | "open" | "broken" {
  if (!text.includes('"')) return text.split(delimiter);
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    const blanks = /^ */.exec(text.slice(at))?.[0].length ?? 0;
    if (text[at + blanks] === '"') {
      const quoted = quotedAt(text, at + blanks);
      if (quoted === null) return "open";
      const end = quoted.end + (/^ */.exec(text.slice(quoted.end))?.[0].length ?? 0);
      if (end < text.length && !text.startsWith(delimiter, end)) return "broken";
      cells.push(quoted.cell);
      at = end;
    } else {
      const end = text.indexOf(delimiter, at);
      cells.push(text.slice(at, end === -1 ? undefined : end));
      at = end === -1 ? text.length : end;
    }
    if (at >= text.length) return cells;
    at += delimiter.length;
    if (at === text.length) return [...cells, ""];
  }
}

/** The quoted cell that begins at `start`, and where it ends; null when it does not. */
function quotedAt(text: string, start: number): { cell: string; end: number } | null {
  let cell = "";
  for (let at = start + 1; ; ) {
    const next = text.indexOf('"', at);
    if (next === -1) return null;
    cell += text.slice(at, next);
    if (text[next + 1] !== '"') return { cell, end: next + 1 };
    cell += '"';
    at = next + 2;
  }
}

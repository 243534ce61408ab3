/** Why a text is no JSON object. */
export type JsonProblem = "empty" | "not_object" | "cut" | "utf16" | "doubled";

export class JsonError extends Error {
  override readonly name = "JsonError";

  /** `problem`: where it can be told. `field`: the name of a doubled one. */
  constructor(readonly details: { problem?: JsonProblem; field?: string }) {
    super("The text is no JSON object");
  }
}

const BACKSLASH = 0x5c;
const QUOTE = 0x22;
const COLON = 0x3a;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;

/**
 * The object of a request body. A body that names a field twice is refused: readers of JSON disagree about which one
 * counts, so a log or proxy could show another amount.
 * @throws JsonError when the text is not JSON, not an object, or names a field twice
 */
export function parseJsonObject(text: string): Record<string, unknown> {
  const value = parseJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new JsonError({ problem: "not_object" });
  if (countFields(text) !== Object.keys(value).length)
    throw new JsonError({ problem: "doubled", field: doubledOf(text, Object.keys(value)) });
  return value as Record<string, unknown>;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new JsonError(problemOf(text));
  }
}

/** Why a text is no JSON, where that can be told. */
function problemOf(text: string): { problem?: JsonProblem } {
  const written = text.trim();
  if (written === "") return { problem: "empty" };
  if (written.includes("\u0000")) return { problem: "utf16" };
  return written.startsWith("{") && !written.endsWith("}") ? { problem: "cut" } : {};
}

/** The name of a field that stands twice; names in values may be counted as well, so that the likeliest is told. */
function doubledOf(text: string, names: readonly string[]): string {
  const countOf = (name: string) => text.split(`${JSON.stringify(name)}`).length;
  return names.reduce((most, name) => (countOf(name) > countOf(most) ? name : most), names[0] ?? "");
}

/**
 * Counts the fields of the outermost object of a valid JSON text, repetitions included. JSON.parse keeps only the last
 * of them, so the difference shows a repetition; one pass costs less than a second parser.
 */
function countFields(text: string): number {
  let depth = 0;
  let fields = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === QUOTE) index = endOfString(text, index);
    else if (character === COLON && depth === 1) fields++;
    else if (character === OPENING_BRACE || character === OPENING_BRACKET) depth++;
    else if (character === CLOSING_BRACE || character === CLOSING_BRACKET) depth--;
  }
  return fields;
}

/** The position of the quote that ends the string which begins at `start`. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text.charCodeAt(index) !== QUOTE) {
    index += text.charCodeAt(index) === BACKSLASH ? 2 : 1;
  }
  return index;
}

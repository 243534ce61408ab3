import type { z } from "zod";
import { type BodyProblem, DomainError } from "@/lib/ledger/rules/errors";
import { plainDigits } from "@/lib/platform/digits";
import { type FieldKind, factsOf } from "./field-facts";

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
 * @throws DomainError 1003 when the text is not JSON, not an object, or names a field twice
 */
export function parseJsonObject(text: string): Record<string, unknown> {
  const value = parseJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new DomainError(1003, { problem: "not_object" });
  if (countFields(text) !== Object.keys(value).length)
    throw new DomainError(1003, { problem: "doubled", field: doubledOf(text, Object.keys(value)) });
  return value as Record<string, unknown>;
}

/**
 * Reads a request by the schema of its operation (rules.md §3).
 *
 * @throws DomainError 1001 for the first required field that is absent or null, in the order of the schema; otherwise
 * 1002 for the first field whose value is refused
 */
export function parseRequest<Schema extends z.ZodObject>(
  schema: Schema,
  body: Readonly<Record<string, unknown>>,
): z.output<Schema> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const fields = result.error.issues.map((issue) => String(issue.path[0]));
  const missing = fields.find((field) => body[field] === undefined || body[field] === null);
  if (missing !== undefined) throw new DomainError(1001, { field: missing, ...sentAs(missing, body) });
  const [field = ""] = fields;
  const named = schema.shape[field];
  const advice = named === undefined ? undefined : adviceOn(factsOf(named).kind, body[field]);
  throw new DomainError(1002, { field: pathOf(result.error.issues[0]), ...(advice && { advice }) });
}

/** Where in a request a refused value stands: `PointsValue`, `Items[36].Quantity`. */
function pathOf(issue: z.core.$ZodIssue | undefined): string {
  return (issue?.path ?? []).reduce<string>(
    (path, part) =>
      typeof part === "number" ? `${path}[${part}]` : path === "" ? String(part) : `${path}.${String(part)}`,
    "",
  );
}

/** The Islamic years 1300 to 1599, first or last in a date: 1883 to 2173 of the common era. */
const HIJRI = /^1[345]\d\d[-/.]\d|^\d{1,2}[-/.]\d{1,2}[-/.]1[345]\d\d\b|هـ/;
const UNCLEAR_DAY = /^\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}/;

/** Advice about a refused value, where its field has none. */
export function adviceOn(
  kind: FieldKind,
  value: unknown,
): "pin_as_text" | "hijri_date" | "unclear_date" | undefined {
  if (kind === "pin" && typeof value === "number") return "pin_as_text";
  if ((kind !== "date" && kind !== "day") || typeof value !== "string") return undefined;
  const written = plainDigits(value);
  if (HIJRI.test(written)) return "hijri_date";
  return UNCLEAR_DAY.test(written) ? "unclear_date" : undefined;
}

/** The other name under which a missing field was sent, where only the letter case differs. */
function sentAs(field: string, body: Readonly<Record<string, unknown>>): { sent?: string } {
  const sent = Object.keys(body).find((name) => name !== field && name.toLowerCase() === field.toLowerCase());
  return sent === undefined ? {} : { sent };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DomainError(1003, problemOf(text));
  }
}

/** Why a text is no JSON, where that can be told. */
function problemOf(text: string): { problem?: BodyProblem } {
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

import type { z } from "zod";
import { DomainError } from "@/lib/ledger/rules/errors";
import { plainDigits } from "@/lib/platform/digits";
import { JsonError, parseJsonObject } from "@/lib/platform/http/json-object";
import { type FieldKind, factsOf } from "./field-facts";

/** @throws DomainError 1003 when the text is not one JSON object */
export function parseBody(text: string): Record<string, unknown> {
  try {
    return parseJsonObject(text);
  } catch (error) {
    throw error instanceof JsonError ? new DomainError(1003, error.details) : error;
  }
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

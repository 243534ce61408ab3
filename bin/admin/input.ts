import * as z from "zod";
import { describeIssue } from "@/lib/portal/wire/field-problems";
import { FIELD_PROBLEMS } from "@/lib/portal/wire/problems";

/** The command cannot be carried out as it was written; the message names every option that is wrong. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Names of fields that are given otherwise than by an option of their own name. */
const OPTION_BY_FIELD: Readonly<Record<string, string>> = {
  merchantId: "--merchant",
  branchIds: "--branches",
  ipRanges: "--ip",
  allowedOrigins: "--origins",
  keyRequiredFor: "--key-required",
  legacyHttp200: "--legacy-http-200",
  isStrict: "--strict",
  expiresAt: "--expires",
  rate: "--rate",
  burst: "--burst",
  password: "the password",
  pin: "the PIN",
  clientId: "<client>",
  branchId: "<branch>",
  walletCode: "<wallet-code>",
};

/**
 * Checks what was typed by the same schemas as the portal's forms.
 * @throws UsageError
 */
export function parseInput<Schema extends z.core.$ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  // From the full library, which has words for problems.
  const result = z.safeParse(schema, input);
  if (result.success) return result.data;
  const complaints = result.error.issues.map(
    (issue) => `  ${optionOf(issue.path)}: ${describe(issue, input)}`,
  );
  throw new UsageError(["This cannot be used:", ...new Set(complaints)].join("\n"));
}

/** The portal's words; of a problem that has none there, the library's. */
function describe(issue: z.core.$ZodIssue, input: unknown): string {
  const words = describeIssue(issue, input);
  return words === FIELD_PROBLEMS.invalid ? issue.message : words.en;
}

/** The option that a field came from. */
export function optionOf(path: readonly PropertyKey[]): string {
  const names = path.filter((part) => typeof part === "string");
  const field = names.findLast((name) => name in OPTION_BY_FIELD) ?? names[0] ?? "";
  return OPTION_BY_FIELD[field] ?? `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** A whole number, or what was typed where it is none: the schema complains. */
export function number(text: string): number | string {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** "a, b" as a list; "none" or nothing is an empty one. */
export function list(text: string): string[] {
  return text === "none"
    ? []
    : text
        .split(",")
        .map((item) => item.trim())
        .filter((item) => item !== "");
}

export function numbers(text: string): (number | string)[] {
  return list(text).map(number);
}

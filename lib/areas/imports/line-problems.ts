import type { ImportColumn } from "./words";

/** A problem of a line, with its column where there is one. */
export interface LineProblem {
  column: ImportColumn | null;
  code: LineProblemCode;
  /** The most that there may be: characters of what is too long, points of what is too big. */
  max?: number;
  /** The line before that has the same. */
  line?: number;
}

const LINE_PROBLEMS = [
  "broken",
  /** The example that the template came with. */
  "example",
  "required",
  "invalid",
  /** A quotation mark that is not closed. */
  "quote",
  /** A spreadsheet has rounded the number. */
  "rounded",
  /** An error of a spreadsheet, or a formula without its value. */
  "formula",
  "two_numbers",
  /** A whole number of a landline, or a number with a digit too few or too many. */
  "no_mobile",
  "national_id",
  "national_id_birth",
  "hijri",
  "short_year",
  "fraction",
  "negative",
  "unclear_number",
  "too_long",
  "too_big",
  "unknown_segment",
  "ambiguous_segment",
  "code_taken",
  "code_twice",
  "mobile_taken",
  "mobile_twice",
  /** The customer asked to be erased: a file does not bring them back. */
  "mobile_erased",
  "points_refused",
  /** Of a file of changes: no customer has the number. */
  "unknown_customer",
  /** Several wallets have the number, and no code says which is meant. */
  "several_wallets",
  /** The code is of a wallet with another number. */
  "other_customer",
  /** The author's merchant does not know the customer. */
  "not_yours",
  /** The customer took their consent back. */
  "withdrawn",
  /** The customer takes part, and the line says that they do not agree. */
  "takes_part",
  /** A file changes no tier, and not who brought the customer. */
  "stays",
  /** Of an export: a wallet that is blocked, closed, merged … makes no active one. */
  "inactive",
] as const;
export type LineProblemCode = (typeof LINE_PROBLEMS)[number];

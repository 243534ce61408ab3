import type { $ZodError, $ZodIssue } from "zod/v4/core";
import type { Bilingual } from "@/lib/platform/language";
import { fillIn } from "./errors";
import { FIELD_PROBLEMS, type FieldProblem } from "./problems";

/** The first problem of each field that a schema refused, by the field's path. Forms and the server use the same words. */
export function fieldProblems({ issues }: $ZodError, input: unknown): Record<string, Bilingual> {
  const fields: Record<string, Bilingual> = {};
  for (const issue of issues) {
    const path = issue.path.map(String).join(".");
    fields[path] ??= describeIssue(issue, input);
  }
  return fields;
}

/** The words for a problem of `input`. */
export function describeIssue(issue: $ZodIssue, input: unknown): Bilingual {
  const value = valueAt(input, issue.path);
  if (value === undefined || value === null) return FIELD_PROBLEMS.required;
  // Nothing but spaces is nothing.
  if (typeof value === "string" && value.trim() === "") return FIELD_PROBLEMS.required;
  // A check that has words of its own names them.
  if (Object.hasOwn(FIELD_PROBLEMS, issue.message)) return FIELD_PROBLEMS[issue.message as FieldProblem];
  if (issue.code === "too_small") {
    const isText = issue.origin === "string";
    return fillIn(FIELD_PROBLEMS[isText ? "too_short" : "too_small"], { min: String(issue.minimum) });
  }
  if (issue.code === "too_big") {
    const isText = issue.origin === "string";
    return fillIn(FIELD_PROBLEMS[isText ? "too_long" : "too_big"], { max: String(issue.maximum) });
  }
  return FIELD_PROBLEMS.invalid;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

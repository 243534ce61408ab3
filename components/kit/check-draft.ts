import { type $ZodType, safeParse } from "zod/v4/core";
import type { Bilingual } from "@/lib/platform/language";
import { fieldProblems } from "@/lib/portal/wire/field-problems";

/** Problems of a body before it is sent, by the paths of its fields; empty when the schema takes it. */
export function problemsIn(
  schema: $ZodType,
  draft: Record<string, unknown>,
): Readonly<Record<string, Bilingual>> {
  const wrong = safeParse(schema, draft).error;
  return wrong ? fieldProblems(wrong, draft) : {};
}

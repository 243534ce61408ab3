import { notFound } from "next/navigation";
import { type $ZodType, type output, safeParse } from "zod/v4/core";

/** The parameters of a page's path, as their schema reads them. A path that it refuses has no page. */
export function targetOf<Schema extends $ZodType>(schema: Schema, params: unknown): output<Schema> {
  const { success, data } = safeParse(schema, params);
  return success ? data : notFound();
}

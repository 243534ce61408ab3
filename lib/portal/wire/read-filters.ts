import { type $ZodObject, type output, safeParse } from "zod/v4/core";
import { storable } from "@/lib/platform/unsafe-text";

/** The filters that an address names. Unknown filters and invalid values are left out. */
export function readFilters<Schema extends $ZodObject>(
  schema: Schema,
  address: { get(name: string): string | null },
): Partial<output<Schema>> {
  const read = Object.entries(schema._zod.def.shape).map(([name, part]) => {
    const text = address.get(name);
    const { data } = safeParse(part, text === null ? undefined : storable(text));
    return [name, data] as const;
  });
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as Partial<output<Schema>>;
}

/** The parameters of a page's address as Next.js gives them; of one that is there several times, the first counts. */
export function addressOf(
  parameters: Readonly<Record<string, string | readonly string[] | undefined>>,
): URLSearchParams {
  const pairs = Object.entries(parameters).flatMap(([name, value]) => {
    const first = typeof value === "string" ? value : value?.[0];
    return first === undefined ? [] : [[name, first]];
  });
  return new URLSearchParams(pairs);
}

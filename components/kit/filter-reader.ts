import type { $ZodObject, output } from "zod/v4/core";
import type { AnswerSchema } from "./fetch";

/** Reads the filters of one list out of an address. */
export interface FilterReader<Schema extends $ZodObject> {
  /** Of all filters that the list has. */
  names: readonly string[];
  read: (address: { get(name: string): string | null }) => Partial<output<Schema>>;
}

const readers = new WeakMap<object, Promise<unknown>>();

/**
 * The reader for a schema, or for what fetches it. The same one each time, so that a component may wait for it by `use`; one
 * that could not be fetched is fetched again.
 */
export function loadFilterReader<Schema extends $ZodObject>(
  schema: AnswerSchema<Schema>,
): Promise<FilterReader<Schema>> {
  const known = readers.get(schema) as Promise<FilterReader<Schema>> | undefined;
  if (known !== undefined) return known;
  const reader = Promise.all([
    import("@/lib/portal/wire/read-filters"),
    typeof schema === "function" ? schema() : schema,
  ]).then(([{ readFilters }, filters]) => ({
    names: Object.keys(filters._zod.def.shape),
    read: (address: { get(name: string): string | null }) => readFilters(filters, address),
  }));
  readers.set(schema, reader);
  reader.catch(() => readers.delete(schema));
  return reader;
}

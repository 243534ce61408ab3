import * as z from "zod/mini";
import { idSchema, versionSchema } from "./id";

// One act on many records at once, as every list of the desk asks for it.

/** Records of one request. */
export const MANY_MAX = 100;

const recordSchema = z.object({
  id: idSchema,
  /** Version that was read, for an act that checks it. */
  version: z.optional(versionSchema),
});
const versionedSchema = z.object({ id: idSchema, version: versionSchema });

const many = <Schema extends typeof recordSchema | typeof versionedSchema>(record: Schema) =>
  z.object({
    records: z.array(record).check(z.minLength(1), z.maxLength(MANY_MAX)),
    /** Undoes an act that the same person just did; the audit log says so. */
    isUndo: z.optional(z.boolean()),
  });

export const manySchema = many(recordSchema);
export const manyVersionedSchema = many(versionedSchema);
export interface Many<Version = number | undefined> {
  records: { id: number; version?: Version }[];
  isUndo?: boolean | undefined;
}

/** Outcomes, in the order of the records sent. */
export const manyAnswerSchema = z.object({
  results: z.array(
    z.object({
      id: idSchema,
      /** The version after the act; null for one that was refused. */
      version: z.nullable(z.int()),
      refusal: z.nullable(
        z.object({ code: z.string(), message: z.object({ en: z.string(), ar: z.string() }) }),
      ),
    }),
  ),
});
export type ManyAnswer = z.infer<typeof manyAnswerSchema>;

const chosenOf = <Id extends z.ZodMiniType<number, number>>(id: Id) =>
  z.object({
    ids: z.pipe(
      z.pipe(
        z.string().check(z.regex(/^\d{1,16}(?:,\d{1,16})*$/), z.maxLength(17 * MANY_MAX)),
        z.transform((ids) => [...new Set(ids.split(","))].map(Number)),
      ),
      z.array(id).check(z.maxLength(MANY_MAX)),
    ),
  });

/** The records of a file, in its address: `1,2,3`. */
export const chosenSchema = chosenOf(idSchema);
/** The same of wallets, whose numbers may be larger. */
export const chosenLongSchema = chosenOf(z.int().check(z.minimum(1)));

/** A file is answered, and no JSON. */
export const fileSchema = z.never();

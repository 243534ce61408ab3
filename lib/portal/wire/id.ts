import * as z from "zod/mini";

export const idSchema = z.int().check(z.minimum(1), z.maximum(2_147_483_647));
/** The same in an address. */
export const idParameter = z.pipe(z.coerce.number(), idSchema);

/** Version of the record as it was read, so that the second of two editors is told. */
export const versionSchema = z.int().check(z.minimum(0), z.maximum(2_147_483_647));

/** The part of a list that is asked for: where it begins, and how long it is at most. */
export const pageOf = (limitMax: number) => ({
  cursor: z.optional(z.string().check(z.maxLength(64))),
  limit: z.optional(z.pipe(z.coerce.number(), z.int().check(z.minimum(1), z.maximum(limitMax)))),
});

/** A moment, ISO 8601 in UTC. */
export const momentSchema = z.iso.datetime();
export const countSchema = z.int().check(z.minimum(0));

/** A text in both languages. */
export const bilingualSchema = z.object({ en: z.string(), ar: z.string() });

/** The names of a branch, merchant or other record. */
export const namesSchema = z.object({ nameEn: z.string(), nameAr: z.string() });
/** The same with its number. */
export const namedSchema = z.object({ id: idSchema, ...namesSchema.shape });

/** A deal by its number and titles. */
export const titledSchema = z.object({ id: idSchema, titleEn: z.string(), titleAr: z.string() });

/** A person, client or set by its number and name. */
export const personSchema = z.object({ id: idSchema, name: z.string() });

/** A person who may decide a request: from a moment on, or now (null). */
export const deciderSchema = z.object({ ...personSchema.shape, from: z.nullable(z.iso.datetime()) });

/** The number of an entry or wallet. */
export const longIdSchema = z.int().check(z.minimum(1));

export const walletParamsSchema = z.object({ walletId: z.pipe(z.coerce.number(), longIdSchema) });

/** A colleague by user name and PIN, typed or scanned at the till. */
export const staffProofSchema = z.object({
  username: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
  pin: z.string().check(z.regex(/^\d{6}$/)),
});

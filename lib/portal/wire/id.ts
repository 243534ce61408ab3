import * as z from "zod/mini";

export const idSchema = z.int().check(z.minimum(1), z.maximum(2_147_483_647));
/** The same in an address. */
export const idParameter = z.pipe(z.coerce.number(), idSchema);

/** Version of the record as it was read, so that the second of two editors is told. */
export const versionSchema = z.int().check(z.minimum(0), z.maximum(2_147_483_647));

export const personSchema = z.object({ id: idSchema, name: z.string() });

/** A person who may decide a request: from a moment on, or now (null). */
export const deciderSchema = z.object({ ...personSchema.shape, from: z.nullable(z.iso.datetime()) });

/** The number of an entry or wallet. */
export const longIdSchema = z.int().check(z.minimum(1));

export const walletParamsSchema = z.object({ walletId: z.pipe(z.coerce.number(), longIdSchema) });

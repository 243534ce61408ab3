import * as z from "zod/mini";

export const idSchema = z.int().check(z.minimum(1), z.maximum(2_147_483_647));

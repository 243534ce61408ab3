import * as z from "zod/mini";
import { logTypeIdSchema, moneySchema } from "@/lib/portal/wire/points";

const countSchema = z.int().check(z.minimum(0));

/** Totals of entries of one kind. */
export const kindTotalSchema = z.object({
  logTypeId: logTypeIdSchema,
  /** Cancellations: the kind of what was undone. */
  cancelledLogTypeId: z.nullable(logTypeIdSchema),
  entries: countSchema,
  /** Points moved, unsigned. */
  points: countSchema,
  /** Money value, unsigned. */
  value: moneySchema,
});
export type KindTotal = z.infer<typeof kindTotalSchema>;

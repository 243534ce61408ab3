import * as z from "zod/mini";
import { rewardRequestSchema, valueSchema } from "@/lib/areas/till/schemas";
import { idSchema, longIdSchema, namedSchema } from "@/lib/portal/wire/id";
import { moneySchema } from "@/lib/portal/wire/points";

// Holds of a wallet as the portal shows them. Shared by the routes and the browser.

export const holdSchema = z.object({
  /** The number of its entry. */
  id: longIdSchema,
  points: z.int(),
  value: moneySchema,
  createdAt: z.iso.datetime(),
  /** When it ends by itself. */
  until: z.iso.datetime(),
  branch: z.nullable(namedSchema),
  invoiceNumber: z.nullable(z.string()),
});
export type Hold = z.infer<typeof holdSchema>;
export const holdListSchema = z.object({ holds: z.array(holdSchema) });

/** Without a value all of the hold is paid with. */
export const handOutRequestSchema = z.object({
  branchId: idSchema,
  value: z.optional(valueSchema),
  /** The bill that the points pay; absent: that of the hold. */
  invoiceNumber: rewardRequestSchema.shape.invoiceNumber,
});

export const holdParamsSchema = z.object({
  walletId: z.pipe(z.coerce.number(), longIdSchema),
  holdId: z.pipe(z.coerce.number(), longIdSchema),
});

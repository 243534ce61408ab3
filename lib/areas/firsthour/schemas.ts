import * as z from "zod/mini";
import { namedSchema, personSchema } from "@/lib/portal/wire/id";
import { AFTER_STEPS, FIRST_STEPS } from "./words";
export type FirstStep = (typeof FIRST_STEPS)[number];

export const firstHourSchema = z.object({
  /** Steps that are done; others are still to do. */
  done: z.array(z.enum(FIRST_STEPS)),
  /** Work that comes after the first points and is not done yet. */
  after: z.array(z.enum(AFTER_STEPS)),
  /** Whether an operator has put it away. */
  isDismissed: z.boolean(),
  /** The first merchant, branch and so on of the steps that are still to do. */
  merchant: z.nullable(namedSchema),
  branch: z.nullable(z.object({ ...namedSchema.shape, msisdn: z.string() })),
  client: z.nullable(personSchema),
  /** Until the first reward is made. */
  wallet: z.nullable(z.object({ walletCode: z.string(), contactMsisdn: z.string() })),
});
export type FirstHour = z.infer<typeof firstHourSchema>;

export const putAwayFirstHourSchema = z.object({ isDismissed: z.boolean() });

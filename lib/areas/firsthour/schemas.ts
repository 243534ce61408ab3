import * as z from "zod/mini";
import { idSchema } from "@/lib/portal/wire/id";
import { AFTER_STEPS, FIRST_STEPS } from "./words";
export type FirstStep = (typeof FIRST_STEPS)[number];

const named = { id: idSchema, nameEn: z.string(), nameAr: z.string() };

export const firstHourSchema = z.object({
  /** Steps that are done; others are still to do. */
  done: z.array(z.enum(FIRST_STEPS)),
  /** Work that comes after the first points and is not done yet. */
  after: z.array(z.enum(AFTER_STEPS)),
  /** Whether an operator has put it away. */
  isDismissed: z.boolean(),
  /** The first merchant, branch and so on of the steps that are still to do. */
  merchant: z.nullable(z.object(named)),
  branch: z.nullable(z.object({ ...named, msisdn: z.string() })),
  client: z.nullable(z.object({ id: idSchema, name: z.string() })),
  /** Until the first reward is made. */
  wallet: z.nullable(z.object({ walletCode: z.string(), contactMsisdn: z.string() })),
});
export type FirstHour = z.infer<typeof firstHourSchema>;

export const putAwayFirstHourSchema = z.object({ isDismissed: z.boolean() });

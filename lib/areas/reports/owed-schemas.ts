import * as z from "zod/mini";
import { reason } from "@/lib/portal/wire/fields";
import { countSchema, idSchema, momentSchema, namedSchema } from "@/lib/portal/wire/id";
import { daySchema, logTypeIdSchema } from "@/lib/portal/wire/points";
import { lagSchema, optionalId } from "./schemas";
import { MEASURE_KEYS, STATE_KEYS } from "./words";

// Points owed to customers: at a moment, from one to another, and months that are closed and opened again.

const amountSchema = z.number();
const merchantId = optionalId;

/** The figures are those of this moment, and later changes of so many customers are being counted (null: of very many); null: all is counted. */
const countedSchema = z.nullable(z.object({ at: momentSchema, customers: z.nullable(countSchema) }));
export type CountedUpTo = NonNullable<z.infer<typeof countedSchema>>;

/** Absent day: now. */
export const outstandingQuerySchema = z.object({ day: z.optional(daySchema) });

export const outstandingSchema = z.object({
  /** The day at whose end the figures stand; `isNow`: it is not over. */
  day: daySchema,
  isNow: z.boolean(),
  today: daySchema,
  lagSeconds: lagSchema,
  counted: countedSchema,
  currency: z.string(),
  parts: z.array(
    z.object({
      /** At hand (`not_joined`, `stopped`: nobody can spend them) by the month in which they lapse, pending by that in which they ripen. */
      state: z.enum(["spendable", "not_joined", "stopped", "pending", "held", "by_hand", "debt"]),
      /** First day of the month; null: never, or in none. */
      month: z.nullable(daySchema),
      /** They have lapsed already and wait to be written off. */
      isLapsed: z.boolean(),
      points: z.int(),
      /** At the rates of that moment, two decimals. */
      value: amountSchema,
      wallets: countSchema,
    }),
  ),
  /** The figures are those of the whole programme; else those of the reader's merchant, and no parts are told. */
  isWhole: z.boolean(),
  /** Given less taken at each merchant; null: at none. */
  merchants: z.array(
    z.object({
      merchant: z.nullable(namedSchema),
      points: z.int(),
      value: amountSchema,
    }),
  ),
  /** Value that changes of rates and tiers gave to the merchants' rows. */
  revalued: amountSchema,
  points: z.int(),
  value: amountSchema,
  /** Coupons that can still be used, by kind. */
  coupons: z.array(
    z.object({
      kind: namedSchema,
      coupons: countSchema,
      /** The most that they take off bills together; null: not limited. */
      worth: z.nullable(amountSchema),
    }),
  ),
  /** The spendable points found in three ways, which must agree to the point. */
  proof: z.object({ lots: z.int(), balances: z.int(), log: z.int(), isEqual: z.boolean() }),
});
export type OutstandingPoints = z.infer<typeof outstandingSchema>;

/** Absent days: the month that is under way. Absent merchant: the whole programme. */
export const rollForwardQuerySchema = z.object({
  from: z.optional(daySchema),
  to: z.optional(daySchema),
  merchantId,
});
export type RollForwardQuery = z.infer<typeof rollForwardQuerySchema>;

const stateSchema = z.object({ points: z.int(), value: amountSchema });
const rollForwardFields = {
  opening: stateSchema,
  rows: z.array(
    z.object({
      logTypeId: logTypeIdSchema,
      cancelledLogTypeId: z.nullable(logTypeIdSchema),
      entries: countSchema,
      /** Signed, as is the value. */
      spendable: z.int(),
      suspended: z.int(),
      value: amountSchema,
    }),
  ),
  revalued: amountSchema,
  closing: stateSchema,
  /** Opening and rows come to the closing. */
  isEqual: z.boolean(),
};
/** The kept figures of a closed month. */
export const closedFiguresSchema = z.object(rollForwardFields);
export type RollForwardFigures = z.infer<typeof closedFiguresSchema>;

/** A figure of a month that would be told differently from how it was closed. */
const monthChangeSchema = z.object({
  of: z.enum(["opening", "closing", "revalued", ...MEASURE_KEYS, ...STATE_KEYS]),
  closed: stateSchema,
  now: stateSchema,
});
export type MonthChange = z.infer<typeof monthChangeSchema>;

/** Figures that would change if the last closed month were opened again. */
export const monthChangesSchema = z.object({
  currency: z.string(),
  changes: z.array(monthChangeSchema),
});

export const rollForwardSchema = z.object({
  range: z.object({ from: daySchema, to: daySchema, today: daySchema }),
  currency: z.string(),
  lagSeconds: lagSchema,
  counted: countedSchema,
  merchantId: z.nullable(idSchema),
  /** The reader sees the whole programme too. */
  seesWhole: z.boolean(),
  ...rollForwardFields,
  /** Of a whole month of the programme: who closed it. The figures are then those that were closed; null: it is open. */
  closed: z.nullable(z.object({ at: momentSchema, by: z.string() })),
  /** Of a whole month of the programme that was opened again and is open: by whom, why, and what is told differently since; null: it was not. */
  opened: z.nullable(
    z.object({
      ...{ at: momentSchema, by: z.string(), approvedBy: z.nullable(z.string()), reason: z.string() },
      closedAt: momentSchema,
      changes: z.array(monthChangeSchema),
    }),
  ),
  /** The month is the last closed one. */
  canReopen: z.boolean(),
  /** First days of the closed months, the last one first. */
  closedMonths: z.array(daySchema),
  /** Whether the days are a whole month whose figures agree and that can be closed now, and the first day of an earlier one that must be before it. */
  canClose: z.boolean(),
  closeFirst: z.nullable(z.string()),
});
export type RollForwardReport = z.infer<typeof rollForwardSchema>;

/** Signed; opening and changes come to the closing. */
const settledFields = {
  opening: stateSchema,
  granted: stateSchema,
  paid: stateSchema,
  lapsed: stateSchema,
  other: stateSchema,
  closing: stateSchema,
  /** Worth that the merchant pays; below zero the merchant is paid. */
  balance: amountSchema,
};
export const settlementSchema = z.object({
  range: z.object({ from: daySchema, to: daySchema, today: daySchema }),
  currency: z.string(),
  /** Null: what happened at no merchant. */
  merchants: z.array(z.object({ merchant: z.nullable(namedSchema), ...settledFields })),
  together: z.object(settledFields),
  /** The points of all rows are those of the roll-forward of the same days. */
  isEqual: z.boolean(),
  /** Worth that changes of rates and tiers gave to unmoved points; null where the whole programme is not told. */
  revalued: z.nullable(amountSchema),
  /** The whole month is closed. */
  isClosed: z.boolean(),
});
export type SettlementReport = z.infer<typeof settlementSchema>;

/** The month by its first day. */
export const closeMonthSchema = z.object({ month: daySchema.check(z.regex(/-01$/)) });

export const monthQuerySchema = closeMonthSchema;
export const reopenMonthSchema = z.object({ ...closeMonthSchema.shape, reason });

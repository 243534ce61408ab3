import * as z from "zod/mini";
import { countSchema, idParameter, idSchema, momentSchema, personSchema } from "@/lib/portal/wire/id";
import { logTypeIdSchema, moneySchema } from "@/lib/portal/wire/points";
import { optionalLine } from "@/lib/portal/wire/safe-text";
import { NOTE_LENGTH_MAX } from "./words";

// The shifts of those who serve at a till. Shared by the routes and the browser.

/** How a shift ended: by its own person, by handing it over, by a person of the desk, or by itself with the day. */
export const SHIFT_ENDINGS = ["closed", "handed_over", "by_other", "day_end"] as const;
export type ShiftEnding = (typeof SHIFT_ENDINGS)[number];

/** Currency units. More is a slip of the keyboard. */
export const COUNT_MAX = 10_000_000;

export const shiftSchema = z.object({
  id: idSchema,
  branchId: idSchema,
  person: personSchema,
  openedAt: momentSchema,
  openedBy: personSchema,
  /** Counted money, in currency units; null where nothing was counted. */
  openingCount: z.nullable(moneySchema),
  openingNote: z.string(),
  /** Null while it is open, as all that says how it ended. */
  closedAt: z.nullable(momentSchema),
  closedBy: z.nullable(personSchema),
  ending: z.nullable(z.enum(SHIFT_ENDINGS)),
  closingCount: z.nullable(moneySchema),
  closingNote: z.string(),
  /** Next and previous holder of the till. */
  handedTo: z.nullable(personSchema),
  takenFrom: z.nullable(personSchema),
});
export type Shift = z.infer<typeof shiftSchema>;

/** Shifts, as the till sees them: one's own open one, at whatever branch, and the people who may take it over. */
export const ownShiftSchema = z.object({
  shift: z.nullable(shiftSchema),
  colleagues: z.array(personSchema),
});
export type OwnShift = z.infer<typeof ownShiftSchema>;

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

/** A shift with what was done in it. */
export const shiftReportSchema = z.object({
  shift: shiftSchema,
  /** When it was read: how far an open one goes. */
  readAt: momentSchema,
  kinds: z.array(kindTotalSchema),
  /** Coupons bought with points, which are among the redemptions, and coupons used. Absent from a service of the version before. */
  coupons: z.optional(
    z.object({
      bought: z.object({ coupons: countSchema, points: countSchema, value: moneySchema }),
      used: countSchema,
    }),
  ),
});
export type ShiftReport = z.infer<typeof shiftReportSchema>;

const noted = {
  count: z.nullable(moneySchema.check(z.maximum(COUNT_MAX))),
  note: optionalLine(NOTE_LENGTH_MAX),
};
export const openShiftSchema = z.object({ branchId: idSchema, ...noted });
export const closeShiftSchema = z.object(noted);
export const handOverShiftSchema = z.object({ toUserId: idSchema, ...noted });
export const shiftParamsSchema = z.object({ shiftId: idParameter });

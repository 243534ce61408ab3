import * as z from "zod/mini";
import { ASKED_KINDS } from "@/lib/portal/acts/asked-kinds";
import {
  bilingualSchema,
  deciderSchema,
  idParameter,
  idSchema,
  longIdSchema,
  momentSchema,
  personSchema,
} from "@/lib/portal/wire/id";
import { optionalLine } from "@/lib/portal/wire/safe-text";
import { ADJUSTMENT_STATES } from "./words";

export const adjustmentFiltersSchema = z.object({ state: z.optional(z.enum(ADJUSTMENT_STATES)) });
export const adjustmentListQuerySchema = z.extend(adjustmentFiltersSchema, {
  cursor: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
});

const dayBoundSchema = z.object({ above: z.int(), left: z.int() });
/** How far the reader acts alone. */
export const boundsSchema = z.object({
  /** Points of 24 hours: all, and those that are left. */
  days: z.object({ adjustmentApprovalAbove: dayBoundSchema, offersApprovalAbove: dayBoundSchema }),
  settings: z.object({ adminsNeedSecondPerson: z.boolean(), clientsNeedSecondPerson: z.boolean() }),
  /** Whether anybody else could agree to an act of the programme, or of a merchant. */
  others: z.object({ programme: z.boolean(), merchants: z.boolean() }),
  /** The reader decides alone on acts that move nothing. */
  isSettingUp: z.boolean(),
});
export type Bounds = z.infer<typeof boundsSchema>;

/** A request, with the people who may decide it. */
export const askedAdjustmentSchema = z.object({
  id: idSchema,
  kind: z.enum(ASKED_KINDS),
  /** An adjustment's; null for everything else. */
  direction: z.nullable(z.enum(["up", "down"])),
  pocket: z.nullable(z.enum(["spendable", "suspended"])),
  /** Points that it is about; null where there are none. */
  points: z.nullable(z.int()),
  /** Names and values that the decider needs, by their kind. */
  summary: z.record(z.string(), z.nullable(z.string())),
  reason: z.string(),
  /** Why one person does not do it alone; null for requests of before it was kept. */
  why: z.nullable(bilingualSchema),
  requestedBy: personSchema,
  requestedAt: momentSchema,
  expiresAt: momentSchema,
  /** Whether the approval carries it out; otherwise the asker does it then. */
  isCarriedOut: z.boolean(),
  /** While it waits, who may decide it: never who asked. */
  deciders: z.array(deciderSchema),
  mayDecide: z.boolean(),
  mayWithdraw: z.boolean(),
});
export type AskedAdjustment = z.infer<typeof askedAdjustmentSchema>;

export const adjustmentSchema = z.extend(askedAdjustmentSchema, {
  /** Null for what is about the staff. */
  wallet: z.nullable(
    z.object({
      id: longIdSchema,
      walletCode: z.string(),
      name: z.nullable(z.string()),
      balance: z.int(),
      suspended: z.int(),
    }),
  ),
  state: z.enum(ADJUSTMENT_STATES),
  /** Approved, and still to be done by whoever asked. */
  isUsable: z.boolean(),
  /** Whether the reader finishes it now, with the request as it was sent. */
  mayFinish: z.boolean(),
  decidedBy: z.nullable(personSchema),
  decidedAt: z.nullable(momentSchema),
  note: z.nullable(z.string()),
  /** Why it could not be done though it was approved. */
  failure: z.nullable(bilingualSchema),
});
export type Adjustment = z.infer<typeof adjustmentSchema>;

export const adjustmentPageSchema = z.object({
  adjustments: z.array(adjustmentSchema),
  nextCursor: z.nullable(z.string()),
});

/** The reader's own requests that wait, each with the record that it is about, so that its row can say so. */
export const ownWaitingSchema = z.object({
  requests: z.array(
    z.object({
      id: idSchema,
      /** The area of the record's page and the record's number; null for one that is to be made. */
      area: z.string(),
      recordId: z.nullable(z.string()),
      deciders: z.array(deciderSchema),
    }),
  ),
});
export type OwnWaiting = z.infer<typeof ownWaitingSchema>["requests"][number];

/** Numbers of requests that wait for the reader's decision, by the page that decides them. */
export const waitingSchema = z.object({
  adjustments: z.int(),
  imports: z.int(),
  approvals: z.int(),
  reviews: z.int(),
  /**
   * For operators, while the programme is set up and in the week after: who decides alone, until when, how many people have an admin's
   * rights, and when and why it ended.
   */
  settingUp: z.nullable(
    z.object({
      by: personSchema,
      until: momentSchema,
      people: z.int(),
      peopleMax: z.int(),
      /** Points that one person gives in 24 hours: more needs a second one, now as later. */
      above: z.int(),
      /** Absent from a service of the version before. */
      ended: z.optional(z.nullable(z.object({ at: momentSchema, why: z.enum(["moved", "time", "people"]) }))),
    }),
  ),
});
export type Waiting = z.infer<typeof waitingSchema>;

/** Outcome of an adjustment: done, or waiting for another person. */
export const adjustedSchema = z.object({
  kind: z.enum(["posted", "requested"]),
  /** Spendable points afterwards; null while it waits. */
  balance: z.nullable(z.int()),
  adjustmentId: z.nullable(idSchema),
  /** While it waits, who may decide it. */
  deciders: z.array(deciderSchema),
});
export type Adjusted = z.infer<typeof adjustedSchema>;

export const adjustmentParamsSchema = z.object({ adjustmentId: idParameter });
export const ADJUSTMENT_DECISIONS = ["approve", "refuse", "withdraw"] as const;
export const adjustmentDecisionSchema = z.object({
  decision: z.enum(ADJUSTMENT_DECISIONS),
  note: z.optional(z.nullable(optionalLine(250))),
});
/** `allowed`: the asker does it now; `failed`: approved, and refused where it was carried out, for the reason. */
export const decidedAdjustmentSchema = z.object({
  outcome: z.enum(["done", "allowed", "failed", "refused", "withdrawn"]),
  reason: z.nullable(bilingualSchema),
});
export type AdjustmentDecision = z.infer<typeof adjustmentDecisionSchema>;

/** A request as its asker sent it. */
export const keptRequestSchema = z.object({
  route: z.string(),
  params: z.optional(z.unknown()),
  body: z.optional(z.unknown()),
});

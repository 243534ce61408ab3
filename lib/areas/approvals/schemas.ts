import * as z from "zod/mini";
import { passedLimitSchema, settleRequestSchema } from "@/lib/areas/till/schemas";
import {
  idParameter,
  idSchema,
  longIdSchema,
  momentSchema,
  namedSchema,
  personSchema,
  staffProofSchema,
} from "@/lib/portal/wire/id";
import { moneySchema } from "@/lib/portal/wire/points";

export const APPROVAL_STATES = ["pending", "approved", "refused", "expired", "used"] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** The movement as it is to be sent, with its reference, the PIN left out. */
export const askApprovalRequestSchema = settleRequestSchema;

/** State of a request for approval, for its requester. */
export const askedApprovalSchema = z.object({
  id: idSchema,
  state: z.enum(APPROVAL_STATES),
  expiresAt: momentSchema,
  decidedBy: z.nullable(z.string()),
});
export type AskedApproval = z.infer<typeof askedApprovalSchema>;

export const approvalParamsSchema = z.object({ approvalId: idParameter });

/** Another person's name and PIN, typed at the till where the request was made. */
export const approveHereRequestSchema = staffProofSchema;

export const APPROVED_OPERATIONS = [
  "redeem",
  "reward",
  "refund",
  "cancel",
  "return",
  "hold",
  "settle",
] as const;

export const approvalSchema = z.object({
  id: idSchema,
  operation: z.enum(APPROVED_OPERATIONS),
  state: z.enum(APPROVAL_STATES),
  askedBy: personSchema,
  branch: namedSchema,
  wallet: z.object({ id: longIdSchema, walletCode: z.string() }),
  points: z.int(),
  value: moneySchema,
  breaches: z.array(passedLimitSchema),
  askedAt: momentSchema,
  expiresAt: momentSchema,
  decidedBy: z.nullable(personSchema),
  decidedAt: z.nullable(momentSchema),
  entryId: z.nullable(longIdSchema),
  mayDecide: z.boolean(),
});
export type TillApproval = z.infer<typeof approvalSchema>;

/** Those that wait, the oldest first, and those of the last day that were decided or have expired, the newest first. */
export const approvalListSchema = z.object({
  waiting: z.array(approvalSchema),
  closed: z.array(approvalSchema),
});
export type ApprovalList = z.infer<typeof approvalListSchema>;

export const approvalDecisionSchema = z.object({ decision: z.enum(["approve", "refuse"]) });

export const staffPinRequestSchema = z.object({
  currentPassword: z.string().check(z.minLength(1), z.maxLength(128)),
  pin: z.string().check(z.regex(/^\d{6}$/)),
});
export const staffPinStatusSchema = z.object({ isSet: z.boolean() });

import * as z from "zod/mini";
import { actedSchema, entrySchema, issuedCouponSchema, settledBillSchema } from "@/lib/areas/entries/schemas";
import { refusalSchema, walletSchema } from "@/lib/areas/wallets/shown-schemas";
import { ENTRY_TEXT_MAX } from "@/lib/ledger/rules/types";
import { idSchema, longIdSchema, namesSchema } from "@/lib/portal/wire/id";
import { daySchema, moneySchema } from "@/lib/portal/wire/points";
import { BILL_COUPONS_MAX, REVIEW_REASONS, VALUE_MAX } from "./words";

export const valueSchema = moneySchema.check(z.gt(0), z.maximum(VALUE_MAX));
const pointsSchema = z.int().check(z.minimum(1), z.maximum(VALUE_MAX));
const text = (lengthMax: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(lengthMax),
    z.refine((value) => !/\p{Cc}/u.test(value)),
  );

/** Made and kept by the browser before the first attempt, so that no repetition does anything twice. */
export const referenceSchema = z.string().check(z.regex(/^[\w-]{16,64}$/));

const COMMON = {
  branchId: idSchema,
  walletCode: z.string().check(z.trim(), z.minLength(1), z.maxLength(32)),
  reference: referenceSchema,
  invoiceNumber: z.optional(text(ENTRY_TEXT_MAX.invoiceNumber)),
  comment: z.optional(text(ENTRY_TEXT_MAX.comment)),
};

export const rewardRequestSchema = z.object({
  ...COMMON,
  /** The bill, whole currency units. */
  value: valueSchema,
  /** When the sale was made, for a reward that had to wait for the connection. */
  soldAt: z.optional(z.iso.datetime()),
  /** How long ago that was: it governs where the device's clock is wrong, and is not part of what makes two requests the same. */
  soldAgoMs: z.optional(z.int().check(z.minimum(0))),
});

/** The PIN is not part of what makes two requests the same. */
export const redeemRequestSchema = z.object({
  ...COMMON,
  value: valueSchema,
  /** A coupon of this offer is paid for instead of a bill, and `value` is what its points are worth. */
  couponOffer: z.optional(idSchema),
  pin: z.optional(z.string().check(z.regex(/^\d{4,6}$/))),
  /** The customer typed it on the display of this till. */
  pinFromDisplay: z.optional(z.boolean()),
});

/** A bill that is settled at once: its coupons, its payment with points and its reward (rules.md §25). */
export const billRequestSchema = z.object({
  ...z.omit(redeemRequestSchema, { couponOffer: true }).shape,
  /** Numbers of its coupons, in the order in which they take off. */
  coupons: z
    .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(32)))
    .check(z.maxLength(BILL_COUPONS_MAX)),
  /** The part that points pay; "max": as much as they can. Absent: none. */
  redeem: z.optional(z.union([valueSchema, z.literal("max")])),
});

/** A kept sale that its cashier gives up. The code is left out: it may be a mobile number. */
export const removedSaleSchema = z.object({
  branchId: idSchema,
  reference: referenceSchema,
  value: valueSchema,
  soldAt: z.iso.datetime(),
  reason: text(250).check(z.minLength(1)),
});

/** Neither points nor value: all that remains. Points govern. */
export const refundRequestSchema = z.object({
  ...COMMON,
  entryId: longIdSchema,
  points: z.optional(pointsSchema),
  value: z.optional(valueSchema),
});

/** The goods of a reward came back. Neither points nor value: all that remains. Points govern. */
export const returnRequestSchema = z.object({
  ...COMMON,
  entryId: longIdSchema,
  points: z.optional(pointsSchema),
  /** The price of the goods. */
  value: z.optional(valueSchema),
});

export const cancelRequestSchema = z.object({ ...COMMON, entryId: longIdSchema });

export const OPERATION_SCHEMAS = {
  reward: rewardRequestSchema,
  redeem: redeemRequestSchema,
  bill: billRequestSchema,
  refund: refundRequestSchema,
  return: returnRequestSchema,
  cancel: cancelRequestSchema,
} as const;
export const TILL_OPERATIONS = ["reward", "redeem", "bill", "refund", "return", "cancel"] as const;
export type TillOperation = (typeof TILL_OPERATIONS)[number];
export type TillRequest<Operation extends TillOperation = TillOperation> = {
  [Name in Operation]: z.infer<(typeof OPERATION_SCHEMAS)[Name]>;
}[Operation];

export const postedSchema = z.object({
  entry: entrySchema,
  /** The wallet as it stands now. */
  wallet: walletSchema,
  /** True when it had been carried out before and this is the first answer again. */
  replayed: z.boolean(),
  /** Promotions that acted on it. Absent from a service of the version before. */
  promotions: z.optional(z.array(actedSchema)),
  /** The coupon that it issued; null: none. Absent from a service of the version before. */
  coupon: z.optional(z.nullable(issuedCouponSchema)),
  /** The bill that it settled; null: none. Absent from a service of the version before. */
  bill: z.optional(z.nullable(settledBillSchema)),
});
export type Posted = z.infer<typeof postedSchema>;

const unreferenced = { reference: true, invoiceNumber: true, comment: true } as const;

/** The same fields as the operation, without a reference: nothing is done. */
export const quoteRequestSchema = z.discriminatedUnion("operation", [
  z.object({
    operation: z.literal("reward"),
    ...z.omit(rewardRequestSchema, { reference: true, comment: true, soldAt: true, soldAgoMs: true }).shape,
  }),
  z.object({
    operation: z.literal("redeem"),
    ...z.omit(redeemRequestSchema, { ...unreferenced, pin: true, pinFromDisplay: true }).shape,
  }),
  z.object({
    operation: z.literal("bill"),
    ...z.omit(billRequestSchema, { reference: true, comment: true, pin: true, pinFromDisplay: true }).shape,
  }),
  z.object({ operation: z.literal("refund"), ...z.omit(refundRequestSchema, unreferenced).shape }),
  z.object({ operation: z.literal("return"), ...z.omit(returnRequestSchema, unreferenced).shape }),
  z.object({ operation: z.literal("cancel"), ...z.omit(cancelRequestSchema, unreferenced).shape }),
]);
export type QuoteRequest = z.infer<typeof quoteRequestSchema>;

export const LIMITS = [
  "rewardValueMax",
  "personRewardPointsMax",
  "personReversedValueMax",
  "walletRewardsMax",
  "unprovedValueMax",
  "repeatedInvoices",
  "childAllowance",
  "merchantRewardPointsMax",
  "merchantReversedValueMax",
  "personCouponValueMax",
  "personUnprovedValueMax",
  "branchUnprovedValueMax",
  "tillUnprovedValueMax",
] as const;

/** A limit that is passed, or why it is held for review: in currency units, points, a number of rewards, or minutes. */
export const passedLimitSchema = z.object({
  limit: z.enum([...LIMITS, ...REVIEW_REASONS]),
  required: z.number(),
  available: z.number(),
  missing: z.number(),
});
export type PassedLimit = z.infer<typeof passedLimitSchema>;

/** A bill as it would be settled, and what cannot be taken of it: with any of that it is refused. */
const quotedBillSchema = z.extend(settledBillSchema, {
  leftOut: z.array(
    z.object({
      part: z.enum(["coupons", "points", "reward"]),
      couponNumber: z.nullable(z.string()),
      refusal: refusalSchema,
    }),
  ),
});
export type QuotedBill = z.infer<typeof quotedBillSchema>;

/** Outcome of the operation by the ledger's own rules, at this moment. */
export const quoteSchema = z.discriminatedUnion("outcome", [
  z.object({
    outcome: z.literal("possible"),
    /** Signed change of the customer's points, those that are pending first included. */
    points: z.int(),
    value: moneySchema,
    /** Rewards: what of the bill was paid with points and earns nothing. Absent from a service of the version before. */
    paidWithPoints: z.optional(moneySchema),
    balanceAfter: z.int(),
    /** Rewards: the last day of the points; null when they never lapse. */
    expiresOn: z.nullable(daySchema),
    /** Rewards whose points are pending first: from when they can be spent. */
    usableFrom: z.nullable(daySchema),
    /** Rewards that reach a higher segment: its name. */
    reachesSegment: z.nullable(namesSchema),
    isPinRequired: z.boolean(),
    /** The same was done here for this wallet within the last minute: when. */
    sameJustNowAt: z.nullable(z.iso.datetime()),
    /** The invoice was rewarded already, where that is flagged: by this transaction. */
    repeatsEntryId: z.nullable(longIdSchema),
    /** Points of promotions: that a reward would add, or that go with goods that come back. Absent from a service of the version before. */
    promotions: z.optional(z.array(actedSchema)),
    /** Points of the reward that the customer gets for having been brought by a person. */
    referralPoints: z.int(),
    /** Returns: points that paid for the goods and go back with them. Absent from a service of the version before. */
    refunded: z.optional(z.int()),
    /** The bill, where it is settled at once; null: none. Absent from a service of the version before. */
    bill: z.optional(z.nullable(quotedBillSchema)),
  }),
  /** A second person has to let it pass limits first (1704), or to look at it (1703). */
  z.object({
    outcome: z.literal("approval"),
    refusal: refusalSchema,
    points: z.int(),
    value: moneySchema,
    /** Whether it wants the customer's PIN when it goes on. */
    isPinRequired: z.optional(z.boolean()),
    limits: z.array(passedLimitSchema),
  }),
  z.object({
    outcome: z.literal("refused"),
    refusal: refusalSchema,
    /** True when every amount is refused, as the wallet stands: what the page knows of it may be out of date. */
    isForAnyAmount: z.boolean(),
    /** Redeeming too much: points needed, points there are, and what is missing. */
    shortfall: z.nullable(z.object({ required: z.int(), available: z.int(), missing: z.int() })),
    /** The limits that it would pass, where it is for them. */
    limits: z.array(passedLimitSchema),
  }),
]);
export type Quote = z.infer<typeof quoteSchema>;

/** Asks what became of an operation whose answer was lost, with its request as it was sent, the PIN left out. */
export const settleRequestSchema = z.discriminatedUnion("operation", [
  z.object({ operation: z.literal("reward"), request: rewardRequestSchema }),
  z.object({
    operation: z.literal("redeem"),
    request: z.omit(redeemRequestSchema, { pin: true, pinFromDisplay: true }),
  }),
  z.object({
    operation: z.literal("bill"),
    request: z.omit(billRequestSchema, { pin: true, pinFromDisplay: true }),
  }),
  z.object({ operation: z.literal("refund"), request: refundRequestSchema }),
  z.object({ operation: z.literal("return"), request: returnRequestSchema }),
  z.object({ operation: z.literal("cancel"), request: cancelRequestSchema }),
]);
export type SettleRequest = z.infer<typeof settleRequestSchema>;

/** The truth about it. `never`: it was not carried out, and from now on cannot be, however late it arrives. */
export const settledSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("posted"), posted: postedSchema }),
  z.object({ outcome: z.literal("never") }),
]);
export type Settled = z.infer<typeof settledSchema>;

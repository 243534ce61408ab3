import * as z from "zod/mini";
import { askedAdjustmentSchema } from "@/lib/areas/adjustments/schemas";
import { actedSchema, daySchema, entrySchema, longIdSchema, moneySchema } from "@/lib/areas/entries/schemas";
import { familySchema, walletTypeSchema } from "@/lib/areas/families/schemas";
import { shownProfileSchema } from "@/lib/areas/wallets/profile-schemas";
import { idSchema } from "@/lib/portal/wire/id";
import { searchText } from "@/lib/portal/wire/search-text";
import { REVIEW_REASONS, VALUE_MAX, VALUE_MIN } from "./words";

const segmentSchema = z.object({
  id: idSchema,
  nameEn: z.string(),
  nameAr: z.string(),
  color: z.nullable(z.string()),
  /** Points earned and needed per currency unit, exact decimals. */
  rewardFactor: z.string(),
  redeemFactor: z.string(),
  /** The balance from which the wallet may redeem; 0 = none. */
  redeemThreshold: z.int(),
});

const refusalSchema = z.object({
  /** A code of the interface, such as "1301". */
  code: z.string(),
  message: z.object({ en: z.string(), ar: z.string() }),
});
export type TillRefusal = z.infer<typeof refusalSchema>;

/** What a cashier should notice before doing anything. */
export const WALLET_ALERTS = [
  "pending",
  "suspended",
  "blocked",
  "closed",
  "merged",
  "not_opted_in",
  "redemption_off",
  "pin_locked",
  "below_zero",
  "below_threshold",
] as const;
export type WalletAlert = (typeof WALLET_ALERTS)[number];

/** A wallet as it stands now, lapsed points already taken off. Personal data is masked by the reader's role. */
export const walletSchema = z.object({
  id: longIdSchema,
  walletCode: z.string(),
  statusId: z.int(),
  alerts: z.array(z.enum(WALLET_ALERTS)),
  isOptedIn: z.boolean(),
  redemptionEnabled: z.boolean(),
  pin: z.object({
    state: z.enum(["none", "set", "locked"]),
    /** Locked: when it opens again; null: when it is reset. */
    lockedUntil: z.nullable(z.iso.datetime()),
    /** Set: how many wrong ones in a row may still be given before it locks. */
    attemptsLeft: z.nullable(z.int()),
  }),
  profile: z.extend(shownProfileSchema, {
    /** Whether something was hidden from this reader. */
    isMasked: z.boolean(),
  }),
  /** Spendable points; below zero after a cancelled or returned reward that was already spent. */
  balance: z.int(),
  /** Money value of the balance in currency units, at most two decimals. */
  balanceValue: z.number(),
  accumulated: z.int(),
  redeemed: z.int(),
  suspended: z.int(),
  /** Why each act would be refused whatever the amount; null: some amount goes through. */
  refusals: z.object({ reward: z.nullable(refusalSchema), redeem: z.nullable(refusalSchema) }),
  /** What it can pay towards a bill right now, nothing where `refusals.redeem` says why; `maxValue` is the largest amount. */
  usable: z.object({ points: z.int(), value: z.number(), maxValue: moneySchema }),
  segment: segmentSchema,
  /** The segment it reaches next, and how many more lifetime points that takes. */
  nextSegment: z.nullable(z.object({ nameEn: z.string(), nameAr: z.string(), missingPoints: z.int() })),
  /** Soonest to lapse first; null: never. */
  lots: z.array(z.object({ expiresOn: z.nullable(daySchema), points: z.int() })),
  /** Of the suspended points those that can be spent from a day on, soonest first. */
  pending: z.array(z.object({ usableFrom: daySchema, points: z.int() })),
  /** Of the suspended points those that are held for orders. */
  held: z.int(),
  mergedIntoWalletId: z.nullable(longIdSchema),
  /** Null: it is in none. A pooled child's points and segment above are its parent's. */
  family: z.nullable(familySchema),
  walletType: walletTypeSchema,
  /** Who brought the customer, masked; `isOpen`: the first reward is still to come. Null: nobody who is known. */
  broughtBy: z.nullable(z.object({ name: z.nullable(z.string()), mobile: z.string(), isOpen: z.boolean() })),
  /** Corrections of its points that wait for a second person, as far as the reader may know of them. */
  waitingAdjustments: z.array(askedAdjustmentSchema),
  createdAt: z.iso.datetime(),
});
export type TillWallet = z.infer<typeof walletSchema>;

/** What somebody who opens wallets at the till reads out or shows to the customer. */
export const enrolWordsSchema = z.object({
  consent: z.object({ version: z.int(), en: z.string(), ar: z.string() }),
});
export type EnrolWords = z.infer<typeof enrolWordsSchema>;

/** What was scanned or typed: a wallet's code, a mobile number or a part of it, a name, the code or the number on a receipt. */
export const lookupRequestSchema = z.object({ text: searchText(64).check(z.minLength(1)) });

/**
 * What a text reads as: a whole mobile number, another number, a name, a code with letters and digits, the scanned code of a
 * receipt; `short` is too little of a number or a name.
 */
export const SOUGHT = ["mobile", "number", "name", "code", "receipt", "short"] as const;
export type Sought = (typeof SOUGHT)[number];

/** Fewer digits of a mobile number, or letters of a name, would find half the programme. */
export const SOUGHT_DIGITS_MIN = 5;
export const SOUGHT_LETTERS_MIN = 3;

/** One of the wallets that may be meant: enough to tell them apart, no more. */
export const candidateSchema = z.object({
  walletId: longIdSchema,
  name: z.nullable(z.string()),
  /** The last characters of the code, the others hidden. */
  codeHint: z.string(),
  mobile: z.string(),
  statusId: z.int(),
  segment: z.pick(segmentSchema, { nameEn: true, nameAr: true, color: true }),
  balance: z.int(),
  /** Found by a receipt: the entry that it is of. */
  entry: z.nullable(z.object({ id: longIdSchema, createdAt: z.iso.datetime() })),
});
export type WalletCandidate = z.infer<typeof candidateSchema>;

export const lookupAnswerSchema = z.discriminatedUnion("kind", [
  /** `coupon`: the number of a coupon of the wallet was what was looked for. */
  z.object({ kind: z.literal("wallet"), wallet: walletSchema, coupon: z.optional(z.string()) }),
  z.object({
    kind: z.literal("candidates"),
    sought: z.enum(SOUGHT),
    candidates: z.array(candidateSchema),
    /** There are others, which more of the text would find. */
    hasMore: z.boolean(),
  }),
  /** A receipt: the wallet, and the entry that the receipt is of. */
  z.object({ kind: z.literal("entry"), wallet: walletSchema, entryId: longIdSchema }),
  /** A coupon that is nobody's yet: that of whoever shows it. */
  z.object({ kind: z.literal("coupon"), number: z.string() }),
  z.object({ kind: z.literal("nothing"), sought: z.enum(SOUGHT) }),
]);
export type LookupAnswer = z.infer<typeof lookupAnswerSchema>;

/** The open wallets of a mobile number, as somebody sees them who is about to open another one. */
export const walletsOfNumberSchema = z.object({ wallets: z.array(candidateSchema) });

const valueSchema = moneySchema.check(z.minimum(VALUE_MIN), z.maximum(VALUE_MAX));
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
  invoiceNumber: z.optional(text(64)),
  comment: z.optional(text(250)),
};

export const rewardRequestSchema = z.object({
  ...COMMON,
  /** The bill, whole currency units. */
  value: valueSchema,
  /** When the sale was made, for a reward that had to wait for the connection. */
  soldAt: z.optional(z.iso.datetime()),
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
  refund: refundRequestSchema,
  return: returnRequestSchema,
  cancel: cancelRequestSchema,
} as const;
export const TILL_OPERATIONS = ["reward", "redeem", "refund", "return", "cancel"] as const;
export type TillOperation = (typeof TILL_OPERATIONS)[number];
export type TillRequest<Operation extends TillOperation = TillOperation> = {
  [Name in Operation]: z.infer<(typeof OPERATION_SCHEMAS)[Name]>;
}[Operation];

/** What a carried-out operation answers. */
export const postedSchema = z.object({
  entry: entrySchema,
  /** The wallet as it stands now. */
  wallet: walletSchema,
  /** True when it had been carried out before and this is the first answer again. */
  replayed: z.boolean(),
  /** Promotions that acted on it. Absent from a service of the version before. */
  promotions: z.optional(z.array(actedSchema)),
  /** The coupon that it issued; null: none. Absent from a service of the version before. */
  coupon: z.optional(
    z.nullable(z.object({ number: z.string(), title: z.object({ en: z.string(), ar: z.string() }) })),
  ),
});
export type Posted = z.infer<typeof postedSchema>;

const unreferenced = { reference: true, invoiceNumber: true, comment: true } as const;

/** The same fields as the operation, without a reference: nothing is done. */
export const quoteRequestSchema = z.discriminatedUnion("operation", [
  z.object({
    operation: z.literal("reward"),
    ...z.omit(rewardRequestSchema, { reference: true, comment: true, soldAt: true }).shape,
  }),
  z.object({
    operation: z.literal("redeem"),
    ...z.omit(redeemRequestSchema, { ...unreferenced, pin: true, pinFromDisplay: true }).shape,
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
] as const;

/** A limit that is passed, or why it is held for review: in currency units, points, a number of rewards, or minutes. */
export const passedLimitSchema = z.object({
  limit: z.enum([...LIMITS, ...REVIEW_REASONS]),
  required: z.number(),
  available: z.number(),
  missing: z.number(),
});
export type PassedLimit = z.infer<typeof passedLimitSchema>;

/** What the operation would come to by the ledger's own rules, at this moment. */
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
    reachesSegment: z.nullable(z.object({ nameEn: z.string(), nameAr: z.string() })),
    isPinRequired: z.boolean(),
    /** The same was done here for this wallet within the last minute: when. */
    sameJustNowAt: z.nullable(z.iso.datetime()),
    /** The invoice was rewarded already, where that is flagged: by this transaction. */
    repeatsEntryId: z.nullable(longIdSchema),
    /** Rewards: what promotions would add, as things stand. Absent from a service of the version before. */
    promotions: z.optional(z.array(actedSchema)),
    /** Points of the reward that the customer gets for having been brought by somebody. */
    referralPoints: z.int(),
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

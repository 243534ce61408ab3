import * as z from "zod/mini";
import { askedAdjustmentSchema } from "@/lib/areas/adjustments/schemas";
import { familySchema, walletTypeSchema } from "@/lib/areas/families/schemas";
import { idSchema, longIdSchema } from "@/lib/portal/wire/id";
import { daySchema, moneySchema } from "@/lib/portal/wire/points";
import { searchText } from "@/lib/portal/wire/search-text";
import { shownProfileSchema } from "./profile-schemas";
export const segmentSchema = z.object({
  id: idSchema,
  nameEn: z.string(),
  nameAr: z.string(),
  color: z.nullable(z.string()),
  /** Points earned and needed per currency unit, exact decimals. */
  rewardFactor: z.string(),
  redeemFactor: z.string(),
  /** The balance from which the wallet may redeem; 0 = none. */
  redeemThreshold: z.int(),
  /** Lifetime points from which on wallets belong to it; 0: the first one. Absent from a service of the version before. */
  value: z.optional(z.int()),
});

export const refusalSchema = z.object({
  /** A code of the interface, such as "1301". */
  code: z.string(),
  message: z.object({ en: z.string(), ar: z.string() }),
});

export type TillRefusal = z.infer<typeof refusalSchema>;

/** Warnings for a cashier before doing anything. */
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
  /** True where the customer was never at the reader's merchant, which then changes nothing of the wallet. */
  isStranger: z.optional(z.boolean()),
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
    /** Whether the name is hidden from this reader, as of a customer who was never at the own merchant. */
    isNameHidden: z.optional(z.boolean()),
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
  /** The payment towards a bill that it allows right now, empty where `refusals.redeem` says why; `maxValue` is the largest amount. */
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
  /** The referrer, masked; `isOpen`: the first reward is still to come. Null: nobody who is known. */
  broughtBy: z.nullable(z.object({ name: z.nullable(z.string()), mobile: z.string(), isOpen: z.boolean() })),
  /** Corrections of its points that wait for a second person, as far as the reader may know of them. */
  waitingAdjustments: z.array(askedAdjustmentSchema),
  createdAt: z.iso.datetime(),
});

export type TillWallet = z.infer<typeof walletSchema>;

/** Words that a cashier who opens wallets reads out or shows to the customer. */
export const enrolWordsSchema = z.object({
  consent: z.object({ version: z.int(), en: z.string(), ar: z.string() }),
});

export type EnrolWords = z.infer<typeof enrolWordsSchema>;

/** Scanned or typed text: a wallet's code, a mobile number or a part of it, a name, the code or the number on a receipt. */
export const lookupRequestSchema = z.object({ text: searchText(64).check(z.minLength(1)) });

/**
 * Readings of a text: a whole mobile number, another number, a name, a code with letters and digits, the scanned code of a receipt; `short`
 * is too little of a number or a name.
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
  isNameHidden: z.optional(z.boolean()),
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

/** The open wallets of a mobile number, as a person sees them who is about to open another one. */
export const walletsOfNumberSchema = z.object({ wallets: z.array(candidateSchema) });

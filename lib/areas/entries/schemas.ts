import * as z from "zod/mini";
import {
  bilingualSchema,
  idParameter,
  idSchema,
  longIdSchema,
  momentSchema,
  namedSchema,
  pageOf,
} from "@/lib/portal/wire/id";
import { daySchema, LOG_TYPE_IDS, logTypeIdSchema, moneySchema } from "@/lib/portal/wire/points";
import { searchText } from "@/lib/portal/wire/search-text";

const KNOWN_KINDS: readonly string[] = LOG_TYPE_IDS.map(String);

export const entrySchema = z.object({
  id: longIdSchema,
  wallet: z.object({ id: longIdSchema, walletCode: z.string() }),
  logTypeId: logTypeIdSchema,
  channelId: z.int(),
  /** Signed change of the spendable points. */
  points: z.int(),
  /** Signed change of the suspended points. */
  suspendedPoints: z.int(),
  value: moneySchema,
  /** Points per currency unit at which the two were converted, an exact decimal. */
  factor: z.string(),
  balanceAfter: z.int(),
  createdAt: momentSchema,
  /** Rewards: the last day on which the points can be spent; null when they never lapse. */
  expiresOn: z.nullable(daySchema),
  isExpired: z.boolean(),
  /** Refund: the redemption. Return: the reward. Cancellation: the cancelled entry. Capture and release: the hold; release: the reward that ripened. */
  relatedEntryId: z.nullable(longIdSchema),
  cancelledByEntryId: z.nullable(longIdSchema),
  /** Redemptions and rewards: what can still be refunded or returned, in points and in money. */
  remainingPoints: z.int(),
  remainingValue: moneySchema,
  /** Redemptions and rewards: money value of what was refunded or returned. */
  givenBackValue: moneySchema,
  /** The last day on which it can be refunded, returned or undone; null when it cannot (any more). */
  refundableUntil: z.nullable(daySchema),
  returnableUntil: z.nullable(daySchema),
  cancellableUntil: z.nullable(daySchema),
  /** The last day on which it could be undone, once that is over. Absent from a service of the version before. */
  cancelEndedOn: z.optional(z.nullable(daySchema)),
  branch: z.nullable(namedSchema),
  /** The author: a person of the portal, an API client, or the service itself. */
  by: z.object({ id: idSchema, name: z.string(), kind: z.enum(["portal", "client", "system"]) }),
  reference: z.string(),
  invoiceNumber: z.nullable(z.string()),
  invoiceDate: z.nullable(momentSchema),
  skuId: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  /** The person who approved the breach of a limit; null where there was none. */
  approvedBy: z.nullable(z.string()),
  /** An earlier reward for the same invoice; null where there is none, or none was looked for. */
  repeatsEntryId: z.nullable(longIdSchema),
  /** A reward that is pending, or was: from when its points can be spent, and how many are still to ripen. A hold: how it stands. */
  aside: z.nullable(
    z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("pending"), usableFrom: daySchema, points: z.int() }),
      z.object({
        kind: z.literal("hold"),
        state: z.enum(["open", "captured", "released"]),
        until: momentSchema,
      }),
    ]),
  ),
  /** Points of a reward that its customer got for having been brought by a person. */
  referralPoints: z.int(),
  /** A member of the family did it, with the points of the parent wallet. Absent from a service of the version before. */
  isByMember: z.optional(z.boolean()),
});
export type PortalEntry = z.infer<typeof entrySchema>;

export const entryPageSchema = z.object({
  entries: z.array(entrySchema),
  /** Asks for the next, older part; null after the last. */
  nextCursor: z.nullable(z.string()),
});
export type EntryPage = z.infer<typeof entryPageSchema>;

/** Filters of a list of entries, as they stand in the address. Days are the programme's, both included. */
export const entryQuerySchema = z.object({
  ...pageOf(200),
  /** Kinds, separated by commas, such as "1,3". */
  kinds: z.optional(
    z.string().check(z.refine((kinds) => kinds.split(",").every((id) => KNOWN_KINDS.includes(id)))),
  ),
  from: z.optional(daySchema),
  until: z.optional(daySchema),
  branchId: z.optional(idParameter),
  userId: z.optional(idParameter),
  /** Part of a reference or invoice number, or an entry's whole number. */
  text: z.optional(searchText(64)),
});
export type EntryQuery = z.infer<typeof entryQuerySchema>;

export { walletParamsSchema } from "@/lib/portal/wire/id";
export const entryParamsSchema = z.object({ entryId: z.pipe(z.coerce.number(), longIdSchema) });

/** Points that a promotion gave, or would give. */
export const actedSchema = z.object({
  number: idSchema,
  nameEn: z.string(),
  nameAr: z.string(),
  points: z.int(),
});
export type Acted = z.infer<typeof actedSchema>;

/** A coupon that an entry issued. */
export const issuedCouponSchema = z.object({ number: z.string(), title: bilingualSchema });

/** A bill that was settled at once, in currency units: what each coupon took off, what points paid, and what was left to pay in money. */
export const settledBillSchema = z.object({
  value: moneySchema,
  coupons: z.array(z.object({ ...issuedCouponSchema.shape, off: moneySchema })),
  paid: moneySchema,
  payable: moneySchema,
  /** The price of its goods that can still come back. */
  left: moneySchema,
});
export type SettledBill = z.infer<typeof settledBillSchema>;

/** One entry with those it is tied to. */
export const entryDetailsSchema = z.object({
  entry: entrySchema,
  refersTo: z.nullable(entrySchema),
  /** Refunds, returns and cancellations of it, oldest first. */
  referredToBy: z.array(entrySchema),
  /** Promotions that acted on it. Absent from a service of the version before. */
  promotions: z.optional(z.array(actedSchema)),
  /** The member of the family who did it, by the last characters of the wallet's code. */
  member: z.optional(z.nullable(z.string())),
  /** The customer, as the reader may know them. Absent from a service of the version before. */
  customer: z.optional(z.object({ name: z.nullable(z.string()), mobile: z.string() })),
  /** The coupon that it issued. */
  coupon: z.optional(z.nullable(issuedCouponSchema)),
  /** The bill that it settled, or was settled with. Absent from a service of the version before. */
  bill: z.optional(z.nullable(settledBillSchema)),
});
export type EntryDetails = z.infer<typeof entryDetailsSchema>;

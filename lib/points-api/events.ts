import { z } from "zod";
import { EVENT_TYPES, type EventType, TEST_EVENT_TYPE } from "@/lib/areas/webhooks/event-types";

// Events, as webhooks and the feed tell them: an addition to the interface (its part 6 shows none).

export const FEED_LIMIT_MAX = 1_000;
export const FEED_CODES = [1002, 1008, 1101, 1102, 1103, 1104, 1105, 1701, 1901, 1902] as const;

/** Query of the feed. */
export const feedQuerySchema = z.object({
  cursor: z
    .string()
    .default("0.0")
    .meta({
      description:
        "The `cursor` of the page before; `now`: from this moment on; absent: from the very first event on. One that was given out for another log, as before a backup was restored, is refused with 1002: read again without one.",
      examples: ["0.0"],
      pattern: "^now$|^[0-9]{1,15}\\.[0-9]{1,15}(\\.[0-9a-f]{12})?$",
    }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(FEED_LIMIT_MAX)
    .default(100)
    .meta({
      description: "So many movements and so many acts are looked at for one page.",
      override: { type: "integer", minimum: 1, maximum: FEED_LIMIT_MAX, default: 100 },
    }),
  types: z
    .string()
    .max(1_000)
    .optional()
    .meta({
      description: "Only events of these types, separated by commas.",
      examples: ["points.rewarded,points.redeemed"],
    }),
});

const walletFields = {
  walletId: z.int(),
  walletCode: z.string(),
  contactMsisdnMasked: z.string().meta({ examples: ["011•••017"] }),
};

const pointsDataSchema = z
  .object({
    ...walletFields,
    logId: z.int().meta({ description: "`pointsLog.id` of the operation's answer." }),
    logTypeId: z.int(),
    channelId: z.int(),
    amount: z.int().meta({ description: "Points moved, unsigned, as `pointsLog.amount`." }),
    points: z.int().meta({ description: "Signed change of the spendable points." }),
    suspendedPoints: z.int().meta({ description: "Signed change of the suspended points." }),
    amountValue: z.int().meta({ description: "The money value, rounded half up to whole currency units." }),
    totalAmount: z.number().meta({ description: "The money value, exact, with up to two decimals." }),
    totalPoints: z.int().meta({ description: "Spendable points after it." }),
    relatedLogId: z
      .int()
      .nullable()
      .meta({ description: "The entry that was refunded, returned, cancelled or transferred." }),
    merchantId: z.int().nullable(),
    branchId: z.int().nullable(),
    userId: z.int(),
    externalLogId: z.string(),
    invoiceNumber: z.string().nullable(),
    skuId: z.string().nullable(),
    offerNumber: z.int().meta({ description: "The promotion that acted; 0 when none did." }),
    expiresOn: z.string().nullable().meta({ description: "Of a reward: the last day of its points." }),
  })
  .meta({ id: "PointsEventData" });

const changed = z.array(z.string()).meta({
  description: "Names of the fields that the act was about; what was in them may be personal data.",
});

const walletDataSchema = z
  .object({
    ...walletFields,
    walletStatusId: z.int(),
    segmentId: z.int().optional(),
    mergedIntoWalletCode: z.string().optional(),
    changed,
  })
  .meta({ id: "WalletEventData" });

const dealDataSchema = z
  .object({
    dealId: z.int(),
    merchantId: z.int(),
    offerNumber: z.string(),
    state: z.string().optional().meta({ description: "`draft`, `published` or `paused`." }),
    changed,
  })
  .meta({ id: "DealEventData" });

const headSchema = z.object({
  seq: z.int().meta({ description: "Its number of rows." }),
  hash: z.string().nullable().meta({ description: "SHA-256 of its last row, base64." }),
});

const anchorDataSchema = z
  .object({
    number: z.int(),
    createdAt: z.iso.datetime(),
    afterEntryId: z.int(),
    entryId: z.int().meta({ description: "It covers the entries above `afterEntryId`, up to this one." }),
    wallets: z.int(),
    root: z.string().meta({ description: "Of the Merkle tree over the wallets that moved, base64." }),
    audit: headSchema,
    security: headSchema,
    previousHash: z.string().nullable(),
    hash: z.string(),
    keyId: z.string(),
    signature: z.string().meta({ description: "Ed25519, base64." }),
  })
  .meta({ id: "AnchorEventData" });

const securityDataSchema = z
  .object({
    kind: z.string().meta({ examples: ["sign_in.locked"] }),
    userId: z.int().nullable(),
    merchantId: z.int().nullable(),
    branchId: z.int().nullable(),
    clientId: z.int().nullable(),
    ipAddress: z.string().nullable(),
    details: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: "SecurityEventData" });

const couponDataSchema = z
  .object({
    walletId: walletFields.walletId.optional(),
    walletCode: walletFields.walletCode.optional(),
    contactMsisdnMasked: walletFields.contactMsisdnMasked.optional(),
    couponNumber: z.string(),
    offerNumber: z.int(),
    state: z.string().meta({ description: "After it: `issued`, `used` or `void`." }),
    validUntil: z.string().nullable(),
    merchantId: z.int().meta({ description: "Where it happened." }),
    branchId: z.int().nullable(),
    userId: z.int().nullable(),
    logId: z
      .int()
      .nullable()
      .meta({ description: "`pointsLog.id` of the entry that issued or ended it; null where none did." }),
  })
  .meta({ id: "CouponEventData" });

const DATA_SCHEMAS = {
  ...{ points: pointsDataSchema, wallet: walletDataSchema, deal: dealDataSchema },
  ...{ coupon: couponDataSchema, anchor: anchorDataSchema, security: securityDataSchema },
} as const;
export type EventGroup = keyof typeof DATA_SCHEMAS;
export const EVENT_GROUPS = Object.keys(DATA_SCHEMAS) as EventGroup[];

export const typesOf = (group: EventGroup): EventType[] =>
  EVENT_TYPES.filter((type) => type.startsWith(`${group}.`));

const about = {
  id: z.string().meta({
    description: "The same for everybody and for ever: who has seen it before does nothing twice.",
    examples: ["evt_p4178"],
  }),
  timestamp: z.iso
    .datetime()
    .meta({ description: "When it happened.", examples: ["2026-11-21T11:02:35.000Z"] }),
};

/** The events of a group, as webhooks send them and the feed lists them. */
export const EVENT_SCHEMAS = {
  points: z
    .object({ ...about, type: z.enum(typesOf("points")), data: pointsDataSchema })
    .meta({ id: "PointsEvent" }),
  wallet: z
    .object({ ...about, type: z.enum(typesOf("wallet")), data: walletDataSchema })
    .meta({ id: "WalletEvent" }),
  deal: z.object({ ...about, type: z.enum(typesOf("deal")), data: dealDataSchema }).meta({ id: "DealEvent" }),
  coupon: z
    .object({ ...about, type: z.enum(typesOf("coupon")), data: couponDataSchema })
    .meta({ id: "CouponEvent" }),
  anchor: z
    .object({ ...about, type: z.enum(typesOf("anchor")), data: anchorDataSchema })
    .meta({ id: "AnchorEvent" }),
  security: z
    .object({ ...about, type: z.enum(typesOf("security")), data: securityDataSchema })
    .meta({ id: "SecurityEvent" }),
} as const;

/** Event of the portal's test button. */
export const testEventSchema = z
  .object({ ...about, type: z.literal(TEST_EVENT_TYPE), data: z.object({ merchantId: z.int() }) })
  .meta({ id: "TestEvent" });

export const feedPageSchema = z
  .object({
    events: z.array(
      z.union([EVENT_SCHEMAS.points, EVENT_SCHEMAS.wallet, EVENT_SCHEMAS.deal, EVENT_SCHEMAS.coupon]),
    ),
    cursor: z.string().meta({ description: "Where the next page begins; also when there is nothing new." }),
    hasMore: z.boolean().meta({ description: "There may be more right now, even if this page is empty." }),
  })
  .meta({ id: "EventFeedPage" });

export const FEED_EXAMPLE = {
  events: [
    {
      id: "evt_p4178",
      type: "points.rewarded",
      timestamp: "2026-11-21T11:02:35.000Z",
      data: {
        walletId: 1,
        walletCode: "100001",
        contactMsisdnMasked: "011•••001",
        logId: 4178,
        logTypeId: 2,
        channelId: 1,
        amount: 150,
        points: 150,
        suspendedPoints: 0,
        amountValue: 150,
        totalAmount: 150,
        totalPoints: 1150,
        relatedLogId: null,
        merchantId: 1,
        branchId: 1,
        userId: 26,
        externalLogId: "POS1-000123",
        invoiceNumber: "INV-88213",
        skuId: null,
        offerNumber: 0,
        expiresOn: "2028-11-30",
      },
    },
  ],
  cursor: "4178.0.5feceb66ffc8",
  hasMore: false,
};

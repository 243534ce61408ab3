import { z } from "zod";

/**
 * The objects that answers are made of, every key in the interface's order. The serializers' types derive from these
 * schemas, and so does the API reference.
 */

export const RESERVED = "Reserved; null at present.";

/** Identifiers outgrow 32 bits; generated clients must know. */
export const INT64 = { format: "int64" };

export const OFFSET_DATE_TIME = { format: "date-time", examples: ["2026-11-21T12:34:56+02:00"] };

/** Segment (interface.md §2.3). */
export const segmentSchema = z
  .object({
    id: z.int(),
    name: z.string().meta({ description: "In the language of the answer.", examples: ["Standard"] }),
    rewValueFactor: z.number().meta({ description: "Points earned per currency unit.", examples: [1] }),
    redValueFactor: z.number().meta({ description: "Points needed per currency unit.", examples: [1] }),
    redThreshold: z
      .int()
      .meta({ description: "The balance a wallet must hold before it may redeem; 0 = none." }),
    value: z.int().meta({ description: "Lifetime points from which a wallet belongs to this segment." }),
    bonusPoints: z.int().nullable().meta({ description: "Points added to each reward." }),
    offerNumber: z.string().nullable(),
    ratePlan: z.string().nullable(),
    color: z
      .string()
      .nullable()
      .meta({ examples: ["#8A8D91"] }),
    segmentColorId: z.int().nullable(),
  })
  .meta({ id: "Segment", description: "The rates of a wallet, as they were when the entry was written." });

export type SegmentBody = z.output<typeof segmentSchema>;

/** Another member of a wallet's family (rules.md §20). */
const familyMemberSchema = z.object({
  id: z.int().meta(INT64),
  walletCode: z.string().meta({ examples: ["100001"] }),
  name: z
    .string()
    .nullable()
    .meta({ description: "The first name and the initials of the others.", examples: ["Mona A."] }),
});

/** Wallet (interface.md §2.2). */
export const walletSchema = z
  .object({
    id: z.int().meta({ description: "Wallet identifier.", ...INT64 }),
    name: z.string().nullable(),
    walletCode: z.string().meta({ examples: ["100001"] }),
    email: z.string().nullable(),
    address: z.string().nullable(),
    gender: z.string().nullable(),
    totalPoints: z.int().meta({
      description:
        "Spendable balance after the change. Below zero only after a cancelled reward whose points were already spent.",
    }),
    accumulatedPoints: z
      .int()
      .meta({ description: "Lifetime points earned, less those of cancelled rewards." }),
    redPoints: z.int().meta({ description: "Lifetime points redeemed, less those refunded or cancelled." }),
    isOptedIn: z.boolean(),
    optedInDate: z.string().meta({
      description:
        "Wall clock of the programme's time zone, without offset. `0001-01-01T00:00:00` for a customer who never joined.",
      examples: ["2026-01-15T10:20:30"],
    }),
    parentWalletId: z
      .int()
      .nullable()
      .meta({ description: "The parent of its family; null where it has none.", ...INT64 }),
    addOnWalletId: z
      .int()
      .nullable()
      .meta({ description: "Of a card that was added to a wallet: that wallet.", ...INT64 }),
    billRewardPoints: z.int().meta({
      description:
        "Points that RedeemUser would accept from the wallet right now: 0 where its status, the opt-in, the activation flag or the threshold would refuse it.",
    }),
    billRewardValue: z
      .number()
      .meta({ description: "The money value of `billRewardPoints`, to 2 decimals.", examples: [1000] }),
    referralMasterMSISDN: z.string().nullable().meta({
      description: "Mobile number of whoever recommended the programme, as it was said at enrolment.",
    }),
    birthDate: z
      .string()
      .nullable()
      .meta({ examples: ["1990-05-17"] }),
    nid: z
      .string()
      .nullable()
      .meta({ description: "Null unless the client may see national identity numbers." }),
    contactMsisdn: z.string().meta({
      description: "National form for Egyptian numbers, E.164 for others.",
      examples: ["01110000001"],
    }),
    walletStatusId: z.int().meta({
      description: "1 active, 2 pending activation, 3 suspended, 4 blocked, 5 closed, 6 merged.",
      examples: [1],
    }),
    segment: segmentSchema,
    childrenWallets: z
      .array(
        familyMemberSchema
          .extend({ isAdded: z.boolean(), walletStatusId: z.int() })
          .meta({ id: "ChildWallet" }),
      )
      .nullable()
      .meta({ description: "The children of a parent; null where there are none." }),
    parentWallet: familyMemberSchema
      .nullable()
      .meta({ description: "The parent of its family; null where it has none." }),
    isParent: z.boolean().meta({ description: "Whether it has children." }),
    parentWalletCode: z.string().nullable(),
    walletType: z
      .string()
      .nullable()
      .meta({ description: "`staff`, `corporate` or `test`; null for an ordinary wallet." }),
    isAdded: z.boolean().meta({ description: "Whether it is a card that was added to a wallet." }),
    isDeleted: z
      .boolean()
      .meta({ description: "Whether it is closed and what was known of the customer is gone." }),
    redemptionActivationFlag: z
      .boolean()
      .meta({ description: "Whether the wallet, and whose points it spends, may redeem at all (1306)." }),
    suspendedPoints: z
      .int()
      .meta({ description: "Points that exist but cannot be spent now; outside `totalPoints`." }),
    mergedIntoWalletCode: z
      .string()
      .optional()
      .meta({ description: "Only of a merged wallet (6): the code of the wallet that has its points now." }),
  })
  .meta({ id: "Wallet", description: "The wallet after the change." });

export type WalletBody = z.output<typeof walletSchema>;

/** Points log entry (interface.md §2.4). */
export const pointsLogSchema = z
  .object({
    id: z.int().meta({
      description: "Log entry identifier: the `TransactionId` of a later Refund or Cancel.",
      ...INT64,
    }),
    walletId: z.int().meta({
      description: "The wallet in whose log it is: of a child that spends its parent's points the parent's.",
      ...INT64,
    }),
    actorWalletId: z.int().meta({ description: "The wallet addressed in the request.", ...INT64 }),
    channelId: z
      .int()
      .nullable()
      .meta({
        description:
          "1 POS API, 2 cashier portal, 3 admin portal, 4 customer app, 5 USSD/SMS, 6 call centre, 7 import, 8 system.",
        examples: [1],
      }),
    logTypeId: z.int().meta({
      description:
        "1 redemption, 2 reward, 3 refund, 4 cancellation, 5 expiry, 6 adjustment up, 7 adjustment down, 8 transfer out, 9 transfer in, 10 release of suspended points, 11 return of goods, 12 hold.",
      examples: [2],
    }),
    comments: z.string().meta({ description: "The caller's comment, or else a text describing the change." }),
    merchantMSISDN: z.string().meta({
      description: "Mobile number of the branch; empty when no branch acted.",
      examples: ["01000000001"],
    }),
    amount: z.number().meta({ description: "Points moved, unsigned; the direction is in `logTypeId`." }),
    amountValue: z.int().meta({
      description:
        "The money that the request named, or that the points paid, rounded half up to whole currency units: of a reward the bill, also where its points are rounded down.",
    }),
    balanceAfter: z.int().meta({ description: "Wallet balance after the change." }),
    isExpired: z.boolean().meta({ description: "A reward all of whose points have lapsed." }),
    createdDate: z.string().meta(OFFSET_DATE_TIME),
    invoiceDate: z
      .string()
      .nullable()
      .meta({ description: "The `TransactionDate` of a reward.", ...OFFSET_DATE_TIME }),
    invoiceNumber: z.string().nullable(),
    skuPointsId: z.string().nullable().meta({
      description:
        "Of a reward on which a promotion for items acted: the number of its rule for the item. Otherwise the `SkuId` of a reward.",
    }),
    refundedLogId: z
      .int()
      .nullable()
      .meta({ description: "In a refund, the entry that is refunded; otherwise null.", ...INT64 }),
    userId: z
      .int()
      .meta({ description: "The portal user, or the technical user of the API client.", ...INT64 }),
    externalLogId: z.string().meta({ description: "The caller's own reference; empty when none was sent." }),
  })
  .meta({ id: "PointsLog", description: "The points log entry that the change created." });

export type PointsLogBody = z.output<typeof pointsLogSchema>;

const PROMOTION_FIELDS = {
  offerNumber: z.int().meta({ description: "Its number; 0 where no promotion gave them." }),
  name: z
    .string()
    .meta({ description: "In the language of the answer; empty where no promotion gave them." }),
  points: z.int().meta({ description: "Points that it gave.", ...INT64 }),
};

/** A promotion's gift (rules.md §21). */
export const promotionSchema = z.object(PROMOTION_FIELDS).meta({ id: "ActingPromotion" });

/** A part of an entry's points (rules.md §21). */
export const partSchema = z
  .object({
    kind: z.string().meta({
      description:
        "`rate`: the bill at the segment's rate and bonus. `promotion`, `referral`: what was added.",
      examples: ["rate"],
    }),
    ...PROMOTION_FIELDS,
  })
  .meta({ id: "PointsPart" });

export type PartBody = z.output<typeof partSchema>;

/** `transaction` of a cancellation (rules.md §7). */
export const cancelledTransactionSchema = z
  .object({
    cancelledLogId: z.int().meta({ description: "The entry that was undone.", ...INT64 }),
    cancelledLogTypeId: z.int().meta({ description: "Its `logTypeId`: 1, 2, 3 or 11." }),
  })
  .meta({ id: "CancelledTransaction" });

/** `transaction` of a cancellation by reference that is refused with 1414 (rules.md §7). */
export const standingTransactionSchema = z
  .object({
    operation: z
      .string()
      .nullable()
      .meta({ description: "The operation that was sent with the reference.", examples: ["Release"] }),
    logId: z
      .int()
      .nullable()
      .meta({ description: "Its entry; null: it made none.", ...INT64 }),
    logTypeId: z.int().nullable().meta({ description: "`logTypeId` of the entry." }),
  })
  .meta({ id: "StandingTransaction" });

/** The goods of a settled bill that a return brought back (rules.md §25). */
const goodsOfBillSchema = z
  .object({
    billValue: z.number().meta({ description: "The whole bill." }),
    goodsValue: z.number().meta({ description: "The price of the goods that came back." }),
    remainingValue: z
      .number()
      .meta({ description: "The price of its goods that can still come back after this." }),
    entries: z.array(pointsLogSchema).meta({
      description:
        "The refund of what points paid of the goods, where that is something, and the return, which is `pointsLog` as well.",
    }),
  })
  .meta({ id: "GoodsOfBill" });
export type GoodsOfBill = z.output<typeof goodsOfBillSchema>;

/** `transaction` of a return (rules.md §13). */
export const returnedTransactionSchema = z
  .object({
    returnedLogId: z.int().meta({ description: "The reward whose goods came back.", ...INT64 }),
    returnedLogTypeId: z.int().meta({ description: "Its `logTypeId`: 2." }),
    remainingPoints: z
      .int()
      .meta({ description: "Points of the reward that could still be taken back after this.", ...INT64 }),
    bill: goodsOfBillSchema.optional().meta({
      description: "Only where the reward settled a bill: its goods, and what each part gave back.",
    }),
  })
  .meta({ id: "ReturnedTransaction" });

/** `transaction` of a quote. */
export const quotedTransactionSchema = z.object({
  operation: z.string().meta({ description: "The quoted operation." }),
  isPinRequired: z
    .boolean()
    .meta({ description: "Whether the operation will ask for the customer's PIN (1310)." }),
  paidWithPoints: z.number().meta({
    description:
      "Reward and Settle: the part of the bill that points pay and that earns nothing, in currency units. 0 where the programme rewards whole bills.",
  }),
  transaction: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description: "`transaction` of the answer that the operation would have." }),
});

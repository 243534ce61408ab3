import { z } from "zod";
import { couponOfferSchema, couponSchema } from "./coupons";
import {
  cancelledTransactionSchema,
  INT64,
  OFFSET_DATE_TIME,
  partSchema,
  pointsLogSchema,
  promotionSchema,
  quotedTransactionSchema,
  RESERVED,
  returnedTransactionSchema,
  standingTransactionSchema,
  walletSchema,
} from "./objects";
import { refusedPartSchema, settledTransactionSchema } from "./settled-schemas";

/** Envelope of Refund, RedeemUser and Cancel (interface.md §2.5; rules.md §7). */
export const pointsResponseSchema = z
  .object({
    errorCode: z.string().meta({ description: '"0" on success, otherwise a code of the table of errors.' }),
    errorMessage: z.string().meta({ description: "In the language of the answer." }),
    offerNumber: z.int().meta({ description: "The promotion that acted on a reward; 0 when none did." }),
    couponNumber: z
      .string()
      .nullable()
      .meta({ description: "Of the coupon that was issued, used or ended; null when none was." }),
    couponDetails: couponSchema.nullable().meta({ description: "That coupon; null when there is none." }),
    wallet: walletSchema.nullable(),
    pointsLog: pointsLogSchema.nullable(),
    transaction: cancelledTransactionSchema
      .nullable()
      .meta({ description: "In a cancellation, what it undid." }),
    totalAmount: z.number().meta({
      description: "The money value of the points, exact, with up to two decimals; 0 on failure.",
      examples: [150.75],
    }),
  })
  .meta({ id: "PointsResponse" });

/** Envelope of ReturnReward: the same, with the reward in `transaction` (rules.md §13). */
export const returnRewardResponseSchema = pointsResponseSchema
  .extend({
    transaction: z.union([returnedTransactionSchema, refusedPartSchema]).nullable().meta({
      description:
        "The reward whose goods came back, and what remains of it. On failure the part of a settled bill that refused; null where none did.",
    }),
  })
  .meta({ id: "ReturnRewardResponse" });

/** Envelope of Hold: the same, with when it ends in `transaction` (rules.md §19). */
export const holdResponseSchema = pointsResponseSchema
  .extend({
    transaction: z
      .object({
        holdId: z.int().meta({ description: "`HoldId` of Capture and Release.", ...INT64 }),
        heldPoints: z.int().meta({ description: "Points that are set aside." }),
        expiresDate: z.string().meta({ description: "When the hold ends by itself.", ...OFFSET_DATE_TIME }),
      })
      .nullable()
      .meta({ description: "The hold." }),
  })
  .meta({ id: "HoldResponse" });

/** Envelope of Capture and Release: the same, with what became of the hold in `transaction` (rules.md §19). */
export const endedHoldResponseSchema = pointsResponseSchema
  .extend({
    transaction: z
      .object({
        holdId: z.int().meta({ description: "The hold that has ended.", ...INT64 }),
        capturedPoints: z.int().meta({ description: "Points of it that were redeemed; 0 by Release." }),
        releasedPoints: z.int().meta({ description: "Points of it that went back to the wallet." }),
      })
      .nullable()
      .meta({ description: "State of the hold now." }),
  })
  .meta({ id: "EndedHoldResponse" });

/** Envelope of Cancel: the same, with what it undid, or could not, in `transaction` (rules.md §7). */
export const cancelResponseSchema = pointsResponseSchema
  .extend({
    transaction: z
      .union([cancelledTransactionSchema, standingTransactionSchema, refusedPartSchema])
      .nullable()
      .meta({
        description:
          "The entry that was undone: of a hold, the hold; of a settled bill, its reward. With 1414 by reference, what stands and cannot be undone; of a settled bill, the part that refused. Null where the use of a coupon was taken back.",
      }),
  })
  .meta({ id: "CancelResponse" });

/** Envelope of Settle: the same, with the parts of the bill, or the part that refused, in `transaction` (rules.md §25). */
export const settleResponseSchema = pointsResponseSchema
  .extend({
    transaction: z
      .union([settledTransactionSchema, refusedPartSchema])
      .nullable()
      .meta({ description: "The parts of the bill. On failure the part that refused; null where none did." }),
  })
  .meta({ id: "SettleResponse" });

/** Any of the envelopes. */
export type PointsResponse = Omit<z.output<typeof pointsResponseSchema>, "transaction"> & {
  transaction: z.output<
    (
      | typeof pointsResponseSchema
      | typeof returnRewardResponseSchema
      | typeof holdResponseSchema
      | typeof endedHoldResponseSchema
      | typeof cancelResponseSchema
      | typeof settleResponseSchema
    )["shape"]["transaction"]
  >;
};

/** Envelope of GetWallet (rules.md §13). */
export const walletResponseSchema = pointsResponseSchema
  .extend({ transaction: z.record(z.string(), z.unknown()).nullable().meta({ description: RESERVED }) })
  .meta({ id: "WalletResponse" });

export type WalletResponse = z.output<typeof walletResponseSchema>;

/** Envelope of GetCoupons (rules.md §22). */
export const couponsResponseSchema = walletResponseSchema
  .extend({
    coupons: z.array(couponSchema).meta({ description: "Those still to be used first." }),
    offers: z
      .array(couponOfferSchema)
      .meta({ description: "Coupons that IssueCoupon can issue now, the cheapest first." }),
  })
  .meta({ id: "CouponsResponse" });

export type CouponsResponse = z.output<typeof couponsResponseSchema>;

/** Envelope of FindWallet (rules.md §13). */
export const findWalletResponseSchema = walletResponseSchema
  .extend({
    wallet: z.null().meta({ description: "Always null: GetWallet shows the wallet of the chosen one." }),
    candidates: z
      .array(
        z
          .object({
            walletCode: z
              .string()
              .meta({ description: "`WalletCode` of later requests.", examples: ["100001"] }),
            kind: z.string().meta({ description: "`customer`, `staff`, `corporate` or `test`." }),
            family: z.string().nullable().meta({
              description: "`parent`, `pooled`, `linked` or `card`; null where it belongs to no family.",
            }),
            walletStatusId: z.int().meta({ description: "As in `wallet`." }),
            name: z
              .string()
              .nullable()
              .meta({ description: "First name and initials.", examples: ["Mona A."] }),
            contactMsisdn: z
              .string()
              .meta({ description: "First and last digits.", examples: ["011•••001"] }),
            customer: z.string().meta({
              description:
                "Goes into `ContactMsisdn` of this client's requests about the wallet, for 30 minutes.",
              examples: ["cust_5Zk0m1w…"],
            }),
          })
          .meta({ id: "Candidate" }),
      )
      .meta({ description: "At most five; empty where nobody is found." }),
  })
  .meta({ id: "FindWalletResponse" });

export type FindWalletResponse = z.output<typeof findWalletResponseSchema>;

/** Envelope of GetClient (rules.md §13). */
export const getClientResponseSchema = walletResponseSchema
  .extend({
    wallet: z.null().meta({ description: "Always null." }),
    client: z
      .object({
        merchant: z
          .string()
          .meta({ description: "In the language of the answer.", examples: ["Nile Coffee"] }),
        isTest: z.boolean().meta({ description: "Whether it is a test client, on trial wallets only." }),
        isStrict: z.boolean().meta({ description: "Whether it is read by the letter." }),
        scopes: z
          .array(z.string())
          .meta({ description: "Operations that it may call.", examples: [["reward", "redeem"]] }),
        limits: z
          .array(
            z.object({
              limit: z.string().meta({ description: "As in 1702.", examples: ["personRewardPointsMax"] }),
              max: z.number().meta({ description: "In points, or in currency units." }),
              left: z.number().nullable().meta({
                description: "Of a limit of the day, what is left of it; null of one for a single operation.",
              }),
            }),
          )
          .meta({ description: "Empty where nothing limits it." }),
        consent: z.string().nullable().meta({
          description:
            "The programme's words that a customer agrees to at Enrol, in the language of the answer. Null without the scope `enrol`.",
        }),
        branches: z.array(
          z.object({
            Id: z.int(),
            BranchName: z.string().meta({ examples: ["Zamalek"] }),
            BranchMsisdn: z.string().meta({ examples: ["01000000001"] }),
          }),
        ),
      })
      .nullable()
      .meta({ description: "Null on failure." }),
  })
  .meta({ id: "GetClientResponse" });

export type GetClientResponse = z.output<typeof getClientResponseSchema>;

/** Envelope of Enrol (rules.md §13). */
export const enrolResponseSchema = pointsResponseSchema
  .extend({
    transaction: z
      .object({
        walletCode: z
          .string()
          .meta({ description: "The last characters of its code.", examples: ["•••0001"] }),
      })
      .nullable()
      .meta({ description: "With 1207, the wallet that the number has; otherwise null." }),
  })
  .meta({ id: "EnrolResponse" });

export type EnrolResponse = z.output<typeof enrolResponseSchema>;

/** Envelope of Quote (rules.md §13). */
export const quoteResponseSchema = pointsResponseSchema
  .extend({
    pointsLog: pointsLogSchema.nullable().meta({
      description: "The entry that there would be. Its `id` is 0: nothing was written.",
    }),
    transaction: z.union([quotedTransactionSchema, refusedPartSchema]).nullable(),
    limits: z
      .array(
        z.object({
          limit: z
            .string()
            .meta({ description: "Which limit, or why it is held for review.", example: "rewardValueMax" }),
          required: z.number().meta({ description: "The part that the operation needs." }),
          available: z.number().meta({ description: "The part that is left." }),
          missing: z.number().meta({ description: "How much the operation is beyond it." }),
        }),
      )
      .meta({
        description:
          "With 1307, 1702 and 1704: the limits that the operation would pass, in currency units, points or a number of rewards. With 1703: why it is held for review, and such limits. Otherwise empty.",
      }),
    promotions: z.array(promotionSchema).meta({
      description:
        "Points that promotions would add to a reward, as things stand now. The reward's own answer says what acted.",
    }),
  })
  .meta({ id: "QuoteResponse" });

export type QuoteResponse = z.output<typeof quoteResponseSchema>;

/** Envelope of GetTransaction (rules.md §13). */
export const transactionResponseSchema = pointsResponseSchema
  .extend({
    transaction: z
      .object({
        operation: z.string().nullable().meta({
          description: "The operation that made the entry; null for expiry and acts of the portal.",
        }),
        remainingPoints: z.int().meta({
          description:
            "Points that have not been given back: of a redemption by Refund, of a reward by ReturnReward. 0 once it is cancelled, and for every other kind.",
        }),
        refundedPoints: z.int().meta({ description: "Points that were given back so far." }),
        refundedValue: z.number().meta({ description: "Their money value." }),
        isCancelled: z.boolean(),
        cancelledLogId: z
          .int()
          .nullable()
          .meta({
            description:
              "Of an entry that was cancelled: its cancellation. Of a cancellation: the entry that it undid. Otherwise null.",
            ...INT64,
          }),
        cancelledLogTypeId: z
          .int()
          .nullable()
          .meta({ description: "Of a cancellation: `logTypeId` of the entry that it undid." }),
        parts: z.array(partSchema).meta({
          description: "The parts of a reward's points, where more than the bill gave them. Otherwise empty.",
        }),
        pendingPoints: z
          .int()
          .meta({ description: "Of a reward: points that cannot be spent yet; 0 for every other kind." }),
        usableFrom: z
          .string()
          .nullable()
          .meta({
            description:
              "Of a reward that was pending: the first day on which its points can be spent. Otherwise null.",
            format: "date",
            examples: ["2026-12-05"],
          }),
        holdState: z.string().nullable().meta({
          description:
            "Of a hold: `open`, `captured` or `released`, from the end of its minutes on as well. Otherwise null.",
        }),
        endedByLogId: z
          .int()
          .nullable()
          .meta({
            description:
              "Of a hold that has ended: the entry that ended it; of one that ended by itself it may be null for a minute. Otherwise null.",
            ...INT64,
          }),
      })
      .nullable()
      .meta({ description: "State of the entry now." }),
  })
  .meta({ id: "TransactionResponse" });

export type TransactionResponse = z.output<typeof transactionResponseSchema>;

/** Envelope of Reward (interface.md §2.6). */
export const rewardResponseSchema = z
  .object({
    errorCode: z.string().meta({ description: '"0" on success, otherwise a code of the table of errors.' }),
    errorMessage: z.string().meta({ description: "In the language of the answer." }),
    pointsLog: pointsLogSchema.nullable(),
    wallet: walletSchema.nullable(),
    offerNumber: z.int().meta({ description: "The promotion that acted; 0 when none did." }),
    couponNumber: z
      .string()
      .meta({ description: "Of the coupon that the reward issued; empty when it issued none." }),
  })
  .meta({ id: "RewardResponse" });

export type RewardResponse = z.output<typeof rewardResponseSchema>;

import * as z from "zod/mini";
import { PROMOTION_KINDS, WALLET_PERIODS, WHY_NOT } from "@/lib/ledger/with/promotions/words";
import { DEAL_MOVES, DEAL_STATES } from "@/lib/portal/acts/deal-states";
import { agreedSchema, fileSchema, questionSchema } from "@/lib/portal/wire/files";
import {
  idParameter,
  idSchema,
  namedSchema,
  namesSchema,
  versionSchema as version,
} from "@/lib/portal/wire/id";
import { line } from "@/lib/portal/wire/safe-text";
import { ITEM_FILE_BYTES_MAX, ITEMS_MAX } from "./words";

// Requests and answers about promotions. Shared by the routes and the browser.

const LISTED_MAX = 100;
const ids = z.array(idSchema).check(z.maxLength(LISTED_MAX));
const minute = z.int().check(z.minimum(0), z.maximum(24 * 60));
/** Points that a promotion may give at once. */
const POINTS_MAX = 1_000_000;
const points = z.int().check(z.minimum(1), z.maximum(POINTS_MAX));
export const BUDGET_MAX = 1_000_000_000;
export const WALLET_MAX = 1_000;
/** Above 1, at most 100, with up to four decimals. */
const MULTIPLIER = /^(?:1\.(?!0{1,4}$)\d{1,4}|[2-9](?:\.\d{1,4})?|[1-9]\d(?:\.\d{1,4})?|100(?:\.0{1,4})?)$/;

export const ruleSchema = z.object({
  kind: z.enum(PROMOTION_KINDS),
  multiplier: z.nullable(z.string().check(z.regex(MULTIPLIER))),
  points: z.nullable(points),
  merchantIds: ids,
  branchIds: ids,
  segmentIds: ids,
  ratePlans: z.array(line(64)).check(z.maxLength(LISTED_MAX)),
  weekdays: z.array(z.int().check(z.minimum(1), z.maximum(7))).check(z.maxLength(7)),
  hours: z.nullable(z.object({ from: minute, to: minute })),
  minHundredths: z.nullable(z.int().check(z.minimum(1), z.maximum(100_000_000))),
  skuIds: z.array(line(64)).check(z.maxLength(ITEMS_MAX)),
  channels: z.array(z.int().check(z.minimum(1), z.maximum(8))).check(z.maxLength(8)),
  firstPurchase: z.boolean(),
  birthdayMonth: z.boolean(),
  stacks: z.boolean(),
});

export const promotionFieldsSchema = z.object({
  /** Owning merchant; null: the programme. */
  merchantId: z.nullable(idSchema),
  nameEn: line(120),
  nameAr: line(120),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  rule: ruleSchema,
  skus: z.array(z.object({ skuId: line(64), points })).check(z.maxLength(ITEMS_MAX)),
  budgetPoints: z.nullable(z.int().check(z.minimum(1), z.maximum(BUDGET_MAX))),
  walletMax: z.nullable(z.int().check(z.minimum(1), z.maximum(WALLET_MAX))),
  walletPeriod: z.nullable(z.enum(WALLET_PERIODS)),
  /** The most points for a customer in the same period. Absent in requests that waited for a second person before it was there. */
  walletPoints: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(BUDGET_MAX))), null),
});
export type PromotionFields = z.infer<typeof promotionFieldsSchema>;

export const updatePromotionSchema = z.extend(promotionFieldsSchema, { version });
export const promotionTargetSchema = z.object({ promotionId: idParameter });
export const movePromotionSchema = z.object({ version, move: z.enum(DEAL_MOVES) });

/** Filters of the list, in the page's address. */
export const promotionFiltersSchema = z.object({
  state: z.enum(DEAL_STATES),
  text: z.string().check(z.maxLength(64)),
});

export const promotionSchema = z.extend(promotionFieldsSchema, {
  id: idSchema,
  number: idSchema,
  state: z.enum(DEAL_STATES),
  moves: z.array(z.enum(DEAL_MOVES)),
  /** Belongs to a deal: changed there. */
  dealId: z.nullable(idSchema),
  merchant: z.nullable(namesSchema),
  wasPublished: z.boolean(),
  /** Its gifts with rewards that were not cancelled: points, rewards, and the money of their bills. */
  given: z.object({ points: z.int(), rewards: z.int(), value: z.number() }),
  /** The rest of the budget; null: no budget. */
  budgetLeft: z.nullable(z.int()),
  version,
});
export type Promotion = z.infer<typeof promotionSchema>;

export const promotionsSchema = z.object({
  promotions: z.array(promotionSchema),
  /** The one that the request made, where it made one. */
  createdId: z.optional(idSchema),
  /** Whether those that may add up do; a programme's setting. */
  stack: z.boolean(),
  mayStack: z.boolean(),
  /** The clocks that weekdays and hours are read on. */
  timeZone: z.string(),
  currency: z.string(),
  /** Choices of the form. `merchants` is empty for a merchant's own people. */
  merchants: z.array(namedSchema),
  branches: z.array(z.extend(namedSchema, { merchantId: idSchema })),
  segments: z.array(
    z.extend(namedSchema, {
      ratePlan: z.nullable(z.string()),
      /** Exact decimals, as a segment has them. */
      rewardFactor: z.string(),
      redeemFactor: z.string(),
    }),
  ),
});
export type Promotions = z.infer<typeof promotionsSchema>;

export const itemsFileSchema = z.object({
  file: fileSchema(ITEM_FILE_BYTES_MAX),
  agreed: z.optional(agreedSchema),
});
/** The items of a file, or what has to be known of it first. */
export const itemsFileAnswerSchema = z.object({
  question: z.nullable(questionSchema),
  items: z.array(z.object({ skuId: z.string(), points: z.nullable(z.int()) })),
  /** The file has more items than a promotion may have. */
  isPartial: z.boolean(),
});
export type ItemsFileAnswer = z.infer<typeof itemsFileAnswerSchema>;

export const stackingSchema = z.object({ stack: z.boolean() });

const itemSchema = z.object({
  skuId: line(64),
  quantity: z.int().check(z.minimum(1), z.maximum(10_000)),
  hundredths: z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000_000))),
});

/** A bill that is tried: nothing is written. */
export const trialRequestSchema = z.object({
  branchId: idSchema,
  /** In the currency's smallest unit. */
  hundredths: z.int().check(z.minimum(1), z.maximum(1_000_000_000)),
  items: z.array(itemSchema).check(z.maxLength(LISTED_MAX)),
  channelId: z.int().check(z.minimum(1), z.maximum(8)),
  /** A customer; absent: a new one of the programme's first segment. */
  walletCode: z.optional(line(32)),
  at: z.iso.datetime(),
  /** A rule that is not saved yet, tried beside those that are published. */
  draft: z.optional(z.extend(promotionFieldsSchema, { promotionId: z.nullable(idSchema) })),
});
export type TrialRequest = z.infer<typeof trialRequestSchema>;

export const trialSchema = z.object({
  /** Points of the bill at the segment's rate, and with the promotions that act. */
  rate: z.int(),
  points: z.int(),
  judged: z.array(
    z.object({
      /** Null: the draft. */
      number: z.nullable(idSchema),
      nameEn: z.string(),
      nameAr: z.string(),
      points: z.int(),
      whyNot: z.nullable(z.enum(WHY_NOT)),
    }),
  ),
});
export type Trial = z.infer<typeof trialSchema>;

export const LOOK_BACK_DAYS = 90;
/** A rule's gifts on the rewards of the last days, had it been in force. */
export const lookBackSchema = z.object({
  /** Rewards that were looked at, from the first of these moments on. */
  rewards: z.int(),
  from: z.iso.datetime(),
  /** There were more of them than are looked at: the newest are left out. */
  isPartial: z.boolean(),
  acted: z.int(),
  points: z.int(),
  /** The value of these points, and the bills for them, in currency units. */
  pointsValue: z.number(),
  billsValue: z.number(),
  branches: z.array(
    z.object({ branchId: idSchema, nameEn: z.string(), nameAr: z.string(), acted: z.int(), points: z.int() }),
  ),
  /** The most it may give: its budget; null: there is no bound. */
  most: z.nullable(z.int()),
});
export type LookBack = z.infer<typeof lookBackSchema>;

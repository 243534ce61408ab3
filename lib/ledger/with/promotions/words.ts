import type { EntryPart } from "@/lib/ledger/rules/types";

/** Forms by which a promotion is made; its conditions and gifts may be combined beyond that. */
export const PROMOTION_KINDS = [
  "multiplier",
  "bonus",
  "skus",
  "threshold",
  "first_purchase",
  "birthday_month",
  "happy_hour",
] as const;
export type PromotionKind = (typeof PROMOTION_KINDS)[number];

/** The times within which a customer's uses are counted, of the programme's calendar; weeks begin on Mondays. */
export const WALLET_PERIODS = ["day", "week", "month", "ever"] as const;
export type WalletPeriod = (typeof WALLET_PERIODS)[number];

/** Why a promotion gives nothing for a reward. */
export const WHY_NOT = [
  "not_begun",
  "over",
  "merchant",
  "branch",
  "channel",
  "segment",
  "rate_plan",
  "weekday",
  "hours",
  "first_purchase",
  "birthday_month",
  "sku",
  "least_value",
  "nothing",
  "test_wallet",
  "wallet_limit",
  "budget",
  "too_much",
  "another_acts",
] as const;
export type WhyNot = (typeof WHY_NOT)[number];

/**
 * Conditions and gifts of a promotion. An empty list, or null, is no condition. Money in hundredths of a currency unit, clock times as
 * minutes of the programme's day (0 to 1439).
 */
export interface PromotionRule {
  kind: PromotionKind;
  /** Times what the bill earns at the segment's rate: an exact decimal above 1. The points above the bill's own are the promotion's. */
  multiplier: string | null;
  /** The same points whatever the bill. With neither this nor a multiplier it gives points for items. */
  points: number | null;
  merchantIds: readonly number[];
  branchIds: readonly number[];
  segmentIds: readonly number[];
  /** Compared without case. */
  ratePlans: readonly string[];
  /** ISO weekdays: 1 = Monday … 7 = Sunday. Hours past midnight belong to the day on which they began. */
  weekdays: readonly number[];
  /** From the first minute up to and without the last one; past midnight where the last is not after the first. */
  hours: { from: number; to: number } | null;
  /** The least value of the bill; of the items, where it is for items and the bill lists what they cost. */
  minHundredths: number | null;
  /** One of them was bought. A multiplier then is for what they cost. */
  skuIds: readonly string[];
  channels: readonly number[];
  firstPurchase: boolean;
  birthdayMonth: boolean;
  /** Whether it may act with others, where the programme lets promotions add up. */
  stacks: boolean;
}

/** The conditions of a rule that has none. */
export const ANY_BILL: Omit<PromotionRule, "points"> = {
  kind: "bonus",
  multiplier: null,
  merchantIds: [],
  branchIds: [],
  segmentIds: [],
  ratePlans: [],
  weekdays: [],
  hours: null,
  minHundredths: null,
  skuIds: [],
  channels: [],
  firstPurchase: false,
  birthdayMonth: false,
  stacks: false,
};

/** A rule as it was stored: conditions that came after it count as none. */
export function storedRule(rule: Partial<PromotionRule>): PromotionRule {
  return { ...ANY_BILL, points: null, ...rule };
}

/** Points for each piece of an item. */
export interface SkuRule {
  /** `skuPointsId` of a reward that it acted on. */
  id: number;
  skuId: string;
  points: number;
}

/** Conditions and gifts of a promotion's version. */
export type PromotionTerms = Pick<Promotion, "rule" | "skus">;

/** A promotion that was published, with its present rule. */
export interface Promotion {
  id: number;
  versionId: number;
  /** `offerNumber` of a reward that it acted on. */
  number: number;
  /** Owning merchant; null: the programme. A merchant's acts at its branches only. */
  merchantId: number | null;
  nameEn: string;
  nameAr: string;
  startsAt: Date;
  endsAt: Date;
  rule: PromotionRule;
  skus: readonly SkuRule[];
  /** Points that it may give in all; null: any number. */
  budgetPoints: number | null;
  /** How often it may act for a customer in a period; null: always. */
  walletMax: number | null;
  walletPeriod: WalletPeriod | null;
  /** Points that it may give a customer in the same period; null: any number. */
  walletPoints: number | null;
  /** Whether what it gives is counted, how often it acts for each customer, and how much it gives each. */
  hasBudget: boolean;
  hasWalletLimit: boolean;
  /** Only with `hasWalletLimit`. */
  hasWalletPoints: boolean;
}

/** One part of what an entry gave, in words. */
export interface GivenPart extends EntryPart {
  /** Of a promotion: its number, and its names as they stood; else null. */
  promotion: {
    id: number;
    number: number;
    nameEn: string;
    nameAr: string;
    hasBudget: boolean;
    hasWalletLimit: boolean;
    hasWalletPoints: boolean;
  } | null;
}

/** Points that a promotion gave, or got back with a cancellation or the return of the whole. */
export interface PromotionCount {
  promotionId: number;
  walletId: number;
  /** The day of the reward, of the programme's calendar. */
  day: string;
  points: number;
  uses: 1 | 0 | -1;
  hasBudget: boolean;
  hasWalletLimit: boolean;
  hasWalletPoints: boolean;
}

/** How often a promotion acted for a customer on a day, and what it gave, where that is counted. */
export interface Use {
  uses: number;
  points: number;
}

/** All that the rules look at of promotions. */
export interface PromotionState {
  /** Those that are published and not over, by number. */
  all: readonly Promotion[];
  /** Whether those that may add up do. */
  stack: boolean;
  /** Points given and uses of promotions with a budget, by their ids; only those that commands may need. */
  totals: Map<number, { points: number; uses: number }>;
  /** Uses of those with a limit for a customer, by {@link nameOfUse} and day; as far as commands may need them. */
  uses: Map<string, Map<string, Use>>;
  /** Parts of the entries that commands refer to. */
  given: Map<number, readonly GivenPart[]>;
  /** Points that returns of the batch took from each part of their rewards, by the returns' ids. */
  taken: Map<number, readonly GivenPart[]>;
  /** Terms of the versions that gave those parts, where goods come back. */
  terms: Map<number, PromotionTerms>;
  /** Counts of the batch that are not yet written. */
  counted: PromotionCount[];
}

export function noPromotions(): PromotionState {
  return {
    all: [],
    stack: false,
    totals: new Map(),
    uses: new Map(),
    given: new Map(),
    taken: new Map(),
    terms: new Map(),
    counted: [],
  };
}

export function nameOfUse(promotionId: number, walletId: number): string {
  return `${promotionId} ${walletId}`;
}

/** Adds a customer's use of a promotion to those of its day. */
export function addUse(
  { uses }: Pick<PromotionState, "uses">,
  { promotionId, walletId, day }: { promotionId: number; walletId: number; day: string },
  added: Use,
): void {
  const name = nameOfUse(promotionId, walletId);
  const days = new Map(uses.get(name));
  const before = days.get(day) ?? { uses: 0, points: 0 };
  uses.set(name, days.set(day, { uses: before.uses + added.uses, points: before.points + added.points }));
}

/** An item of a bill. */
export interface SoldItem {
  skuId: string;
  /** Pieces. */
  quantity: number;
  /** Their cost together, in the currency's smallest unit; null where the till does not say. */
  hundredths: number | null;
}

export interface SegmentFacts {
  id: number;
  value: number;
  rewardFactor: string;
  redeemFactor: string;
  redeemThreshold: number;
  bonusPoints: number;
}

/** Limits that one movement can pass with somebody's approval (rules.md §15), by the names under which they are shown. */
export type ApprovableLimit =
  | "rewardValueMax"
  | "personRewardPointsMax"
  | "personReversedValueMax"
  | "walletRewardsMax";

/** What a client may do, in currency units, points, or a number of rewards (rules.md §15). */
export interface ClientLimits extends Readonly<Record<ApprovableLimit | "unprovedValueMax", number>> {
  /** Whether an invoice is rewarded once only. */
  refusesRepeatedInvoices: boolean;
  /** What the client's user had done today before the run. */
  before: DaySum;
}

/** What a user has done in a day: points rewarded, and value in hundredths of refunds, returns and cancellations. */
export interface DaySum {
  rewardedPoints: number;
  reversedValue: bigint;
}

/** What a newcomer's first reward brings (rules.md §23): points, and the least bill in currency units. */
export interface ReferralFacts {
  bonus: number;
  newcomerBonus: number;
  leastValue: number;
  /** Null: as many bonuses a month as come. */
  perMonthMax: number | null;
}

/** What no movement changes. */
export interface WorldFacts {
  segments: readonly SegmentFacts[];
  pointsPerEntryMax: number;
  balanceMax: number;
  refusesCancelIntoDebt: boolean;
  merchants: ReadonlyMap<
    number,
    { refundSameBranchOnly: boolean; refundWindowDays: number; returnWindowDays: number }
  >;
  clients: ReadonlyMap<
    string,
    {
      merchantId: number;
      branches: ReadonlyMap<string, boolean>;
      needsKey: boolean;
      /** Null: it has none. */
      limits: ClientLimits | null;
    }
  >;
  /** Whether a second person may let a request pass limits. */
  approvesBeyondLimits: boolean;
  /** Absent or null: referrals are off. */
  referrals?: ReferralFacts | null;
  /** Whether points are given on what is left of a bill that was paid with points; absent: on the whole. */
  earnsOnRest?: boolean;
  /** Merchants whose rewards ripen later; absent: none. */
  ripeningMerchants?: ReadonlySet<number>;
  /** Absent: there are no coupons. */
  coupons?: {
    templates: ReadonlyMap<number, CouponFacts>;
    /** Whether what issued a coupon can be undone when that was used. */
    allowsUsed: boolean;
  };
  /** Absent: there are no promotions. */
  promotions?: { all: readonly PromotionFacts[]; stacks: boolean };
  /** Today, in the programme's zone, and the first day whose entries can still be cancelled. */
  today: string;
  cancellableSince: string;
}

export interface WalletFacts {
  code: string;
  msisdn: string;
  statusId: number;
  isOptedIn: boolean;
  redemptionEnabled: boolean;
  segmentId: number;
  pin: string | undefined;
  /** The code of the wallet whose customer brought this one's, who has not been rewarded before the run. */
  broughtBy?: string;
  /** Of a card or a child that earns into another wallet and spends from it. */
  pooled?: PoolFacts;
}

/** What coupons are made by (rules.md §22). */
export interface CouponFacts {
  offerNumber: number;
  /** Null: every merchant takes them. */
  merchantId: number | null;
  /** Numbers of the branches that take them, as they are sent; empty: every one. */
  branches: readonly string[];
  /** In points; null: not to be had for points. */
  cost: number | null;
  /** The most that are out at once; null: any number. */
  stock: number | null;
  /** Hundredths of a reward's bill from which on it issues one; null: none does. */
  rewardMin: bigint | null;
  /** Money that a coupon takes off a bill, in hundredths; null: nothing. */
  off: { amount: bigint } | { percent: number; most: bigint } | null;
}

/** A rule that adds to rewards (rules.md §21). */
export interface PromotionFacts {
  number: number;
  /** Points whatever the bill, or as many again as the bill earns. */
  gives: number | "the bill again";
  /** Empty: at every merchant. */
  merchantIds: readonly number[];
  /** The least bill, in hundredths; null: any. */
  least: bigint | null;
  /** Whether it is for customers without lifetime points only. */
  isForFirst: boolean;
  stacks: boolean;
  /** Points in all; null: any number. */
  budget: number | null;
  /** How often it acts for a customer; null: always. */
  walletMax: number | null;
}

export interface PoolFacts {
  /** The code of the wallet that has the points. */
  into: string;
  /** Whether it is another code of the same person. */
  isCard: boolean;
  /** Points that it may spend in a month; null: all that there are. */
  allowance: number | null;
}

import type { Money } from "@/lib/platform/money";
/**
 * The ledger's own words. Nothing here knows about HTTP, the wire names or the database.
 * Points are whole numbers, money is exact to the hundredth (lib/platform/money.ts), factors are exact decimals kept as strings.
 */

import type { WalletProfile } from "./profile";

/** `logTypeId` (interface.md §2.4, rules.md §2). */
export const LOG_TYPE = {
  redemption: 1,
  reward: 2,
  refund: 3,
  cancellation: 4,
  expiry: 5,
  adjustmentUp: 6,
  adjustmentDown: 7,
  transferOut: 8,
  transferIn: 9,
  release: 10,
  rewardReturn: 11,
  hold: 12,
} as const;
export type LogTypeId = (typeof LOG_TYPE)[keyof typeof LOG_TYPE];

/** `walletStatusId` of the interface. */
export const WALLET_STATUS = {
  active: 1,
  pending: 2,
  suspended: 3,
  blocked: 4,
  closed: 5,
  merged: 6,
} as const;
export type WalletStatusId = (typeof WALLET_STATUS)[keyof typeof WALLET_STATUS];

/** `channelId` of the interface. */
export const CHANNEL = {
  posApi: 1,
  cashierPortal: 2,
  adminPortal: 3,
  customerApp: 4,
  ussdSms: 5,
  callCentre: 6,
  import: 7,
  system: 8,
} as const;
export type ChannelId = (typeof CHANNEL)[keyof typeof CHANNEL];

/** One immutable version of a segment: the rates in force when an entry was written. */
export interface SegmentVersion {
  versionId: number;
  segmentId: number;
  nameEn: string;
  nameAr: string;
  /** Lifetime points from which a wallet belongs to the segment. */
  value: number;
  /** Points earned per currency unit, an exact decimal such as "1.5". */
  rewardFactor: string;
  /** Points needed per currency unit, an exact decimal. */
  redeemFactor: string;
  /** The balance a wallet must hold before it may redeem; 0 = none. */
  redeemThreshold: number;
  bonusPoints: number | null;
  offerNumber: string | null;
  ratePlan: string | null;
  color: string | null;
  segmentColorId: number | null;
}

/** The four running totals of a wallet, all whole points. */
export interface Balances {
  /** Spendable points; below zero only after a cancelled or returned reward that was already spent. */
  balance: number;
  /** Lifetime points earned, less those of cancelled and returned rewards. */
  accumulated: number;
  /** Lifetime points redeemed, less those refunded or cancelled. */
  redeemed: number;
  /** Points that exist but cannot be spent now; outside `balance`. */
  suspended: number;
}

/** A child's relation to its parent: points of its own, its parent's points, or another code of the same person. */
export const FAMILY_ROLES = ["own", "pooled", "card"] as const;
export type FamilyRole = (typeof FAMILY_ROLES)[number];

/** Wallets that are no ordinary customer's. */
export const WALLET_TYPES = ["staff", "corporate", "test"] as const;
export type WalletType = (typeof WALLET_TYPES)[number];

export interface FamilyMember {
  id: number;
  walletCode: string;
  name: string | null;
  /** Null: the parent. */
  role: FamilyRole | null;
  statusId: WalletStatusId;
  isOptedIn: boolean;
  redemptionEnabled: boolean;
}

/** A wallet's family: a parent or children, never both (rules.md §20). */
export interface Family {
  /** Its relation to its parent; null: a parent. */
  role: FamilyRole | null;
  parent: FamilyMember | null;
  children: readonly FamilyMember[];
  /** The points that a pooled child may spend in a calendar month, and what it has spent of them; null: any number. */
  allowance: { points: number; spent: number } | null;
}

/** A wallet as it is (or, in a replayed answer, was) after an entry. */
export interface WalletView extends Balances {
  id: number;
  walletCode: string;
  /** E.164, e.g. "+201110000001". */
  contactMsisdn: string;
  statusId: WalletStatusId;
  isOptedIn: boolean;
  optedInAt: Date | null;
  redemptionEnabled: boolean;
  hasPin: boolean;
  segment: SegmentVersion;
  profile: WalletProfile;
  mergedIntoWalletId: number | null;
  /** Of a merged one: the code of the wallet that has its points now. */
  mergedIntoWalletCode?: string | null;
  /** Null: it is in none. */
  family: Family | null;
  /** Null: an ordinary one. */
  walletType: WalletType | null;
  /** Closed, and what was known of the customer is gone. */
  isErased: boolean;
}

/** Points of a wallet that lapse together. */
export interface OpenLot {
  /** ISO date of the last day, or null when they never lapse. */
  expiresOn: string | null;
  points: number;
}

export type PinStanding =
  | { kind: "none" }
  | { kind: "set"; failedInRow: number }
  /** Nobody can redeem with it until then; null: until it is reset. */
  | { kind: "locked"; until: Date | null };

/** A wallet at one moment. Its balance is without the points that have lapsed, written off or not. */
export interface WalletStanding extends WalletView {
  /** The lots that hold points and have not lapsed, soonest to lapse first. */
  lots: OpenLot[];
  /** Of the suspended points those that ripen, by day, soonest first. */
  pending: RipeningDay[];
  /** Of the suspended points those that are held for orders. */
  held: number;
  pin: PinStanding;
}

/**
 * Points moving into (positive) or out of (negative) one lot. `lot` is the ISO date of the lot's last day
 * ("infinity" = never lapses) or null for the debt of a wallet below zero. `from` names the lot that refunded
 * points were originally taken from, where that differs or the points went to repay a debt.
 * The moves of an entry add up to its `pointsDelta`.
 */
export interface LotMove {
  lot: string | null;
  points: number;
  from?: string;
}

/** One line of the points log. Never changed after it is written. */
export interface Entry {
  id: number;
  walletId: number;
  /** Position in the wallet's own log: 1, 2, 3 … without gaps. */
  seq: number;
  logTypeId: LogTypeId;
  channelId: ChannelId;
  /** Points moved, unsigned. */
  amount: number;
  /** Signed change of the spendable balance. */
  pointsDelta: number;
  /** Signed change of the suspended points. */
  suspendedDelta: number;
  /** Money value of the points. */
  amountValue: Money;
  /** The factor used for the conversion, exact decimal. */
  factor: string;
  balanceAfter: number;
  accumulatedAfter: number;
  redeemedAfter: number;
  suspendedAfter: number;
  /** The wallet's segment version after the entry. */
  segmentVersionId: number;
  lotMoves: LotMove[];
  /** Reward: the lot its points went to. */
  expiresOn: string | null;
  /**
   * Refund: the redemption. Return: the reward. Cancellation: the cancelled entry. Transfer in: the transfer out. A redemption that
   * captures a hold: the hold. Release: the hold, or the reward whose points have ripened.
   */
  relatedEntryId: number | null;
  merchantId: number | null;
  branchId: number | null;
  /** E.164 mobile number of the branch when the entry was written; null when no branch acted. */
  branchMsisdn: string | null;
  userId: number;
  externalLogId: string;
  invoiceNumber: string | null;
  invoiceDate: Date | null;
  skuId: string | null;
  /** The wallet that was addressed, where the entry is in another one's log: a child's in its pool. Null: the entry's own. */
  actorWalletId: number | null;
  /** The number of the promotion that acted; null: none. */
  offerNumber: number | null;
  /** The promotion's rule for one item that acted; null: none. */
  skuRuleId: number | null;
  comment: string | null;
  createdAt: Date;
}

/** Most characters of an entry's texts. */
export const ENTRY_TEXT_MAX = { externalLogId: 64, invoiceNumber: 64, skuId: 64, comment: 250 } as const;

/** Points that ripen on one day. */
export interface RipeningDay {
  /** ISO date of the first day on which they can be spent. */
  ripensOn: string;
  points: number;
}

/** The part of an entry's points that one rule gave. The parts of an entry add up to its `amount`. */
export interface EntryPart {
  /** `rate`: the bill at the segment's rate and bonus. `promotion`, `referral`: what was added to it. */
  kind: "rate" | "promotion" | "referral";
  points: number;
  /** The promotion's version that gave them; null for the other kinds. */
  promotionVersionId: number | null;
  /** The day of the programme's calendar on which a promotion's use counts, also when its zone changes; null for the other kinds. */
  day: string | null;
}

/**
 * Points given back of an entry, or its cancellation. Of a redemption refunds give points back to the wallet; of a reward returns give
 * points back that the wallet had.
 */
export interface ReversalState {
  entryId: number;
  /** Points that the entry moved. */
  taken: number;
  givenBack: number;
  givenBackValue: Money;
  /** Refunds or returns that stand. */
  openRefunds: number;
  /** Redemption: points given back to each lot that it took from. Reward: points taken back from the lot that it filled. */
  givenBackByLot: Record<string, number>;
  cancelledByEntryId: number | null;
}

/** Shifts are kept never, by those who want to, or before any other work at a till (rules.md §18). */
export const SHIFT_POLICIES = ["off", "offered", "required"] as const;
export type ShiftPolicy = (typeof SHIFT_POLICIES)[number];

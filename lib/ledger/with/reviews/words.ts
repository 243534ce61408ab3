import type { Entry } from "@/lib/ledger/core/types";

/** Which of the radar's patterns hold a movement until somebody has looked at it (rules.md §15). All of them off: nothing is held. */
export interface ReviewRules {
  /** Movements in a wallet whose mobile number is the person's own. */
  reviewOwnNumber: boolean;
  /** Rewards that one person gives one wallet within {@link reviewRewardsMinutes}, 1 to 100; one more is held. Null: off. */
  reviewRewardsMax: number | null;
  /** 1 to 120. */
  reviewRewardsMinutes: number;
  /** A redemption so many minutes after a reward by the same person in the same wallet, or sooner, 1 to 120; null: off. */
  reviewRedemptionMinutes: number | null;
  /** Rewards outside these hours of the programme's day, 0 to 23, the second not included; it may be before the first. Null both: off. */
  reviewHoursFrom: number | null;
  reviewHoursUntil: number | null;
}

export const NO_REVIEWS: ReviewRules = {
  reviewOwnNumber: false,
  reviewRewardsMax: null,
  reviewRewardsMinutes: 10,
  reviewRedemptionMinutes: null,
  reviewHoursFrom: null,
  reviewHoursUntil: null,
};

/** Why a movement is held, in the order in which they are told. */
export const REVIEW_NAMES = ["ownNumber", "quickSuccession", "quickRedemption", "outOfHours"] as const;
export type ReviewName = (typeof REVIEW_NAMES)[number];

export function isReviewName(name: string): name is ReviewName {
  return REVIEW_NAMES.some((known) => known === name);
}

/** Whether the rules can hold anything. */
export function isAnyReviewOn(rules: ReviewRules): boolean {
  return rules.reviewOwnNumber || rules.reviewHoursFrom !== null || minutesLookedBack(rules) > 0;
}

/** How far back rewards of a wallet have to be known; 0: not at all. */
export function minutesLookedBack({
  reviewRewardsMax,
  reviewRewardsMinutes,
  reviewRedemptionMinutes,
}: ReviewRules): number {
  return Math.max(reviewRewardsMax === null ? 0 : reviewRewardsMinutes, reviewRedemptionMinutes ?? 0);
}

/** A movement that was held under a reference and that nobody has let go. */
export interface Held {
  requestHash: string;
  /** Why. */
  reasons: readonly { limit: ReviewName; required: number; available: number }[];
}

/** What rules of review are checked against, read under the locks. */
export interface ReviewState {
  /** Mobile numbers that are known to be a person's own, by user. */
  ownNumbers: ReadonlyMap<number, ReadonlySet<string>>;
  /** Rewards of the last minutes that were not cancelled, by the wallet whose log they are in. */
  recent: Map<number, Pick<Entry, "id" | "userId" | "createdAt">[]>;
  /** What waits, or was refused, by `keyName`. */
  held: ReadonlyMap<string, Held>;
}

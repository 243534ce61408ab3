import { flag, type Values, whole } from "@/lib/ledger/rules/setting";
import type { Entry } from "@/lib/ledger/rules/types";

const MINUTES = { least: 1, most: 120, unit: "minutes", none: "notHeld" } as const;
const HOUR = { least: 0, most: 23, unit: "clock", none: "notHeld" } as const;

/** The radar's patterns that hold a movement until it was reviewed (rules.md §15). All of them off: nothing is held. */
export const REVIEW_SETTINGS = {
  /** Movements in a wallet whose mobile number is the person's own. */
  reviewOwnNumber: flag(false, { looser: "off" }),
  /** Rewards that one person gives one wallet within {@link reviewRewardsMinutes}; one more is held. Null: off. */
  reviewRewardsMax: whole(null, { looser: "higher", least: 1, most: 100, unit: "number", none: "notHeld" }),
  reviewRewardsMinutes: whole(10, { looser: "lower", ...MINUTES }),
  /** A redemption so many minutes after a reward by the same person in the same wallet, or sooner; null: off. */
  reviewRedemptionMinutes: whole(null, { looser: "lower", ...MINUTES }),
  /** Rewards outside these hours of the programme's day, the second not included; it may be before the first. Null both: off. */
  reviewHoursFrom: whole(null, { looser: "any", ...HOUR }),
  reviewHoursUntil: whole(null, { looser: "any", ...HOUR }),
};
export type ReviewRules = Values<typeof REVIEW_SETTINGS>;

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

/** State of the rules of review, read under the locks. */
export interface ReviewState {
  /** Mobile numbers that are known to be a person's own, by user. */
  ownNumbers: ReadonlyMap<number, ReadonlySet<string>>;
  /** Rewards of the last minutes that were not cancelled, by the wallet whose log they are in. */
  recent: Map<number, Pick<Entry, "id" | "userId" | "createdAt">[]>;
  /** Waiting or refused movements, by `keyName`. */
  held: ReadonlyMap<string, Held>;
}

// Limits and names of the till's requests. Shared by the routes and the browser.

/** The most money, in currency units, that one operation is about. */
export const VALUE_MAX = 1_000_000;

/** The most coupons of one bill. */
export const BILL_COUPONS_MAX = 10;

/** Why a movement is held until a person at the radar has looked at it. */
export const REVIEW_REASONS = ["ownNumber", "quickSuccession", "quickRedemption", "outOfHours"] as const;

/** Whether it is held for review: decided at the radar, not at the till. Pure. */
export function isHeld(limits: readonly { limit: string }[]): boolean {
  return limits.some(({ limit }) => REVIEW_REASONS.some((reason) => reason === limit));
}

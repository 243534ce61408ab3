export const CANCELLED_REWARD_POLICIES = ["negative", "refuse"] as const;

/** What becomes of voiding what issued a coupon that was used. */
export const USED_COUPON_POLICIES = ["refuse", "allow"] as const;

/** What of a bill earns points: all of it, or what is left of it after a payment in points. */
export const EARNED_ON = ["bill", "rest"] as const;

export const PIN_POLICIES = ["when_set", "never", "above"] as const;

export const CONSENT_LENGTH_MAX = 4_000;

export const REPEATED_INVOICE_RULES = ["off", "flagged", "refused"] as const;

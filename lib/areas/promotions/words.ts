/** As of deals: a promotion is scheduled, live or over by the time alone. */
export const PROMOTION_STATES = ["draft", "scheduled", "live", "paused", "ended"] as const;

export const CLIENT_SCOPES = [
  "reward",
  "redeem",
  "refund",
  "cancel",
  "deals",
  "events",
  "wallet",
  "enrol",
] as const;

export const CLIENT_KEYED_SCOPES = ["reward", "redeem", "refund", "cancel", "enrol"] as const;

/** Whether a client's requests are signed: not looked at, checked where there is a signature, refused without one. */
export const CLIENT_SIGNING_MODES = ["off", "accepted", "required"] as const;

/** First values of the form of a new client; the act has the same defaults. */
export const CLIENT_RATE_DEFAULT = { perSecond: 100, burst: 200 } as const;

export const ROTATION_OVERLAP_DAYS_DEFAULT = 7;

export const ROTATION_OVERLAP_DAYS_MAX = 90;

export const CLIENT_STATES = ["live", "without_secret", "expired", "revoked"] as const;

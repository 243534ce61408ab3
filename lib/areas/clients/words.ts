/** Rights of a client (rules.md §4). */
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

/** Operations that can be refused without a reference. */
export const CLIENT_KEYED_SCOPES = ["reward", "redeem", "refund", "cancel", "enrol"] as const;

/** Whether a client's requests are signed: not looked at, checked where there is a signature, refused without one. */
export const CLIENT_SIGNING_MODES = ["off", "accepted", "required"] as const;

export const CLIENT_RATE_DEFAULT = { perSecond: 100, burst: 200 } as const;

/** Settings of a new client unless others are asked for (rules.md §5, §12). Limits of its own are none at first. */
export const CLIENT_DEFAULTS = {
  branchIds: null,
  ipRanges: [] as string[],
  allowedOrigins: [] as string[],
  rate: CLIENT_RATE_DEFAULT,
  keyRequiredFor: [] as (typeof CLIENT_KEYED_SCOPES)[number][],
  legacyHttp200: false,
  isStrict: false,
  signing: "off",
  ownDealsOnly: false,
  exposeNid: false,
  hasOwnLimits: false,
  expiresAt: null,
} as const;

/** Days for which the old secret is still accepted unless others are asked for. */
export const ROTATION_OVERLAP_DAYS_DEFAULT = 7;

export const ROTATION_OVERLAP_DAYS_MAX = 90;

export const CLIENT_STATES = ["live", "without_secret", "expired", "revoked"] as const;

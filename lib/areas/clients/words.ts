import type { Limits } from "@/lib/ledger/with/limits/words";

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

/** The programme's rules that a client's limits are derived from. */
export interface TurnoverRules {
  /** Points that a currency unit earns in the tier that earns most. */
  pointsPerUnit: number;
  limits: Limits;
  clientRewardPointsMax: number | null;
  clientReversedValueMax: number | null;
  merchantRewardPointsMax: number | null;
}

/** A day's limit is so many times the points of an ordinary day's bills: for feast days, promotions and coupons. */
const POINTS_TIMES = 3;
/** Refunds, returns and voids are at most this part of a day's turnover. */
const REVERSED_PART = 0.1;

/** Rounded up to two figures: a limit is read aloud. */
function roundUp(value: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return Math.ceil(value / step) * step;
}

/**
 * A new client's limits from the turnover of an ordinary day, in whole currency units. Beyond the programme's limits for a client they are
 * the client's own and no others count (rules.md §15).
 */
export function limitsForTurnover(turnover: number, rules: TurnoverRules) {
  const { clientRewardPointsMax, clientReversedValueMax, merchantRewardPointsMax } = rules;
  const points = roundUp(turnover * rules.pointsPerUnit * POINTS_TIMES);
  const reversed = roundUp(turnover * REVERSED_PART);
  const hasOwnLimits =
    (clientRewardPointsMax !== null && points > clientRewardPointsMax) ||
    (clientReversedValueMax !== null && reversed > clientReversedValueMax);
  return {
    hasOwnLimits,
    ...(hasOwnLimits && rules.limits),
    personRewardPointsMax: points,
    ...(hasOwnLimits && { personReversedValueMax: Math.max(reversed, clientReversedValueMax ?? 0) }),
    /** Whether the merchant's limit of a day is reached first. */
    isBeyondMerchant: merchantRewardPointsMax !== null && points > merchantRewardPointsMax,
  };
}

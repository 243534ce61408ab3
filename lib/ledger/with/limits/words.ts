import {
  choice,
  initialValues,
  namesOf,
  type Values,
  valuesOfRecord,
  whole,
} from "@/lib/ledger/rules/setting";
import type { Entry } from "@/lib/ledger/rules/types";
import { isReviewName, type ReviewName } from "@/lib/ledger/with/reviews/words";
import { decimalsOf } from "@/lib/platform/currency";
import type { Money } from "@/lib/platform/money";

const LIMIT = { least: 0, most: 100_000_000, none: "noLimit" } as const;

/**
 * Limits of one movement, one person and one wallet (rules.md §15), of the programme, of merchants and of API clients. Money in whole
 * currency units, days of the programme's zone; null = no limit.
 */
export const LIMIT_SETTINGS = {
  /** The bill of one reward. */
  rewardValueMax: whole(null, { looser: "higher", ...LIMIT, unit: "money" }),
  /** Points that one person may reward in a day. */
  personRewardPointsMax: whole(null, { looser: "higher", ...LIMIT, unit: "points" }),
  /** Value that one person may refund, take back or cancel in a day. */
  personReversedValueMax: whole(null, { looser: "higher", ...LIMIT, unit: "money" }),
  /** Rewards to one wallet in a day. */
  walletRewardsMax: whole(null, { looser: "higher", ...LIMIT, most: 1_000, unit: "number" }),
  /** Value that a wallet may redeem in a day without proof of the customer. */
  unprovedValueMax: whole(null, { looser: "higher", ...LIMIT, unit: "money" }),
  /** The answer to a reward for an invoice that its merchant rewarded within the last {@link REPEATED_INVOICE_DAYS}, from loose to tight. */
  repeatedInvoices: choice(["off", "flagged", "refused"], { looser: "earlier" }),
};
export type Limits = Values<typeof LIMIT_SETTINGS>;
export const LIMIT_NAMES = namesOf(LIMIT_SETTINGS);
export const NO_LIMITS = initialValues(LIMIT_SETTINGS);
export const REPEATED_INVOICE_DAYS = 90;

export type NumberLimit = Exclude<keyof Limits, "repeatedInvoices">;
export const NUMBER_LIMITS = LIMIT_NAMES.filter((name): name is NumberLimit => name !== "repeatedInvoices");

const DAY = { least: 0, most: 2_000_000_000, none: "noLimit", since: "0008_value" } as const;

/**
 * Limits that the programme alone sets, of a day: what an API client without limits of its own does, all that happens at one merchant's
 * branches, the worth of coupons that one person uses or opens again, and what customers pay without proof of theirs with one person, at one branch, and at one registered till. Money in whole currency units; null = no limit.
 */
export const DAY_LIMIT_SETTINGS = {
  clientRewardPointsMax: whole(null, { looser: "higher", outlastsSetUp: true, ...DAY, unit: "points" }),
  clientReversedValueMax: whole(null, { looser: "higher", outlastsSetUp: true, ...DAY, unit: "money" }),
  merchantRewardPointsMax: whole(null, { looser: "higher", outlastsSetUp: true, ...DAY, unit: "points" }),
  merchantReversedValueMax: whole(null, { looser: "higher", outlastsSetUp: true, ...DAY, unit: "money" }),
  personCouponValueMax: whole(null, { looser: "higher", outlastsSetUp: true, ...DAY, unit: "money" }),
  personUnprovedValueMax: whole(null, {
    ...{ looser: "higher", outlastsSetUp: true, ...DAY, unit: "money" },
    since: "0055_unproved_of_people",
  }),
  branchUnprovedValueMax: whole(null, {
    ...{ looser: "higher", outlastsSetUp: true, ...DAY, unit: "money" },
    since: "0065_unproved_at_branches",
  }),
  tillUnprovedValueMax: whole(null, {
    ...{ looser: "higher", outlastsSetUp: true, ...DAY, unit: "money" },
    since: "0067_unproved_at_tills",
  }),
};
export type DayLimits = Values<typeof DAY_LIMIT_SETTINGS>;

/** Those of a new programme. */
export const DEFAULT_DAY_LIMITS: DayLimits = {
  clientRewardPointsMax: 1_000_000,
  clientReversedValueMax: 100_000,
  merchantRewardPointsMax: 5_000_000,
  merchantReversedValueMax: 500_000,
  personCouponValueMax: 50_000,
  personUnprovedValueMax: 5_000,
  branchUnprovedValueMax: 20_000,
  tillUnprovedValueMax: 10_000,
};

/**
 * `childAllowance`: a pooled child's own, which nobody lets it pass (rules.md §20). Those of a client and its day are named as a person's
 * are.
 */
export type LimitName = keyof Limits | "childAllowance" | Exclude<keyof DayLimits, `client${string}`>;

/** Those of a new programme. Where the figures come from: docs/decisions/0037. */
export const DEFAULT_LIMITS: Limits = {
  rewardValueMax: 20_000,
  personRewardPointsMax: 100_000,
  personReversedValueMax: 10_000,
  walletRewardsMax: 20,
  unprovedValueMax: 500,
  repeatedInvoices: "flagged",
};

/** The limits among the fields of a record. */
export const limitsOfRow = (record: { readonly [Name in keyof Limits]: unknown }): Limits =>
  valuesOfRecord(LIMIT_SETTINGS, record);

/** The tighter of each: a merchant or a client never loosens the programme's. */
export function tighter(one: Limits, other: Limits): Limits {
  const least = (name: NumberLimit) => {
    const [first, second] = [one[name], other[name]];
    if (first === null || second === null) return first ?? second;
    return Math.min(first, second);
  };
  const order = (limits: Limits) => LIMIT_SETTINGS.repeatedInvoices.options.indexOf(limits.repeatedInvoices);
  const { repeatedInvoices } = order(one) >= order(other) ? one : other;
  return Object.assign({ repeatedInvoices }, ...NUMBER_LIMITS.map((name) => ({ [name]: least(name) })));
}

/**
 * A limit that a movement would pass, or why it is held for review: money in currency units, points, a number of rewards, or minutes.
 */
export interface Breach {
  limit: LimitName | ReviewName;
  required: number;
  available: number;
}

/**
 * Whether a request that names `approved` is for all that a movement passes now: the same limits, each by no more than was read. The rest of a bill
 * that is paid with as many points as there are may be more by then.
 */
export function isAskedIn(approved: readonly Breach[], passed: readonly Breach[]): boolean {
  return passed.every(({ limit, required }) =>
    approved.some((one) => one.limit === limit && (isReviewName(limit) || required <= one.required)),
  );
}

/** How much a movement is beyond a limit; money has at most the currency's decimals. */
export function missingOf({ required, available }: Pick<Breach, "required" | "available">): number {
  return Number((required - available).toFixed(decimalsOf()));
}

/** Another person's approval of a limit's breach. */
export interface Approval {
  id: number;
  requestHash: string;
  /** The limits, and reasons to look at it, that were asked about. */
  breaches: readonly Breach[];
  approvedBy: number;
  expiresAt: Date;
}

export interface PersonDay {
  rewardedPoints: number;
  reversedValue: Money;
}

/** How far a person's bounds are theirs alone (rules.md §16). */
export interface Shares {
  /** Part of each bound that the person has, in percent. */
  percent: number;
  /** People who together have no more than one person's bounds: the person is one of each group. */
  groups: readonly (readonly number[])[];
}

interface Sharer {
  userId: number;
  shares: Shares | undefined;
}

/** All whose days count with the person's, each once, in order. */
export const sharersOf = ({ userId, shares }: Sharer): number[] =>
  [...new Set([userId, ...(shares?.groups.flat() ?? [])])].sort((one, other) => one - other);

/** Of a person's bound and those that the person shares, the one of which least is left, with its use. */
export function tightest(
  max: bigint,
  { userId, shares }: Sharer,
  usedBy: (userId: number) => bigint,
): { most: bigint; used: bigint } {
  const own = { most: (max * BigInt(shares?.percent ?? 100)) / 100n, used: usedBy(userId) };
  const groups = (shares?.groups ?? []).map((people) => ({
    most: max,
    used: people.reduce((sum, id) => sum + usedBy(id), 0n),
  }));
  return groups.reduce((least, one) => (one.most - one.used < least.most - least.used ? one : least), own);
}

/** A person's, with the value that customers paid there without proof of theirs; voids give none of it back. */
export interface OwnDay extends PersonDay {
  unprovedValue: Money;
}

export interface WalletDay {
  rewards: number;
  /** Redemptions without proof of the customer that were not cancelled, by their entries. */
  unproved: Map<number, Money>;
}

/** All that limits are checked against, read under the locks. */
export interface LimitState {
  /** The programme's date of the moment, ISO. */
  day: string;
  merchants: Map<number, Limits>;
  clients: Map<number, Limits & { hasOwnLimits: boolean }>;
  /** By user; those of limited actors only. */
  people: Map<number, OwnDay>;
  /** By merchant, where the programme limits their days: what its counted people and clients have done. */
  merchantDays: Map<number, PersonDay>;
  /** By branch, where the programme limits their days: the value that was paid there without proof; voids give none of it back. */
  branches: Map<number, Money>;
  /** The same by registered till. */
  tills: Map<number, Money>;
  /** By wallet id. */
  wallets: Map<number, WalletDay>;
  /** Rewards that were not cancelled, for the invoices of the batch: entry ids by {@link invoiceName}. */
  invoices: Map<string, Set<number>>;
  /** By `keyName`. */
  approvals: Map<string, Approval>;
}

/** Invoices are told apart as receipts are found: whatever the case of their letters. */
export function invoiceName(merchantId: number, invoiceNumber: string): string {
  return `${merchantId} ${invoiceNumber.toLowerCase()}`;
}

/** Facts remembered beside an entry for limits. */
export interface LimitMarks {
  /** A redemption that the customer did not prove to be theirs. */
  isUnproved: boolean;
  /** The registered till of whoever served; null: none. */
  tillId: number | null;
  /** The reward that was for the same invoice. */
  repeatsEntryId: number | null;
  /** The approval by which it passed its limits, if it needed one. */
  approval: Approval | null;
  /** Worth in points of the coupon that it issues, which counts with the reward's own. */
  couponPoints: number;
}

/** An entry of which something is remembered. */
export interface Marked {
  entry: Entry;
  marks: LimitMarks;
}

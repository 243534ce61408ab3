import type { ReviewName } from "@/lib/ledger/with/reviews/words";
import type { Money } from "@/lib/platform/money";

/**
 * What one movement, one person and one wallet may do (rules.md §15). Money in whole currency units, days of the programme's
 * zone; null = no limit.
 */
export interface Limits {
  /** The bill of one reward. */
  rewardValueMax: number | null;
  /** Points that one person may reward in a day. */
  personRewardPointsMax: number | null;
  /** Value that one person may refund, take back or cancel in a day. */
  personReversedValueMax: number | null;
  /** Rewards to one wallet in a day. */
  walletRewardsMax: number | null;
  /** Value that a wallet may redeem in a day without proof of the customer. */
  unprovedValueMax: number | null;
  /** What happens to a reward for an invoice that its merchant rewarded within the last {@link REPEATED_INVOICE_DAYS}. */
  repeatedInvoices: RepeatedInvoices;
}

/** From the loosest to the tightest. */
export const REPEATED_INVOICES = ["off", "flagged", "refused"] as const;
export type RepeatedInvoices = (typeof REPEATED_INVOICES)[number];
export const REPEATED_INVOICE_DAYS = 90;

export const NUMBER_LIMITS = [
  "rewardValueMax",
  "personRewardPointsMax",
  "personReversedValueMax",
  "walletRewardsMax",
  "unprovedValueMax",
] as const satisfies (keyof Limits)[];
export type NumberLimit = (typeof NUMBER_LIMITS)[number];
/** `childAllowance`: a pooled child's own, which nobody lets it pass (rules.md §20). */
export type LimitName = NumberLimit | "repeatedInvoices" | "childAllowance";

export const LIMIT_NAMES = [...NUMBER_LIMITS, "repeatedInvoices"] as const satisfies LimitName[];

/** The largest that may be set; the same for all, but for the number of rewards. */
export const LIMIT_MAX = 100_000_000;
export const WALLET_REWARDS_LIMIT_MAX = 1_000;

/** Limits to be changed; what is absent stays as it is. */
export type LimitChanges = { [Name in keyof Limits]?: Limits[Name] | undefined };

export const NO_LIMITS: Limits = {
  rewardValueMax: null,
  personRewardPointsMax: null,
  personReversedValueMax: null,
  walletRewardsMax: null,
  unprovedValueMax: null,
  repeatedInvoices: "off",
};

/** Those of a new programme. Where the figures come from: docs/decisions/0037. */
export const DEFAULT_LIMITS: Limits = {
  rewardValueMax: 20_000,
  personRewardPointsMax: 100_000,
  personReversedValueMax: 10_000,
  walletRewardsMax: 20,
  unprovedValueMax: 500,
  repeatedInvoices: "flagged",
};

/** The limits among the columns of a row. */
export function limitsOfRow(
  row: { [Name in NumberLimit]: number | null } & { repeatedInvoices: string },
): Limits {
  return {
    rewardValueMax: row.rewardValueMax,
    personRewardPointsMax: row.personRewardPointsMax,
    personReversedValueMax: row.personReversedValueMax,
    walletRewardsMax: row.walletRewardsMax,
    unprovedValueMax: row.unprovedValueMax,
    // A CHECK constraint of its table.
    repeatedInvoices: row.repeatedInvoices as RepeatedInvoices,
  };
}

/** The tighter of each: a merchant or a client never loosens the programme's. */
export function tighter(one: Limits, other: Limits): Limits {
  const least = (name: NumberLimit) => {
    const [first, second] = [one[name], other[name]];
    if (first === null || second === null) return first ?? second;
    return Math.min(first, second);
  };
  const order = (limits: Limits) => REPEATED_INVOICES.indexOf(limits.repeatedInvoices);
  return {
    rewardValueMax: least("rewardValueMax"),
    personRewardPointsMax: least("personRewardPointsMax"),
    personReversedValueMax: least("personReversedValueMax"),
    walletRewardsMax: least("walletRewardsMax"),
    unprovedValueMax: least("unprovedValueMax"),
    repeatedInvoices: (order(one) >= order(other) ? one : other).repeatedInvoices,
  };
}

/**
 * A limit that a movement would pass, or why it is held for review: money in currency units, points, a number of rewards, or minutes.
 */
export interface Breach {
  limit: LimitName | ReviewName;
  required: number;
  available: number;
}

/** How much a movement is beyond a limit; money has at most two decimals. */
export function missingOf({ required, available }: Pick<Breach, "required" | "available">): number {
  return Math.round((required - available) * 100) / 100;
}

/** What somebody else let pass. */
export interface Approval {
  id: number;
  requestHash: string;
  /** The limits, and reasons to look at it, that were asked about. */
  limits: readonly Breach["limit"][];
  approvedBy: number;
  expiresAt: Date;
}

/** What a person has done in the day. */
export interface PersonDay {
  rewardedPoints: number;
  reversedValue: Money;
}

/** What has been done for a wallet in the day. */
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
  people: Map<number, PersonDay>;
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

/** What is remembered of an entry beside it. */
export interface LimitMarks {
  /** A redemption that the customer did not prove to be theirs. */
  isUnproved: boolean;
  /** The reward that was for the same invoice. */
  repeatsEntryId: number | null;
  /** Who let it pass its limits, if it passed any. */
  approval: Approval | null;
}

/** Faults of the points log and of the tables beside it. */
export const FINDING_KINDS = [
  /** Rows of a wallet that does not exist. */
  "unknown_wallet",
  /** The wallet's own numbering has a gap or does not start at 1. */
  "numbering",
  /** Entry ids do not rise within the wallet. */
  "id_order",
  /** The stored hash is not that of the row and the row before it. */
  "hash",
  /** `amount` is not the points that the entry moves. */
  "amount",
  /** More hundredths or thousandths of a currency unit than make one, or fewer than none. */
  "hundredths",
  /** A running total does not follow from the entry before and this one's change. */
  "balance",
  "accumulated",
  "redeemed",
  "suspended",
  /** Points were spent or written off that the wallet did not have. */
  "below_zero",
  "segment_version",
  /** The lot moves are not of the stored form, or do not belong to this kind of entry. */
  "lot_moves",
  /** The lot moves do not add up to the entry's change. */
  "lot_moves_sum",
  /** More points were taken from a lot than it held. */
  "lot_negative",
  /** The open lots less the debt are not the balance. */
  "lots_and_balance",
  /** The lot table is not what the moves come to. */
  "lot_points",
  "lot_lapsed",
  /** The entry that is refunded, returned or cancelled is not one of this wallet, or not of a kind that can be. */
  "related_entry",
  /** More was given back than was taken, in points, in money or to a lot. */
  "refund_too_much",
  /** More of a reward was taken back than it gave, in points, in money or from its lot. */
  "return_too_much",
  "cancelled_twice",
  /** An entry was cancelled that had refunds or returns, or refunded or returned after it was cancelled. */
  "cancelled_and_refunded",
  /** A cancellation is not the mirror image of the entry it undoes. */
  "cancel_mirror",
  /** The recorded reversal differs from the log. */
  "reversal",
  /** Points were set aside, or given free, that do not fit the log; or more are aside than are suspended. */
  "aside",
  /** Recorded pending points differ from the log. */
  "pending_points",
  /** A recorded hold differs from the log. */
  "hold",
  /** A transfer in without its transfer out, or the other way round. */
  "transfer",
  /** A reference names an entry that is not there. */
  "key_entry",
  /** A reference names an entry of another kind or by another user. */
  "key_operation",
  /** Several references name one entry. */
  "key_twice",
  /** The wallet does not say what its last entry says. */
  "wallet_row",
  /** An entry says that another wallet was addressed, and there is no such wallet. */
  "actor_wallet",
  /** A family is not one level deep, or is counted otherwise than its wallets say. */
  "family",
  /** The count of a person's day differs from the log's sum. Its wallet is 0. */
  "person_day",
  /** A mark for limits belongs to no such entry. */
  "limit_mark",
  /** The parts of an entry do not come to what it moved, or say otherwise than the entry whether a promotion acted. */
  "entry_part",
  /** A promotion's total differs from the log's sum, or is above every budget it ever had. Its wallet is 0. */
  "promotion_total",
  /** How often a promotion acted for a customer on a day is counted otherwise than the log adds up to. */
  "promotion_use",
  /** A coupon says something else than what issued, used or ended it, or than what is left of its offer. */
  "coupon",
  /** A settled bill differs from its entries or its coupons, or is undone in part. */
  "bill",
  /** A recorded referral, or its outcome, differs from the log. */
  "referral",
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/** One thing that is wrong, and where. */
export interface Finding {
  walletId: number;
  /** Position in the wallet's log; null where it is not about one entry. */
  seq: number | null;
  what: FindingKind;
  expected: string;
  found: string;
}

/** Counts every finding and keeps the first ones. */
export class Findings {
  readonly first: Finding[] = [];
  readonly countByKind: Partial<Record<FindingKind, number>> = {};
  count = 0;

  constructor(private readonly keptMax: number) {}

  add(finding: Finding): void {
    this.count += 1;
    this.countByKind[finding.what] = (this.countByKind[finding.what] ?? 0) + 1;
    if (this.first.length < this.keptMax) this.first.push(finding);
  }

  /** Counts findings that are not described one by one. */
  addUnseen(what: FindingKind, count: number): void {
    this.count += count;
    if (count > 0) this.countByKind[what] = (this.countByKind[what] ?? 0) + count;
  }
}

/** Reports one thing that is wrong with the entry at hand. */
export type Report = (what: FindingKind, expected: unknown, found: unknown) => void;

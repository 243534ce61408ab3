/** What was asked of the service and what it said: all that the checker has to go by, beside the log itself. */

export type OperationName =
  | "Reward"
  | "RedeemUser"
  | "Refund"
  | "ReturnReward"
  | "Cancel"
  | "Hold"
  | "Capture"
  | "Release"
  | "IssueCoupon"
  | "RedeemCoupon"
  | "CancelCoupon"
  | "Settle";

/** What takes points that the customer has to agree to: the PIN is asked for, and limits of unproved redemptions count it. */
export function isPaid(operation: OperationName): boolean {
  return ["RedeemUser", "Hold", "IssueCoupon", "Settle"].includes(operation);
}

/** How a cancellation names another request of its client; undefined without a reference. */
export function referenceName({ clientId, key }: FaultRequest): string | undefined {
  return key === undefined ? undefined : `${clientId}/${key}`;
}

/** One request as its author means it. Sending it again, for want of an answer, is another call of the same request. */
export interface FaultRequest {
  operation: OperationName;
  clientId: string;
  /** The reference under which it is sent; undefined: without any. */
  key: string | undefined;
  /** Whether the reference travels in the header instead of the body. */
  isKeyInHeader: boolean;
  /** Everything else of the body. */
  content: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  pin: string | undefined;
  /** Written into the entry (as invoice number or comment), so that an entry tells which request it is of. */
  tag: string;
}

export interface Answer {
  status: number;
  code: number;
  isReplay: boolean;
  /** The wallet's spendable balance, when the answer carries a wallet. */
  totalPoints: number | undefined;
  /** Points of it that cannot be spent now, when the answer says so. */
  suspendedPoints?: number | undefined;
  /** The coupon that the operation issued, used or ended, when the answer names one. */
  couponNumber?: string | undefined;
  entry: AnsweredEntry | undefined;
  /** Of a settlement that was carried out. */
  bill?: AnsweredBill | undefined;
}

/** A bill as `transaction` of a settlement's answer has it (rules.md §25). */
export interface AnsweredBill {
  billValue: number;
  coupons: readonly { couponNumber: string; valueOff: number }[];
  paidWithPoints: number;
  payable: number;
  entries: readonly Pick<AnsweredEntry, "id" | "logTypeId" | "amount">[];
}

/** A settled bill as the database has it. Money in hundredths. */
export interface LoggedBill {
  /** That of its reward. */
  id: number;
  redemptionId: number | null;
  value: number;
  off: number;
  coupons: readonly { number: string; off: number }[];
}

/** The entry that an answer carries (`pointsLog`, interface.md §2.4). */
export interface AnsweredEntry {
  id: number;
  logTypeId: number;
  amount: number;
  amountValue: number;
  /** The exact money, of the operations whose answer has it. */
  totalAmount: number | undefined;
  balanceAfter: number;
  refundedLogId: number | null;
  /** The reward that goods came back of, and what remained of it; of a return only (rules.md §13). */
  returned: { id: number; remainingPoints: number } | undefined;
}

/** A request on its way, once. Times are of one clock that never goes back, in milliseconds. */
export interface Call {
  request: FaultRequest;
  sentAt: number;
  /** Infinity: no answer came, so it may take effect at any time from then on. */
  endedAt: number;
  /** Nobody waited for what it came to. */
  isAbandoned: boolean;
  /** Undefined when nobody knows what became of it: no answer, or one that says so (1902). */
  answer: Answer | undefined;
}

/** An entry as the database has it. */
export interface LoggedEntry {
  id: number;
  walletCode: string;
  /** The wallet that was addressed, where it is another than the one whose log this is. */
  actorCode?: string | null;
  /** When it was made, by the service's clock, in milliseconds; absent where nothing depends on it. */
  at?: number;
  /** When a hold ends by itself, by the same clock. */
  endsAt?: number | null;
  /** The bill whose redemption or reward it is. */
  bill?: LoggedBill | null;
  /** The return of a bill's goods whose refund or return it is: the return's number, the refund's, and the price in hundredths. */
  goods?: { id: number; refundId: number | null; value: number } | null;
  /** Of what issued a coupon: the entry that ended that, if one did. */
  coupon?: { voidedBy: number | null } | null;
  /** What promotions gave of a reward's points, by their numbers. */
  parts?: readonly { number: number; points: number }[] | null;
  /** The day on which a reward's points ripen that were set aside. */
  ripensOn?: string | null;
  seq: number;
  logTypeId: number;
  amount: number;
  pointsDelta: number;
  suspendedDelta: number;
  /** Money in hundredths. */
  amountValue: bigint;
  factor: string;
  /** Points that a currency unit costs in the wallet's tier at the entry; absent where nothing depends on it. */
  redeemFactor?: string | null;
  balanceAfter: number;
  accumulatedAfter: number;
  redeemedAfter: number;
  suspendedAfter: number;
  merchantId: number | null;
  branchMsisdn: string | null;
  relatedEntryId: number | null;
  /** The day, in the programme's zone, on which it was made. */
  day: string;
  externalLogId: string;
  tag: string;
}

/** The content of a request as one text: the same text, the same meaning (rules.md §5). */
export function contentOf({ operation, content }: FaultRequest): string {
  return JSON.stringify([
    operation,
    Object.entries(content).sort(([one], [other]) => (one < other ? -1 : 1)),
  ]);
}

/** Where a reference is unique: per client and operation. Undefined for a request without one. */
export function keyOf({ clientId, operation, key }: FaultRequest): string | undefined {
  return key === undefined ? undefined : `${clientId}/${operation}/${key}`;
}

import { pointsNeeded } from "@/lib/ledger/rules/conversion";
import type { Entry } from "@/lib/ledger/rules/types";
import { leastMoney, lesser, type Money, moneyOf, NOTHING } from "@/lib/platform/money";

export interface CouponTemplate {
  id: number;
  /** The merchant that takes its coupons; null: every one does. */
  merchantId: number | null;
  merchantNameEn: string | null;
  merchantNameAr: string | null;
  offerNumber: number;
  state: "draft" | "live" | "stopped";
  titleEn: string;
  titleAr: string;
  termsEn: string;
  termsAr: string;
  /** As of deals: 1 percent, 2 fixed amount, 3 free item, 4 buy X get Y, 5 points multiplier, 6 special price. */
  discountType: number;
  discount: number;
  /** ISO dates of the programme's zone. */
  validFrom: string | null;
  validUntil: string | null;
  /** Days from the day of issue on which it can be used, besides that day. */
  validDays: number | null;
  /** Where its coupons are used; empty: at every branch. */
  branchIds: number[];
  /** In points; null: not to be had for points. */
  costPoints: number | null;
  /** Coupons that can still be issued; null: any number. */
  stockLeft: number | null;
  /** A reward of this value or more issues one; null: none does. */
  rewardMin: Money | null;
  /** The most that one takes off a bill, in currency units; null: the template is older than this field. */
  worth: number | null;
  /** The least bill on which one can be used, in currency units; null: any. */
  minBill: number | null;
}

/** A coupon's value in limits, in currency units: the worth of its template, else the amount off a bill, else 0. */
export function worthOf({
  worth,
  discountType,
  discount,
}: Pick<CouponTemplate, "worth" | "discountType" | "discount">): number {
  return worth ?? (discountType === FIXED_AMOUNT ? discount : 0);
}
/** `discountType` of a share of the bill, and of an amount of money. */
export const PERCENT = 1;
export const FIXED_AMOUNT = 2;

/**
 * The money that a coupon takes off what is left of a bill: an amount, or a percentage up to the coupon's worth, rounded down and never more
 * than is left. The till gives what other coupons are for, and has taken it off the bill (rules.md §25).
 */
export function moneyOff(
  { discountType, discount, worth }: Pick<CouponTemplate, "discountType" | "discount" | "worth">,
  left: Money,
): Money {
  if (discountType === FIXED_AMOUNT) return lesser(left, moneyOf(discount));
  if (discountType !== PERCENT) return NOTHING;
  const least = leastMoney();
  const off = ((left * BigInt(discount)) / 100n / least) * least;
  return worth === null ? off : lesser(off, moneyOf(worth));
}

/** The points that would pay for what one coupon is worth, at a segment's rates. */
export function pointsWorth(
  template: Pick<CouponTemplate, "worth" | "discountType" | "discount">,
  { segment }: { segment: { redeemFactor: string } },
): number {
  const worth = worthOf(template);
  return worth === 0 ? 0 : pointsNeeded(moneyOf(worth), segment.redeemFactor);
}

/** As it is kept; one that is issued has lapsed once its last day is over, without anything being done. */
export type StoredCouponState = "issued" | "used" | "void";
export type CouponStanding = StoredCouponState | "lapsed";

/** A coupon. */
export interface Coupon {
  number: string;
  /** Null: whoever shows it. */
  walletId: number | null;
  state: StoredCouponState;
  validFrom: string | null;
  validUntil: string | null;
  issuedByEntryId: number | null;
  voidedByEntryId: number | null;
  template: CouponTemplate;
}

/** The last use of a coupon, as far as the rules of taking it back look at it. */
export interface UseFacts {
  /** The merchant that used it last. */
  usedMerchantId: number | null;
  /** How often its use was taken back. */
  reopened: number;
  /** All that it came with was undone: what it cost is back with the customer. */
  isUndone: boolean;
  /** Whether a settled bill that stands used it. */
  isSettled: boolean;
}

/** A coupon that a settlement uses or opens again, read under its lock. */
export interface ShownCoupon extends Coupon, UseFacts {
  id: number;
  isTest: boolean;
  usedAt: Date | null;
}

/** Act of a settled bill, or of its cancellation, on a coupon: the coupon as it is afterwards, and the entry that carries the act. */
export interface BillCouponAct {
  coupon: ShownCoupon;
  kind: "used" | "reopened";
  entry: Entry;
}

export interface CouponsState {
  /** Those that commands name, locked for them, by their number. */
  templates: Map<number, CouponTemplate>;
  /** Those that rewards issue coupons by, the one with the highest least value first. */
  rewarding: readonly CouponTemplate[];
  /** Coupons of entries, by the entry that issued them. */
  issued: Map<number, Coupon>;
}

/** A coupon that an entry issues. */
export interface CouponDraft {
  /** Given when the entry is written. */
  number: string;
  template: CouponTemplate;
  validFrom: string | null;
  validUntil: string | null;
  isTest: boolean;
}

/** How a coupon stands on a day, an ISO date of the programme's zone. */
export function standingOfCoupon(
  { state, validUntil }: Pick<Coupon, "state" | "validUntil">,
  today: string,
): CouponStanding {
  return state === "issued" && validUntil !== null && validUntil < today ? "lapsed" : state;
}

/** Why a coupon cannot be used, or not be taken back. */
export const COUPON_PROBLEMS = [
  "used",
  "void",
  "lapsed",
  "early",
  "merchant",
  "branch",
  "bill",
  "unused",
  "entry",
  "undone",
  "reopened",
  "together",
  "settled",
] as const;
export type CouponProblem = (typeof COUPON_PROBLEMS)[number];

const DAY_MS = 86_400_000;

/** The first and the last day of a coupon that is issued on a day; ISO dates, null where there is none. */
export function validityOf(
  { validFrom, validUntil, validDays }: Pick<CouponTemplate, "validFrom" | "validUntil" | "validDays">,
  today: string,
): Pick<CouponDraft, "validFrom" | "validUntil"> {
  if (validDays === null) return { validFrom, validUntil };
  const first = validFrom !== null && validFrom > today ? validFrom : today;
  const last = new Date(Date.parse(first) + validDays * DAY_MS).toISOString().slice(0, 10);
  return { validFrom, validUntil: validUntil !== null && validUntil < last ? validUntil : last };
}

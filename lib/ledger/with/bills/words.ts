import type { Refusal } from "@/lib/ledger/rules/commands";
import type { BillPart } from "@/lib/ledger/rules/errors";
import type { Entry } from "@/lib/ledger/rules/types";
import type { BillCouponAct, Coupon, ShownCoupon } from "@/lib/ledger/with/coupons/words";
import { invoiceName } from "@/lib/ledger/with/limits/words";
import { type Money, NOTHING } from "@/lib/platform/money";

/** A payment in points, and what of it was given back. */
export interface Payment {
  value: Money;
  givenBack: Money;
}

/** Payments of the last day that were not cancelled: by {@link billName}, and by the redemptions' ids. */
export type PaidBills = Map<string, Map<number, Payment>>;

/** A bill: one merchant's, found as receipts are. Bills of test wallets are apart from those of customers. */
export function billName(sandboxId: number | null, merchantId: number, invoiceNumber: string): string {
  return `${sandboxId ?? ""} ${invoiceName(merchantId, invoiceNumber)}`;
}

/** A coupon, or the payment with points, that a quote leaves out of a bill, and why. */
export type LeftOut = Refusal & { part: BillPart };

/** A bill that is settled, before its entries have their ids. */
export interface BillDraft {
  /** The whole bill. */
  value: Money;
  /** Its coupons, in the order in which they took off, with what each took. */
  coupons: readonly { coupon: ShownCoupon; off: Money }[];
  /** Whether a redemption of it comes before its reward. */
  isPaid: boolean;
  /** Empty unless it is a quote. */
  leftOut: readonly LeftOut[];
}

/** A settled bill, by the id of its reward. */
export interface SettledBill {
  value: Money;
  coupons: readonly { coupon: Coupon; off: Money }[];
  redemption: Entry | null;
  leftOut: readonly LeftOut[];
}

/** Goods of a settled bill that come back, before their entries have their ids. */
export interface GoodsDraft {
  /** The bill, by the id of its reward. */
  billId: number;
  /** Their price. */
  value: Money;
  /** Whether a refund of the bill's redemption comes before the return of its reward. */
  isPaid: boolean;
}

/** Goods of a settled bill that came back, by the id of the return of its reward. */
export interface ReturnedGoods extends Pick<GoodsDraft, "billId" | "value"> {
  /** The whole bill. */
  billValue: Money;
  /** The price of its goods that could still come back after them. */
  left: Money;
  refund: Entry | null;
}

/** Money that the coupons of a bill took off. */
export function takenOff({ coupons }: { coupons: readonly { off: Money }[] }): Money {
  return coupons.reduce((sum, { off }) => sum + off, 0n);
}

/** Money of a bill that points paid. */
export function paidWithPoints({ redemption }: Pick<SettledBill, "redemption">): Money {
  return redemption?.amountValue ?? NOTHING;
}

/** Money of a bill that is left to pay after coupons and points. */
export function payableOf(bill: SettledBill): Money {
  return bill.value - takenOff(bill) - paidWithPoints(bill);
}

/** Settled bills and their coupons, as far as commands of a batch concern them. */
export interface BillBook {
  /** By the ids of their rewards. */
  settled: Map<number, SettledBill>;
  /** Goods of them that came back, by the ids of the returns of the rewards. */
  returned: Map<number, ReturnedGoods>;
  /** The price of all goods of a bill that have come back, by the bills' ids. */
  goodsBack: Map<number, Money>;
  /** Coupons that settlements use or open again, by their numbers. */
  shown: Map<string, ShownCoupon>;
  /** Worth of the coupons that users used or opened again today, by the users' ids. */
  days: Map<number, Money>;
}

export function noBills(): BillBook {
  return { settled: new Map(), returned: new Map(), goodsBack: new Map(), shown: new Map(), days: new Map() };
}

/** Bills that a batch settles, goods of bills that come back, and what it does to coupons in the course of settlements, in order. */
export interface BillWrites {
  settled: { entry: Entry; bill: Omit<SettledBill, "coupons"> & Pick<BillDraft, "coupons"> }[];
  returned: { entry: Entry; goods: ReturnedGoods }[];
  couponActs: BillCouponAct[];
}

import type { CancelCommand, SettleCommand } from "@/lib/ledger/rules/commands";
import { valueOfPoints } from "@/lib/ledger/rules/conversion";
import type { Posting } from "@/lib/ledger/rules/decision";
import type { BillPart } from "@/lib/ledger/rules/errors";
import type { LedgerState, ProgrammeRules, WalletState } from "@/lib/ledger/rules/ledger-state";
import { type Context, Refused, refuse } from "@/lib/ledger/rules/posting";
import type { Entry } from "@/lib/ledger/rules/types";
import {
  couponProblem,
  isBelowLeastBill,
  isCouponOf,
  isReopenedTooLate,
  reopeningProblem,
} from "@/lib/ledger/with/coupons/use";
import { moneyOff, type ShownCoupon, worthOf } from "@/lib/ledger/with/coupons/words";
import { couponBreach, couponValueMax } from "@/lib/ledger/with/limits/coupons";
import { inUnits, lesser, type Money, moneyOf, NOTHING } from "@/lib/platform/money";
import type { BillDraft, BillWrites, LeftOut, SettledBill } from "./words";

/** Runs a part of a settlement; what it refuses names the part. */
export function inPart<Result>(part: BillPart, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof Refused ? new Refused({ ...error.refusal, part }) : error;
  }
}

/**
 * The coupons of a bill, in the order in which they take off, with what each takes (rules.md §25). Refuses with 1420, 1421 or 1702, and
 * names the coupon; of a quote that leaves out, those are told apart instead.
 */
export function couponsOnBill(context: Context<SettleCommand>): {
  coupons: BillDraft["coupons"];
  leftOut: LeftOut[];
} {
  const { command } = context;
  const coupons: { coupon: ShownCoupon; off: Money }[] = [];
  const leftOut: LeftOut[] = [];
  let left = command.bill;
  for (const number of command.coupons) {
    try {
      const coupon = couponShown(context, number, coupons);
      const off = moneyOff(coupon.template, left);
      coupons.push({ coupon, off });
      left -= off;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const refusal: LeftOut = { ...error.refusal, part: "coupons", couponNumber: number };
      if (!command.leavesOut) throw new Refused(refusal);
      leftOut.push(refusal);
    }
  }
  return { coupons, leftOut };
}

function couponShown(
  context: Context<SettleCommand>,
  number: string,
  before: readonly { coupon: ShownCoupon }[],
): ShownCoupon {
  const { state, addressed, command, today } = context;
  const { actor } = command;
  const coupon = state.bills.shown.get(number);
  if (coupon === undefined || !isCouponOf(coupon, addressed, actor)) return refuse(1420);
  const branch = actor.branchId === null ? null : { id: actor.branchId, merchantId: actor.merchantId };
  const isTogether = before.some(({ coupon: { template } }) => template.id === coupon.template.id);
  const reason = couponProblem(coupon, branch, today) ?? (isTogether ? "together" : null);
  if (reason !== null) refuse(1421, { reason });
  if (isBelowLeastBill(coupon.template, command.bill))
    refuse(1421, { reason: "bill", minBill: coupon.template.minBill ?? 0 });
  refuseBeyondCouponDay(context, [...before.map((one) => one.coupon), coupon]);
  return coupon;
}

/** Refuses with 1702 more coupons than a person or a client may use or open again in a day. Test clients count nowhere. */
function refuseBeyondCouponDay(
  { state, command: { actor } }: Pick<Context, "state" | "command">,
  coupons: readonly ShownCoupon[],
): void {
  if (actor.sandbox !== undefined) return;
  const clientId = actor.limitedBy?.clientId ?? null;
  const client = clientId === null ? null : state.limits?.clients.get(clientId);
  const max = client === undefined ? null : couponValueMax(state.programme, client);
  if (max === null) return;
  const worth = coupons.reduce((sum, { template }) => sum + worthOf(template), 0);
  const usedBy = (userId: number) => state.bills.days.get(userId) ?? NOTHING;
  const { userId, limitedBy } = actor;
  const breach = couponBreach(max, { userId, shares: limitedBy?.shares, clientId, worth, usedBy });
  if (breach !== null) refuse(1702, breach);
}

/**
 * The part of a bill that is paid with points. Refuses with 1002 more than is left to pay; of "max" it is as much as the settled wallet's points
 * pay, which may be nothing.
 */
export function valueToPay(
  { programme }: { programme: Pick<ProgrammeRules, "pointsPerEntryMax"> },
  purse: Pick<WalletState, "redemptionEnabled" | "balance" | "segment">,
  { redeem, payable }: { redeem: SettleCommand["redeem"]; payable: Money },
): Money {
  if (redeem === null) return NOTHING;
  if (redeem !== "max") {
    if (redeem <= payable) return redeem;
    const most = inUnits(payable);
    const form = { en: `At most what is left to pay: ${most}`, ar: `لا يزيد على المتبقي للدفع: ${most}` };
    return refuse(1002, { field: "RedeemValue", form });
  }
  const { redemptionEnabled, balance, segment } = purse;
  if (!redemptionEnabled || balance < segment.redeemThreshold) return NOTHING;
  const points = Math.max(0, Math.min(balance, programme.pointsPerEntryMax));
  return lesser(payable, valueOfPoints(points, segment.redeemFactor));
}

/**
 * The settled bill that a cancellation names, by its reward, or the return of goods of one, with what comes before it in the same act; null: none.
 * `refuseAlone` refuses that which comes before alone.
 */
export function actToUndo(
  { settled, returned }: Pick<LedgerState["bills"], "settled" | "returned">,
  named: readonly number[],
  refuseAlone: (first: Entry) => never,
): { id: number; first: Entry | null; bill: SettledBill | null } | null {
  for (const id of named) {
    const bill = settled.get(id);
    if (bill !== undefined) return { id, first: bill.redemption, bill };
    const goods = returned.get(id);
    if (goods !== undefined) return { id, first: goods.refund, bill: null };
    for (const { redemption } of settled.values()) if (redemption?.id === id) refuseAlone(redemption);
    for (const { refund } of returned.values()) if (refund?.id === id) refuseAlone(refund);
  }
  return null;
}

/** The coupons of a bill that is undone: all can be used again. Refuses with 1421, 1412 or 1702, and names the coupon. */
export function couponsToReopen(context: Context<CancelCommand>, { coupons }: SettledBill): ShownCoupon[] {
  const { state, command, today } = context;
  const shown = coupons.map(({ coupon: { number } }) => {
    const coupon = state.bills.shown.get(number);
    if (coupon === undefined) throw new Error(`Coupon ${number} of a bill was not read`);
    const reason = reopeningProblem(coupon, command.actor.merchantId ?? coupon.usedMerchantId);
    const named = { part: "coupons", couponNumber: number } as const;
    if (reason !== null) throw new Refused({ code: 1421, parameters: { reason }, ...named });
    if (coupon.usedAt !== null && isReopenedTooLate(coupon.usedAt, today, state.programme))
      throw new Refused({ code: 1412, parameters: {}, ...named });
    return coupon;
  });
  inPart("coupons", () => refuseBeyondCouponDay(context, shown));
  return shown;
}

/** The parts of a posting that are about bills. */
type ActsOnBills = Pick<Posting, "settles" | "reopens" | "returns" | "undoesReturn">;

/** Keeps what a posting settles, brings back or undoes, for the batch's next commands and for writing. `before`: the entry before it in its command. */
export function keepBill(
  { bills }: Pick<LedgerState, "bills">,
  writes: BillWrites,
  { settles, reopens = [], returns, undoesReturn }: ActsOnBills,
  { entry, before }: { entry: Entry; before: Entry | undefined },
): void {
  if (returns !== undefined) {
    const { billId, value, isPaid } = returns;
    const billValue = bills.settled.get(billId)?.value;
    if (billValue === undefined) throw new Error(`Bill ${billId} was not read`);
    const back = (bills.goodsBack.get(billId) ?? NOTHING) + value;
    bills.goodsBack.set(billId, back);
    const refund = isPaid ? (before ?? null) : null;
    const goods = { billId, value, billValue, left: billValue - back, refund };
    bills.returned.set(entry.id, goods);
    writes.returned.push({ entry, goods });
  }
  const undone = undoesReturn === undefined ? undefined : bills.returned.get(undoesReturn);
  const back = undone && bills.goodsBack.get(undone.billId);
  if (undone !== undefined && back !== undefined) bills.goodsBack.set(undone.billId, back - undone.value);
  const note = (coupon: ShownCoupon, kind: "used" | "reopened"): ShownCoupon => {
    const walletId = entry.actorWalletId ?? entry.walletId;
    const after: ShownCoupon =
      kind === "used"
        ? { ...coupon, walletId, state: "used", usedAt: entry.createdAt, usedMerchantId: entry.merchantId }
        : { ...coupon, state: "issued", usedAt: null, reopened: coupon.reopened + 1 };
    bills.shown.set(coupon.number, after);
    writes.couponActs.push({ coupon: after, kind, entry });
    const worth = coupon.isTest ? NOTHING : moneyOf(worthOf(coupon.template));
    bills.days.set(entry.userId, (bills.days.get(entry.userId) ?? NOTHING) + worth);
    return after;
  };
  for (const coupon of reopens) note(coupon, "reopened");
  if (settles === undefined) return;
  const { value, isPaid, leftOut } = settles;
  const coupons = settles.coupons.map(({ coupon, off }) => ({ coupon: note(coupon, "used"), off }));
  const bill = { value, coupons, redemption: isPaid ? (before ?? null) : null, leftOut };
  bills.settled.set(entry.id, bill);
  writes.settled.push({ entry, bill });
}

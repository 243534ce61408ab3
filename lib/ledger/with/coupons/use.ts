import { businessDaysAfter } from "@/lib/ledger/rules/calendar";
import type { Actor } from "@/lib/ledger/rules/commands";
import type { ProgrammeRules, WalletState } from "@/lib/ledger/rules/ledger-state";
import { type Money, moneyOf } from "@/lib/platform/money";
import { formatLocalDate } from "@/lib/platform/time";
import {
  type Coupon,
  type CouponProblem,
  type CouponTemplate,
  type ShownCoupon,
  standingOfCoupon,
} from "./words";

/** How often the use of one coupon is taken back: a mistake is mended, and the same coupon is not spent all day. */
const REOPENED_MAX = 2;

/** A customer's coupon is found with the customer's wallet only; one that is nobody's yet, with any wallet but a test client's own. */
export function isCouponOf(
  { walletId, isTest, state }: Pick<ShownCoupon, "walletId" | "isTest" | "state">,
  { id }: Pick<WalletState, "id">,
  { sandbox }: Pick<Actor, "sandbox">,
): boolean {
  if (walletId !== null) return walletId === id;
  return isTest === (sandbox !== undefined && !sandbox.isDemo) && state !== "used";
}

/** Why a coupon cannot be used at a branch on a day; null: it can. */
export function couponProblem(
  coupon: Pick<Coupon, "template" | "validFrom" | "validUntil" | "state">,
  branch: { id: number; merchantId: number | null } | null,
  today: string,
): CouponProblem | null {
  const { template, validFrom } = coupon;
  const standing = standingOfCoupon(coupon, today);
  if (standing !== "issued") return standing;
  if (validFrom !== null && today < validFrom) return "early";
  if (template.merchantId !== null && template.merchantId !== branch?.merchantId) return "merchant";
  const isEverywhere = template.branchIds.length === 0;
  return isEverywhere || (branch !== null && template.branchIds.includes(branch.id)) ? null : "branch";
}

/** Whether a bill is less than the least on which coupons of a template are used. */
export function isBelowLeastBill({ minBill }: Pick<CouponTemplate, "minBill">, bill: Money): boolean {
  return minBill !== null && bill < moneyOf(minBill);
}

/** Why the use of a coupon is not taken back; null: it is. */
export function reopeningProblem(
  {
    state,
    usedAt,
    ...facts
  }: Pick<ShownCoupon, "state" | "usedAt" | "usedMerchantId" | "reopened" | "isUndone">,
  merchantId: number | null | undefined,
): CouponProblem | null {
  if (state === "void") return "void";
  if (state === "issued" || usedAt === null) return "unused";
  if (facts.isUndone) return "undone";
  if (facts.reopened >= REOPENED_MAX) return "reopened";
  return facts.usedMerchantId === (merchantId ?? null) ? null : "merchant";
}

/** Whether the days are over in which the use of a coupon is taken back. */
export function isReopenedTooLate(
  usedAt: Date,
  today: string,
  {
    timeZone,
    cancelWindowBusinessDays,
    weekendDays,
  }: Pick<ProgrammeRules, "timeZone" | "cancelWindowBusinessDays" | "weekendDays">,
): boolean {
  return today > businessDaysAfter(formatLocalDate(usedAt, timeZone), cancelWindowBusinessDays, weekendDays);
}

import { presentRefusal } from "@/lib/areas/wallets/portal";
import { DomainError } from "@/lib/ledger/rules/errors";
import { type SettledBill, takenOff } from "@/lib/ledger/with/bills/words";
import { inUnits, moneyOf, NOTHING } from "@/lib/platform/money";
import type { BillParts, TillRequest } from "./schemas";

/** A bill as the ledger takes it. */
export function billCommand({
  value,
  coupons,
  redeem,
}: Pick<TillRequest<"bill">, "value" | "coupons" | "redeem">) {
  return {
    bill: moneyOf(value),
    coupons,
    redeem: redeem === undefined ? null : redeem === "max" ? redeem : moneyOf(redeem),
  };
}

/** The parts of a bill, and what of it is left to pay in money. */
export function presentBill(bill: SettledBill): BillParts {
  const paid = bill.redemption?.amountValue ?? NOTHING;
  return {
    coupons: bill.coupons.map(({ coupon: { number, template }, off }) => ({
      ...{ number, title: { en: template.titleEn, ar: template.titleAr }, off: inUnits(off) },
    })),
    paid: inUnits(paid),
    payable: inUnits(bill.value - takenOff(bill) - paid),
    leftOut: bill.leftOut.map(({ part, couponNumber, code, parameters }) => ({
      ...{ part, couponNumber: couponNumber ?? null },
      refusal: presentRefusal(new DomainError(code, parameters as never)),
    })),
  };
}

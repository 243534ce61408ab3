import { presentBill } from "@/lib/areas/entries/portal";
import { presentRefusal } from "@/lib/areas/wallets/portal";
import { DomainError } from "@/lib/ledger/rules/errors";
import type { SettledBill } from "@/lib/ledger/with/bills/words";
import { moneyOf } from "@/lib/platform/money";
import type { QuotedBill, TillRequest } from "./schemas";

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

/** A bill as it would be settled, and what cannot be taken of it. */
export function presentQuotedBill(bill: SettledBill): QuotedBill {
  return {
    ...presentBill(bill),
    leftOut: bill.leftOut.map(({ part, couponNumber, code, parameters }) => ({
      ...{ part, couponNumber: couponNumber ?? null },
      refusal: presentRefusal(new DomainError(code, parameters as never)),
    })),
  };
}

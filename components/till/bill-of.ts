import type { AskedMovement } from "@/components/approvals/approval-dialog";
import { hasParts, type ServeDraft } from "./serve-draft";
import type { Bill, Confirmed } from "./till-types";
import { isAmount } from "./use-amount-problem";

/** The bill of a draft, as it is quoted; null while it has no amount, or one that is none. */
export function billOf(
  draft: Pick<ServeDraft, "mode" | "value" | "invoiceNumber" | "coupons" | "pays">,
  { branchId, walletCode }: Pick<Bill, "branchId" | "walletCode">,
): Bill | null {
  const { mode, value, invoiceNumber, coupons, pays } = draft;
  if (!isAmount(value) || !(pays === null || pays === "max" || isAmount(pays))) return null;
  const common = { branchId, walletCode, value };
  if (mode === "redeem") return { operation: mode, ...common };
  const invoice = invoiceOf(invoiceNumber);
  return hasParts(draft)
    ? {
        ...{ operation: "bill", ...common, ...invoice, coupons: [...coupons] },
        ...(pays !== null && { redeem: pays }),
      }
    : { operation: mode, ...common, ...invoice };
}

/** Whether two bills take the same to settle, whatever their numbers. */
export function isSameBill(one: Bill, other: Bill): boolean {
  return JSON.stringify(unnumbered(one)) === JSON.stringify(unnumbered(other));
}

function unnumbered(bill: Bill) {
  const { branchId, walletCode, value, operation } = bill;
  return [
    ...[operation, branchId, walletCode, value],
    operation === "bill" ? [bill.coupons, bill.redeem] : null,
  ];
}

/** The movement of a confirmed bill, as it is sent. Points pay the sum that was quoted, should the balance grow meanwhile. */
export function movementOf({
  bill,
  invoiceNumber,
  paid,
}: Pick<Confirmed, "bill" | "invoiceNumber" | "paid">): AskedMovement {
  const { operation, ...fields } = bill;
  const isFixed = operation === "bill" && bill.redeem === "max" && paid !== undefined;
  const redeem = isFixed && { redeem: paid > 0 ? paid : undefined };
  // That operation and fields belong together is known of the bill, and lost in the type of both.
  return { operation, request: { ...fields, ...invoiceOf(invoiceNumber), ...redeem } } as AskedMovement;
}

export function invoiceOf(text: string): { invoiceNumber?: string } {
  const invoiceNumber = text.trim();
  return invoiceNumber === "" ? {} : { invoiceNumber };
}

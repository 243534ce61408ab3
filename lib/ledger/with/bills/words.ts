import { invoiceName } from "@/lib/ledger/with/limits/words";
import type { Money } from "@/lib/platform/money";

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

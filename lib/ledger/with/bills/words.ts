import type { Command } from "@/lib/ledger/core/commands";
import type { Entry } from "@/lib/ledger/core/types";
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

/** What of a reward's bill was paid with points and earned nothing; nothing for every other command. */
export function paidOf(command: Command, { amountValue }: Pick<Entry, "amountValue">): Money {
  return command.type === "reward" ? command.value - amountValue : NOTHING;
}

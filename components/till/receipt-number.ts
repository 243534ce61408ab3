import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { RECEIPT_PREFIX } from "@/lib/areas/wallets/words";

/** Name of the reader's merchant; null for readers of all merchants. */
export function useMerchantName(): string | null {
  const { merchant } = useMe();
  const nameOf = useNameOf();
  return merchant && nameOf(merchant);
}

/** The number of a receipt as it was typed, or as its code has it. */
export function receiptNumberOf(text: string): string {
  return text.toLowerCase().startsWith(RECEIPT_PREFIX) ? text.slice(RECEIPT_PREFIX.length) : text;
}

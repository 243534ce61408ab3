"use client";

import { useEffect, useState } from "react";
import { useQuote } from "@/components/wallets/use-wallet";
import type { Bill, ServedWallet } from "./till-state";
import { isAmount } from "./use-amount-problem";

/** Typing goes on while the quote waits this long. */
const QUOTE_AFTER_MS = 150;

/** The quote for the amount as it is typed; nothing while there is none, or while `isAsked` is false. */
export function useTypedQuote(
  { operation, value, branchId, walletCode }: Omit<Bill, "value"> & { value: number | null | undefined },
  { balance, isAsked }: Pick<ServedWallet, "balance"> & { isAsked: boolean },
) {
  const amount = isAmount(value) ? value : null;
  const settled = useSettled(amount, QUOTE_AFTER_MS);
  const bill = isAsked && settled !== null ? { operation, branchId, walletCode, value: settled } : null;
  const { data, isPlaceholderData, isPending } = useQuote(bill, balance);
  return {
    quote: amount === null ? null : (data ?? null),
    isWaiting: amount !== null && (settled !== amount || isPlaceholderData || isPending),
  };
}

/** The value once it has not changed for a while; null at once, since then there is nothing to wait for. */
function useSettled(value: number | null, milliseconds: number): number | null {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === null ? 0 : milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}

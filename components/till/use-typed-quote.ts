"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { outdate } from "@/components/kit/query";
import { useSettled } from "@/components/kit/use-settled";
import { useQuote } from "@/components/wallet/use-wallet";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";
import type { ServeDraft } from "./serve-draft";
import type { Bill, ServedWallet } from "./till-types";
import { isAmount } from "./use-amount-problem";

/** Typing goes on while the quote waits this long. */
const QUOTE_AFTER_MS = 150;
/** More than may be paid without proof: the one limit of the refusal says what is left. */
const WITHOUT_PROOF = "1307";

/**
 * The quote for the amount as it is typed; nothing while there is none, or while `isAsked` is false. A quote that refuses every
 * amount knows something of the wallet that the page does not: the wallet is read again.
 */
export function useTypedQuote(
  { mode: operation, value, code, invoiceNumber }: ServeDraft,
  {
    branchId,
    wallet: { walletCode, balance },
    isAsked,
  }: { branchId: number; wallet: Pick<ServedWallet, "walletCode" | "balance">; isAsked: boolean },
) {
  const client = useQueryClient();
  const amount = code === null && isAmount(value) ? value : null;
  const settled = useSettled(amount, QUOTE_AFTER_MS);
  const typedInvoice = operation === "reward" ? invoiceNumber.trim() : "";
  const invoice = useSettled(typedInvoice, QUOTE_AFTER_MS);
  const common = { branchId, walletCode, value: settled ?? 0 };
  const asked: Bill =
    operation === "reward"
      ? { operation, ...common, ...(invoice !== null && invoice !== "" && { invoiceNumber: invoice }) }
      : { operation, ...common };
  const bill = isAsked && settled !== null ? asked : null;
  const { data, error, isPlaceholderData, isFetching, isPending, refetch } = useQuote(bill, balance);
  const isWalletOutdated = data?.outcome === "refused" && data.isForAnyAmount;
  useEffect(() => {
    if (isWalletOutdated) void outdate(client, "wallets");
  }, [client, isWalletOutdated]);
  return {
    quote: amount === null ? null : (data ?? null),
    isWaiting:
      amount !== null &&
      (settled !== amount ||
        invoice !== typedInvoice ||
        isPlaceholderData ||
        isPending ||
        (data === undefined && isFetching)),
    /** Why there is no quote for the amount. */
    quoteError: amount === null || data !== undefined ? null : error,
    askAgain: () => void refetch(),
  };
}

/**
 * The largest amount that the wallet can pay today. Where no PIN proves who pays, the programme's limit for a day decides as well, and the
 * server says what of it is left; until it has said so, the balance decides.
 */
export function useTrueMaximum(
  { walletCode, balance, usable: { maxValue } }: TillWallet,
  { branchId, isAsked }: { branchId: number; isAsked: boolean },
): number {
  const isOpen = isAsked && maxValue > 0;
  const { data } = useQuote(
    isOpen ? { operation: "redeem", branchId, walletCode, value: maxValue } : null,
    balance,
  );
  if (!isOpen || data?.outcome !== "refused") return maxValue;
  const left = data.refusal.code === WITHOUT_PROOF ? data.limits[0]?.available : undefined;
  return Math.min(maxValue, left ?? maxValue);
}

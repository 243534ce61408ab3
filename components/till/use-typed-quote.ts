"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { outdate } from "@/components/kit/query";
import { useSettled } from "@/components/kit/use-settled";
import { useQuote } from "@/components/wallet/use-wallet";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";
import { billOf } from "./bill-of";
import type { ServeDraft } from "./serve-draft";
import type { Bill, ServedWallet } from "./till-types";

/** Typing goes on while the quote waits this long. */
const QUOTE_AFTER_MS = 150;
/** More than may be paid without proof: the one limit of the refusal says what is left. */
const WITHOUT_PROOF = "1307";

/**
 * The quote for the bill as it is typed; nothing while there is none, or while `isAsked` is false. A quote that refuses every
 * amount knows something of the wallet that the page does not: the wallet is read again.
 */
export function useTypedQuote(
  draft: ServeDraft,
  {
    branchId,
    wallet: { walletCode, balance },
    isAsked,
  }: { branchId: number; wallet: Pick<ServedWallet, "walletCode" | "balance">; isAsked: boolean },
) {
  const client = useQueryClient();
  const bill = draft.code === null ? billOf(draft, { branchId, walletCode }) : null;
  const typed = bill && JSON.stringify(bill);
  const settled = useSettled(typed, QUOTE_AFTER_MS);
  const asked = isAsked && settled !== null ? (JSON.parse(settled) as Bill) : null;
  const { data, error, isPlaceholderData, isFetching, isPending, refetch } = useQuote(asked, balance);
  const isWalletOutdated = data?.outcome === "refused" && data.isForAnyAmount;
  useEffect(() => {
    if (isWalletOutdated) void outdate(client, "wallets");
  }, [client, isWalletOutdated]);
  return {
    quote: typed === null ? null : (data ?? null),
    isWaiting:
      typed !== null &&
      (settled !== typed || isPlaceholderData || isPending || (data === undefined && isFetching)),
    /** Why there is no quote for the amount. */
    quoteError: typed === null || data !== undefined ? null : error,
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

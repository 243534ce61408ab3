"use client";

import { useQuote } from "@/components/wallet/use-wallet";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";

/**
 * The largest amount that the wallet can pay today. Without a PIN the programme's limit for a day decides as well, and the server says
 * what of it is left; until it has said so, the balance decides.
 */
export function useTrueMaximum(
  { walletCode, balance, pin, usable: { maxValue } }: TillWallet,
  { branchId, isAsked }: { branchId: number; isAsked: boolean },
): number {
  const isUnproved = isAsked && pin.state === "none" && maxValue > 0;
  const { data } = useQuote(
    isUnproved ? { operation: "redeem", branchId, walletCode, value: maxValue } : null,
    balance,
  );
  if (!isUnproved || data?.outcome !== "refused") return maxValue;
  const left = data.limits.find(({ limit }) => limit === "unprovedValueMax")?.available ?? maxValue;
  return Math.min(maxValue, left);
}

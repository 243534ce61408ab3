"use client";

import { portalFetch } from "@/components/kit/fetch";
import { portalQuery } from "@/components/kit/query";
import { useChange } from "@/components/kit/use-change";

const loadContract = () => import("@/lib/areas/holds/schemas");

/** The open holds of a wallet. */
export const holdsQuery = (walletId: number) =>
  portalQuery({
    key: ["wallets", "holds", walletId],
    answer: async () => (await loadContract()).holdListSchema,
    path: `wallets/${walletId}/holds`,
  });

/** Gives the points of a hold back. */
export function useReleaseHold(walletId: number) {
  return useChange(
    async (holdId: number) =>
      portalFetch((await loadContract()).holdListSchema, `wallets/${walletId}/holds/${holdId}/release`, {
        method: "POST",
      }),
    "wallets",
    "entries",
    "today",
  );
}

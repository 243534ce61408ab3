"use client";

import type { input } from "zod/v4/core";
import { portalFetch } from "@/components/kit/fetch";
import { useWalletChange } from "@/components/wallets/desk/mutations";
import type { AdjustmentDecision } from "@/lib/areas/adjustments/schemas";
import type { adjustPointsSchema } from "@/lib/areas/wallets/schemas";

export function useAdjustPoints() {
  return useWalletChange((body: input<typeof adjustPointsSchema>) =>
    portalFetch(
      async () => (await import("@/lib/areas/adjustments/schemas")).adjustedSchema,
      "manage/adjustments",
      { method: "POST", body },
    ),
  );
}

export function useDecideAdjustment(adjustmentId: number) {
  return useWalletChange((body: AdjustmentDecision) =>
    portalFetch(
      async () => (await import("@/lib/areas/account/schemas")).doneSchema,
      `manage/adjustments/${adjustmentId}/decision`,
      { method: "POST", body },
    ),
  );
}

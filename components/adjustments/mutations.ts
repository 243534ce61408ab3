"use client";

import type { input } from "zod/v4/core";
import { useDeskAct } from "@/components/wallets/desk/mutations";
import { doneSchema } from "@/lib/areas/account/schemas";
import { type AdjustmentDecision, adjustedSchema } from "@/lib/areas/wallets/desk-schemas";
import type { adjustPointsSchema } from "@/lib/areas/wallets/schemas";

export function useAdjustPoints() {
  return useDeskAct(adjustedSchema, (body: input<typeof adjustPointsSchema>) => ({
    path: "manage/adjustments",
    method: "POST",
    body,
  }));
}

export function useDecideAdjustment(adjustmentId: number) {
  return useDeskAct(doneSchema, (body: AdjustmentDecision) => ({
    path: `manage/adjustments/${adjustmentId}/decision`,
    method: "POST",
    body,
  }));
}

"use client";

import { portalFetch } from "@/components/kit/fetch";
import { useChange } from "@/components/kit/use-change";
import { doneSchema } from "@/lib/areas/account/schemas";
import { type ApproveHereRequest, askedApprovalSchema } from "@/lib/areas/approvals/schemas";
import type { SettleRequest } from "@/lib/areas/till/schemas";

/** Asks for somebody to let a movement pass its limits. */
export function useAskApproval() {
  return useChange((body: SettleRequest) =>
    portalFetch(askedApprovalSchema, "points/approvals", { method: "POST", body }),
  );
}

/** Somebody else approves at this till, with their own PIN. */
export function useApproveHere() {
  return useChange(({ approvalId, ...body }: ApproveHereRequest & { approvalId: number }) =>
    portalFetch(askedApprovalSchema, `points/approvals/${approvalId}/here`, { method: "POST", body }),
  );
}

export function useDecideApproval() {
  return useChange(
    ({ approvalId, decision }: { approvalId: number; decision: "approve" | "refuse" }) =>
      portalFetch(doneSchema, `manage/approvals/${approvalId}/decision`, {
        method: "POST",
        body: { decision },
      }),
    "approvals",
    "adjustments",
  );
}

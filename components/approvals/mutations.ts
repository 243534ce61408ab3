"use client";

import { portalFetch } from "@/components/kit/fetch";
import { useChange } from "@/components/kit/use-change";
import type { ApproveHereRequest } from "@/lib/areas/approvals/schemas";
import type { SettleRequest } from "@/lib/areas/till/schemas";

/** Asks for somebody to let a movement pass its limits. */
export function useAskApproval() {
  return useChange((body: SettleRequest) =>
    portalFetch(
      async () => (await import("@/lib/areas/approvals/schemas")).askedApprovalSchema,
      "points/approvals",
      { method: "POST", body },
    ),
  );
}

/** Somebody else approves at this till, with their own PIN. */
export function useApproveHere() {
  return useChange(({ approvalId, ...body }: ApproveHereRequest & { approvalId: number }) =>
    portalFetch(
      async () => (await import("@/lib/areas/approvals/schemas")).askedApprovalSchema,
      `points/approvals/${approvalId}/here`,
      { method: "POST", body },
    ),
  );
}

export function useDecideApproval() {
  return useChange(
    ({ approvalId, decision }: { approvalId: number; decision: "approve" | "refuse" }) =>
      portalFetch(
        async () => (await import("@/lib/areas/account/schemas")).doneSchema,
        `manage/approvals/${approvalId}/decision`,
        {
          method: "POST",
          body: { decision },
        },
      ),
    "approvals",
    "adjustments",
  );
}

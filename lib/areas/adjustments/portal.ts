import type { Adjusted, AdjustmentDecision, AdjustmentPage } from "@/lib/areas/adjustments/schemas";
import type { PortalActor } from "@/lib/areas/portal-actor";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { approveAdjustment, refuseAdjustment, withdrawAdjustment } from "./decide-adjustment";
import { type AdjustmentState, listAdjustments } from "./list-adjustments";
import type { RequestedAdjustment } from "./request-adjustment";

/** A page of the adjustments that the actor may know of. */
export async function readAdjustments(
  actor: PortalActor,
  query: { state?: AdjustmentState | undefined; cursor?: string | undefined },
): Promise<AdjustmentPage> {
  const { adjustments, ...page } = await listAdjustments(adminContext(), actor, query);
  return {
    ...page,
    adjustments: adjustments.map(({ requestedAt, expiresAt, decidedAt, ...adjustment }) => ({
      ...adjustment,
      requestedAt: requestedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      decidedAt: decidedAt?.toISOString() ?? null,
    })),
  };
}

/** What whoever asked for an adjustment is told. */
export function presentAdjusted(requested: RequestedAdjustment): Adjusted {
  if (requested.kind === "requested")
    return { kind: "requested", balance: null, adjustmentId: requested.adjustmentId };
  return { kind: "posted", balance: requested.posted.wallet.balance, adjustmentId: null };
}

/** Approves, refuses or takes back an adjustment. */
export async function decideAdjustment(
  call: Parameters<typeof adminActor>[0],
  adjustmentId: number,
  { decision, note }: AdjustmentDecision,
): Promise<void> {
  const decide = {
    approve: approveAdjustment,
    refuse: refuseAdjustment,
    withdraw: withdrawAdjustment,
  }[decision];
  await decide(adminContext(), adminActor(call), { adjustmentId, note: note || null });
}

import type {
  Adjusted,
  AdjustmentDecision,
  AdjustmentPage,
  AskedAdjustment,
  Waiting,
} from "@/lib/areas/adjustments/schemas";
import { countWaitingApprovals } from "@/lib/areas/approvals/count-waiting";
import { countWaitingImports } from "@/lib/areas/imports/import-wallets";
import { isPermitted } from "@/lib/areas/permissions";
import type { PortalActor } from "@/lib/areas/portal-actor";
import { readSecondPersons } from "@/lib/areas/staff/second-persons";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { approveAdjustment, refuseAdjustment, withdrawAdjustment } from "./decide-adjustment";
import {
  type AdjustmentState,
  type AskedAdjustment as Asked,
  countWaitingAdjustments,
  listAdjustments,
  readWaitingAdjustments,
} from "./list-adjustments";
import type { RequestedAdjustment } from "./request-adjustment";

/** A page of the adjustments that the actor may know of. */
export async function readAdjustments(
  actor: PortalActor,
  query: { state?: AdjustmentState | undefined; cursor?: string | undefined },
): Promise<AdjustmentPage> {
  const { adjustments, nextCursor } = await listAdjustments(adminContext(), actor, query);
  return {
    nextCursor,
    adjustments: adjustments.map(({ decidedAt, ...adjustment }) => ({
      ...presentAsked(adjustment),
      decidedAt: decidedAt?.toISOString() ?? null,
    })),
  };
}

function presentAsked<Adjustment extends Asked>({ requestedAt, expiresAt, ...asked }: Adjustment) {
  return { ...asked, requestedAt: requestedAt.toISOString(), expiresAt: expiresAt.toISOString() };
}

/** What waits for a decision on a wallet, as far as the actor may know of it. */
export async function readWaitingOf(
  actor: PortalActor,
  wallet: { id: number } | { walletCode: string },
): Promise<AskedAdjustment[]> {
  return (await readWaitingAdjustments(adminContext(), actor, wallet)).map(presentAsked);
}

/** How much waits for the actor's decision. Throws AdminError `forbidden`. */
export async function readWaiting(actor: PortalActor): Promise<Waiting> {
  const isAdmin = isPermitted(actor.role, "wallet.approve_adjustment");
  const [adjustments, imports, approvals] = await Promise.all([
    isAdmin ? countWaitingAdjustments(adminContext(), actor) : 0,
    isAdmin ? countWaitingImports(adminContext(), actor) : 0,
    countWaitingApprovals(adminContext(), actor),
  ]);
  return { adjustments, imports, approvals };
}

/** Who may decide what the actor asks for, by name. */
export async function readDeciders({ merchantId, userId }: PortalActor): Promise<Adjusted["deciders"]> {
  const { database, clock } = adminContext();
  const asked = [{ merchantId, askedBy: userId }];
  return (await readSecondPersons(database, "wallet.approve_adjustment", asked, clock.now())).flat();
}

/** What whoever asked for an adjustment is told. */
export function presentAdjusted(requested: RequestedAdjustment): Adjusted {
  if (requested.kind === "requested") return { ...requested, balance: null };
  return { kind: "posted", balance: requested.posted.wallet.balance, adjustmentId: null, deciders: [] };
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

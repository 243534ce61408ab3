import type { Adjusted, AskedAdjustment } from "@/lib/areas/adjustments/schemas";
import { countWaitingApprovals } from "@/lib/areas/approvals/count-waiting";
import { countWaitingImports } from "@/lib/areas/imports/import-wallets";
import { firstWaitingReviews } from "@/lib/areas/radar/reviews";
import { isPermitted } from "@/lib/portal/acts/permissions";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { readSecondPersons } from "@/lib/portal/acts/second-persons";
import { adminContext } from "@/lib/portal/administration";
import { serveContract } from "@/lib/portal/serve";
import { DONE } from "@/lib/portal/wire/done";
import { adjustments } from "./contract";
import { approveAdjustment, refuseAdjustment, withdrawAdjustment } from "./decide-adjustment";
import {
  type AdjustmentView,
  type AskedAdjustment as Asked,
  countWaitingAdjustments,
  listAdjustments,
  readWaitingAdjustments,
} from "./list-adjustments";
import { requestAdjustment } from "./request-adjustment";

function presentAsked<Adjustment extends Asked>({ requestedAt, expiresAt, ...asked }: Adjustment) {
  return { ...asked, requestedAt: requestedAt.toISOString(), expiresAt: expiresAt.toISOString() };
}

export function presentDecided({ decidedAt, ...adjustment }: AdjustmentView) {
  return { ...presentAsked(adjustment), decidedAt: decidedAt?.toISOString() ?? null };
}

/** Requests that wait on a wallet, as far as the actor may know of them. */
export async function readWaitingOf(
  actor: PortalActor,
  wallet: { id: number } | { walletCode: string },
): Promise<AskedAdjustment[]> {
  return (await readWaitingAdjustments(adminContext(), actor, wallet)).map(presentAsked);
}

/** People who may decide the actor's requests, by name. */
export async function readDeciders({ merchantId, userId }: PortalActor): Promise<Adjusted["deciders"]> {
  const { database, clock } = adminContext();
  const asked = [{ merchantId, askedBy: userId }];
  return (await readSecondPersons(database, "wallet.approve_adjustment", asked, clock.now())).flat();
}

const DECIDE = {
  approve: approveAdjustment,
  refuse: refuseAdjustment,
  withdraw: withdrawAdjustment,
} as const;

export const adjustmentsPortal = serveContract(adjustments, {
  list: async ({ context, actor, query }) => {
    const { adjustments, nextCursor } = await listAdjustments(context, actor, query);
    return {
      nextCursor,
      adjustments: adjustments.map(presentDecided),
    };
  },
  waiting: async ({ context, actor }) => {
    const isAdmin = isPermitted(actor.role, "wallet.approve_adjustment");
    const [adjustments, imports, approvals, { count: reviews }] = await Promise.all([
      isAdmin ? countWaitingAdjustments(context, actor) : 0,
      isAdmin ? countWaitingImports(context, actor) : 0,
      countWaitingApprovals(context, actor),
      firstWaitingReviews(context, actor, 0),
    ]);
    return { adjustments, imports, approvals, reviews };
  },
  adjust: async ({ context, admin, body }) => {
    const requested = await requestAdjustment(context, admin, body);
    if (requested.kind === "requested") return { ...requested, balance: null };
    const { balance } = requested.posted.wallet;
    return { kind: "posted" as const, balance, adjustmentId: null, deciders: [] };
  },
  decide: async ({ context, admin, params, body: { decision, note } }) => {
    await DECIDE[decision](context, admin, { ...params, note: note || null });
    return DONE;
  },
});

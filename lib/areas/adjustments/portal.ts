import type * as z from "zod/mini";
import type {
  Adjusted,
  AskedAdjustment,
  decidedAdjustmentSchema,
  Waiting,
} from "@/lib/areas/adjustments/schemas";
import { countWaitingApprovals } from "@/lib/areas/approvals/read";
import { countWaitingImports } from "@/lib/areas/imports/read-imports";
import { firstWaitingReviews } from "@/lib/areas/radar/reviews";
import { isDomainError } from "@/lib/ledger/rules/errors";
import { prisma } from "@/lib/platform/database/pools";
import { isAdminError } from "@/lib/portal/acts/errors";
import { isPermitted } from "@/lib/portal/acts/permissions";
import { PERSON, person } from "@/lib/portal/acts/person";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { readSecondPersons } from "@/lib/portal/acts/second-persons";
import { readSettingUp, readSetupEnd, SETUP_PEOPLE_MAX } from "@/lib/portal/acts/setting-up";
import { adminContext } from "@/lib/portal/administration";
import { refusalInWords } from "@/lib/portal/refusal";
import { type Call, sendAgain, serveContract } from "@/lib/portal/serve";
import { requestAdjustment } from "./adjust-points";
import { adjustments } from "./contract";
import {
  approveAdjustment,
  type CarryOut,
  CouldNotBeDone,
  readKeptRequest,
  refuseAdjustment,
  withdrawAdjustment,
} from "./decide-adjustment";
import {
  type AdjustmentView,
  type AskedAdjustment as Asked,
  CHANGED_SINCE,
  CHANGED_SINCE_REQUEST,
  countWaitingAdjustments,
  listAdjustments,
  ownWaiting,
  readWaitingAdjustments,
} from "./list-adjustments";
import { readBounds } from "./read-bounds";

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

/** Carries acts out in the name of whoever asked, by the branches that they have now. */
const carryOutFor = (requestId: string): CarryOut => ({
  send: async (request, admin) => {
    const { userId, role, set = null, merchantId } = admin;
    const branches = await prisma().branch.findMany({
      where: role === "cashier" ? { userBranches: { some: { userId } } } : { merchantId: merchantId ?? -1 },
      select: { id: true },
    });
    const branchIds = branches.map(({ id }) => id);
    await sendAgain(request, {
      admin,
      actor: { userId, role, set, merchantId, branchIds, activeBranchId: null, tillId: null },
    });
  },
  // Nothing is known about an act that failed for a reason of the machine: its request waits on.
  tell: (error) => {
    if (isAdminError(error) && error.code === "conflict") return CHANGED_SINCE;
    return isAdminError(error) || (isDomainError(error) && error.code < 1900)
      ? refusalInWords(error, requestId).message
      : null;
  },
});

const CLOSE = { refuse: refuseAdjustment, withdraw: withdrawAdjustment } as const;
const CLOSED = { refuse: "refused", withdraw: "withdrawn" } as const;

async function decide({
  context,
  admin,
  requestId,
  params,
  body: { decision, note },
}: Call<typeof adjustments.decide>): Promise<z.infer<typeof decidedAdjustmentSchema>> {
  const input = { ...params, note: note || null };
  if (decision !== "approve") {
    await CLOSE[decision](context, admin, input);
    return { outcome: CLOSED[decision], reason: null };
  }
  try {
    const { kind } = await approveAdjustment(context, admin, input, carryOutFor(requestId));
    return { outcome: kind, reason: null };
  } catch (error) {
    if (error instanceof CouldNotBeDone)
      return {
        outcome: "failed",
        reason: error.reason === CHANGED_SINCE ? CHANGED_SINCE_REQUEST : error.reason,
      };
    throw error;
  }
}

/** The setting-up of the programme while it goes on, and its end for a week. */
async function readShownSettingUp(): Promise<Waiting["settingUp"]> {
  const { database, clock } = adminContext();
  const now = clock.now();
  const settingUp = await readSettingUp(database, now);
  const end = settingUp === null ? await readSetupEnd(database, now) : null;
  const { by: id, until, people } = settingUp ?? { by: end?.by, until: end?.at ?? now, people: 0 };
  if (id === undefined) return null;
  const why = settingUp?.end ?? end?.why ?? null;
  const by = person(await database.user.findUniqueOrThrow({ where: { id }, select: PERSON }));
  const { adjustmentApprovalAbove: above } = await database.programme.findUniqueOrThrow({
    where: { id: 1 },
    select: { adjustmentApprovalAbove: true },
  });
  const ended = why && { at: (end?.at ?? now).toISOString(), why };
  return {
    ...{ by, until: until.toISOString(), people, peopleMax: SETUP_PEOPLE_MAX, above: Number(above) },
    ended,
  };
}

export const adjustmentsPortal = serveContract(adjustments, {
  list: async ({ context, actor, query }) => {
    const { adjustments, nextCursor } = await listAdjustments(context, actor, query);
    return {
      nextCursor,
      adjustments: adjustments.map(presentDecided),
    };
  },
  kept: async ({ context, admin, params }) => {
    const { route, params: of, body } = await readKeptRequest(context, admin, params);
    return { route, params: of, body };
  },
  own: async ({ context, actor }) => ({ requests: await ownWaiting(context, actor) }),
  bounds: ({ context, admin }) => readBounds(context, admin),
  withdraw: async ({ context, admin, params }) => {
    await withdrawAdjustment(context, admin, { ...params, note: null });
    return { outcome: "withdrawn" as const, reason: null };
  },
  waiting: async ({ context, actor }) => {
    const isAdmin = isPermitted(actor, "wallet.approve_adjustment");
    const [adjustments, imports, approvals, { count: reviews }, settingUp] = await Promise.all([
      isAdmin ? countWaitingAdjustments(context, actor) : 0,
      isAdmin ? countWaitingImports(context, actor) : 0,
      countWaitingApprovals(context, actor),
      firstWaitingReviews(context, actor, 0),
      isPermitted(actor, "programme.set_up") ? readShownSettingUp() : null,
    ]);
    return { adjustments, imports, approvals, reviews, settingUp };
  },
  adjust: async ({ context, admin, body }) => {
    const requested = await requestAdjustment(context, admin, body);
    if (requested.kind === "requested") return { ...requested, balance: null };
    const { balance } = requested.posted.wallet;
    return { kind: "posted" as const, balance, adjustmentId: null, deciders: [] };
  },
  decide,
});

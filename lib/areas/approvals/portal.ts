import { colleaguesWhere } from "@/lib/areas/shifts/shifts";
import { approvalNeeded } from "@/lib/areas/till/quote-portal";
import type { SettleRequest } from "@/lib/areas/till/schemas";
import { COMMANDS } from "@/lib/ledger/rules/command-facts";
import { type Breach, missingOf } from "@/lib/ledger/with/limits/words";
import { prisma } from "@/lib/platform/database/pools";
import { inUnits } from "@/lib/platform/money";
import { readBars } from "@/lib/portal/acts/access-grants";
import { RIGHTS, rightsOf } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { isPermitted } from "@/lib/portal/acts/permissions";
import { PERSON, person, personName } from "@/lib/portal/acts/person";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { adminContext } from "@/lib/portal/administration";
import { fieldRefusal } from "@/lib/portal/refusal";
import { recordSecurityEvent } from "@/lib/portal/security-log/record-event";
import { type Call, serveContract } from "@/lib/portal/serve";
import { verifyPassword } from "@/lib/portal/session/password";
import {
  countPinOfAsker,
  countSignInAttempt,
  forgivePinOfAsker,
  forgiveSignInAttempt,
} from "@/lib/portal/session/sign-in-limits";
import { DONE } from "@/lib/portal/wire/done";
import { services } from "@/lib/services";
import { readWalletFacts } from "@/lib/wallet/facts";
import { approvals } from "./contract";
import { decideApproval } from "./decide-approval";
import { listApprovals } from "./read";
import {
  APPROVED_OPERATIONS,
  type ApprovalList,
  type ApprovalState,
  type AskedApproval,
  type TillApproval,
} from "./schemas";
import { checkStaffPin, hasStaffPin, isWeakPin, setStaffPin } from "./staff-pin";

export const approvalsPortal = serveContract(approvals, {
  list: ({ actor }) => readApprovals(actor),
  decide: async ({ context, admin, params, body }) => {
    await decideApproval(context, admin, { ...params, ...body });
    return DONE;
  },
  ask: ({ actor, body }) => askFromTill(actor, body),
  asked: ({ actor, params }) => readAsked(actor, params.approvalId),
  approveHere,
});

/**
 * Asks for a person to let the actor's movement pass its limits. Throws AdminError `conflict` when nobody has to any more,
 * DomainError as the movement would.
 */
async function askFromTill(actor: PortalActor, request: SettleRequest): Promise<AskedApproval> {
  const needed = await approvalNeeded(actor, request);
  if (needed === null) throw new AdminError("conflict");
  return readAsked(actor, await services().askApproval(needed));
}

/** State of a request of the actor's. Throws AdminError `not_found`. */
async function readAsked({ userId }: PortalActor, approvalId: number): Promise<AskedApproval> {
  const row = await prisma().tillApproval.findFirst({
    where: { id: approvalId, userId },
    select: { id: true, state: true, expiresAt: true, decider: { select: PERSON } },
  });
  if (row === null) throw new AdminError("not_found");
  const { id, expiresAt, decider } = row;
  return {
    id,
    state: stateOf(row),
    expiresAt: expiresAt.toISOString(),
    decidedBy: decider && personName(decider),
  };
}

/**
 * Approves the actor's own request in the name of another person, who types name and PIN at the actor's till: one of the people of the
 * request's merchant who work at its branch and may approve. Wrong ones are counted for the actor and for whoever is named, and are
 * in the log of security events. Throws AdminError `not_found` for a request that is not the actor's, of the field `pin` for a name
 * or PIN that is not right or not allowed to, `rate_limited` after too many wrong ones; AdminError as `decideApproval`.
 */
async function approveHere({
  actor,
  address,
  requestId,
  context,
  params: { approvalId },
  body: { username, pin },
}: Call<typeof approvals.approveHere>): Promise<AskedApproval> {
  await readAsked(actor, approvalId);
  const user = await findApprover(approvalId, username);
  const { id: userId, ...approver } = await requireStaffPin(context, { askerId: actor.userId, user, pin });
  await decideApproval(
    context,
    { ...approver, userId, ipAddress: address, requestId },
    { approvalId, decision: "approve" },
  );
  return readAsked(actor, approvalId);
}

/** The named user who may approve at the till of a request; null: nobody. */
async function findApprover(approvalId: number, username: string) {
  const { merchantId, branchId } = await prisma().tillApproval.findUniqueOrThrow({
    where: { id: approvalId },
    select: { merchantId: true, branchId: true },
  });
  const found = await prisma().user.findFirst({
    where: { username: username.toLowerCase(), AND: colleaguesWhere({ merchantId, branchId }) },
    select: { ...RIGHTS, id: true, merchantId: true },
  });
  const rights = found && rightsOf(found);
  if (found === null || rights === null || !isPermitted(rights, "approval.decide")) return null;
  return { ...rights, id: found.id, merchantId: found.merchantId };
}

/** The requests that the actor may know of. */
async function readApprovals(actor: PortalActor): Promise<ApprovalList> {
  const { waiting, closed } = await listApprovals(adminContext(), actor);
  const present = await presenterOf(actor, [...waiting, ...closed], "approval.decide");
  return { waiting: waiting.map(present), closed: closed.map(present) };
}

type ApprovalRow = Awaited<ReturnType<typeof listApprovals>>["waiting"][number];

/** Presents requests to the actor, who decides them by the permission. */
export async function presenterOf(
  actor: PortalActor,
  rows: readonly ApprovalRow[],
  permission: "approval.decide" | "approval.review",
): Promise<(row: ApprovalRow) => TillApproval> {
  const ids = [...new Set(rows.map(({ walletId }) => Number(walletId)))];
  const [facts, isBarred] = await Promise.all([
    readWalletFacts(prisma(), { ids, walletCodes: [] }),
    readBars(prisma(), services().clock.now()),
  ]);
  const codes = new Map(facts.map(({ id, wallet_code }) => [id, wallet_code]));
  return (row) => {
    const walletId = Number(row.walletId);
    return {
      id: row.id,
      operation: operationOf(row.operation),
      state: stateOf(row),
      askedBy: person(row.user),
      branch: row.branch,
      wallet: { id: walletId, walletCode: codes.get(walletId) ?? "" },
      points: Number(row.points),
      value: inUnits(row.valueHundredths),
      breaches: (row.breaches as unknown as Breach[]).map((breach) => ({
        ...breach,
        missing: missingOf(breach),
      })),
      askedAt: row.askedAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
      decidedBy: row.decider && person(row.decider),
      decidedAt: row.decidedAt?.toISOString() ?? null,
      entryId: row.entryId === null ? null : Number(row.entryId),
      mayDecide:
        stateOf(row) === "pending" &&
        row.userId !== actor.userId &&
        !isBarred(actor.userId, row.userId) &&
        isPermitted(actor, permission),
    };
  };
}

/** Whether the actor has a PIN to approve with. */
export async function readStaffPin({ userId }: PortalActor): Promise<{ isSet: boolean }> {
  return { isSet: await hasStaffPin(adminContext(), userId) };
}

/** Sets the actor's PIN. Throws AdminError of the field for a wrong password or a PIN that is tried first, `rate_limited`. */
export async function setOwnStaffPin(
  { actor, address, username }: { actor: PortalActor; address: string; username: string },
  { currentPassword, pin }: { currentPassword: string; pin: string },
): Promise<void> {
  const own = await prisma().staffNumber.findMany({
    where: { userId: actor.userId },
    select: { msisdn: true },
  });
  if (
    isWeakPin(
      pin,
      own.map(({ msisdn }) => msisdn),
    )
  )
    throw fieldRefusal("pin", "weak_pin");
  const counted = await countSignInAttempt({ username, address, isSignedIn: true });
  if ("retryAfterSeconds" in counted)
    throw new AdminError("rate_limited", { seconds: counted.retryAfterSeconds });
  const account = await prisma().account.findFirst({
    where: { userId: actor.userId, providerId: "credential" },
    select: { password: true },
  });
  if (!account?.password || !(await verifyPassword(account.password, currentPassword)))
    throw fieldRefusal("currentPassword", "wrong_password");
  await forgiveSignInAttempt(counted);
  await setStaffPin(adminContext(), { userId: actor.userId, pin });
}

/** Requests that are too old have expired, whether or not that is written down. */
function stateOf({ state, expiresAt }: { state: string; expiresAt: Date }): ApprovalState {
  const isOpen = state === "pending" || state === "approved";
  return isOpen && expiresAt <= services().clock.now() ? "expired" : (state as ApprovalState);
}

/** Operation that a till asked for, by the kind of entry that it would make. */
export function operationOf(logTypeId: number): TillApproval["operation"] {
  const operation = APPROVED_OPERATIONS.find((name) => COMMANDS[name].references === logTypeId);
  if (operation === undefined) throw new Error(`${logTypeId} is no operation of a till`);
  return operation;
}

/**
 * Returns the user whose PIN was typed at the till of `askerId`. Wrong ones are counted for both and are in the log of security events.
 * `user` is null for a name that cannot be meant there: that takes as long and is answered as a wrong PIN. Throws AdminError of the
 * field `pin`, `rate_limited` after too many wrong ones.
 */
export async function requireStaffPin<User extends { id: number }>(
  context: AdminContext,
  { askerId, user, pin }: { askerId: number; user: User | null; pin: string },
): Promise<User> {
  const note = (kind: "staff_pin.failed" | "staff_pin.locked") =>
    recordSecurityEvent({ kind, userId: askerId, details: { named: user?.id ?? null } });
  const waitSeconds = await countPinOfAsker(askerId);
  if (waitSeconds !== null) {
    await note("staff_pin.locked");
    throw new AdminError("rate_limited", { seconds: waitSeconds });
  }
  const verdict = await checkStaffPin(context, { userId: user?.id ?? null, pin });
  if (verdict.kind === "limited") {
    await note("staff_pin.locked");
    throw new AdminError("rate_limited", { seconds: verdict.retryAfterSeconds });
  }
  if (verdict.kind === "wrong" || user === null) {
    await note("staff_pin.failed");
    if (verdict.kind === "wrong" && verdict.isLocked) await note("staff_pin.locked");
    throw fieldRefusal("pin", "wrong_pin");
  }
  await forgivePinOfAsker(askerId);
  return user;
}

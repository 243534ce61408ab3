import type { PostedEntry } from "@/lib/ledger/rules/decision";
import { describeDatabaseError } from "@/lib/platform/database/errors";
import { Prisma } from "@/lib/platform/database/generated/client";
import type { Bilingual } from "@/lib/platform/language";
import { openRequest } from "@/lib/platform/personal";
import { requireIndependent } from "@/lib/portal/acts/access-grants";
import { type AdminActor, isOwnMerchant, type SentRequest } from "@/lib/portal/acts/actor";
import { administer, noteWeighed, RIGHTS, rightsOf, type Transaction } from "@/lib/portal/acts/administer";
import type { AskedKind } from "@/lib/portal/acts/asked-kinds";
import { auditStatement } from "@/lib/portal/acts/audit-log";
import type { LedgerAdminContext } from "@/lib/portal/acts/context";
import { AdminError, isAdminError } from "@/lib/portal/acts/errors";
import type { AdminAction } from "@/lib/portal/acts/permissions";
import { APPROVAL_HOURS } from "@/lib/portal/acts/second-person";
import { isProved } from "@/lib/portal/security-log/proved";
import { identifyWallet } from "@/lib/wallet/facts";
import { adjustPoints } from "./adjust-points";

export interface DecideAdjustmentInput {
  adjustmentId: number;
  /** Why; kept with the decision. */
  note?: string | null | undefined;
}

/** A request, as it was asked for. */
interface Waiting {
  id: number;
  kind: AskedKind;
  merchantId: number | null;
  requester: AdminActor;
  /** Of an adjustment alone. */
  adjustment: {
    walletCode: string;
    direction: "up" | "down";
    pocket: "spendable" | "suspended";
    points: number;
    reason: string;
  } | null;
  /** Another act, as it was sent; null: the asker alone may send it. */
  request: SentRequest | null;
}

/** `posted`: an adjustment's; `allowed`: the asker does it now. */
export type Approved = { kind: "done"; posted: PostedEntry | null } | { kind: "allowed" };

/** How other acts are carried out, and how their refusals are told; a refusal without words is thrown. */
export interface CarryOut {
  send(request: SentRequest, requester: AdminActor): Promise<void>;
  tell(refused: unknown): Bilingual | null;
}

/** The act that was agreed to was refused, and its request closed with the reason. */
export class CouldNotBeDone extends Error {
  constructor(readonly reason: Bilingual) {
    super(reason.en);
  }
}

/**
 * Approves a request and carries it out: the act, the closed request and both audit rows are one transaction. Of several approvals
 * at once one succeeds, the others are refused. An act that brings or answers a secret is only marked: whoever asked does it
 * then (lib/portal/acts/second-person.ts). An act that is refused closes its request with the reason, where `carryOut` has words
 * for it.
 * @throws AdminError forbidden, not_found, conflict when it is decided or too old, approver_not_allowed, inactive when
 * the requester has lost the right; CouldNotBeDone; without `carryOut` what the act throws
 */
export async function approveAdjustment(
  context: LedgerAdminContext,
  actor: AdminActor,
  input: DecideAdjustmentInput,
  carryOut?: CarryOut,
): Promise<Approved> {
  const waiting = await administer(context, actor, "wallet.approve_adjustment", async ({ tx, now }) => {
    const found = await findWaiting(tx, actor, input.adjustmentId, now);
    await requireIndependent(tx, { approver: actor.userId, asker: found.requester.userId, now });
    return found;
  });
  const { adjustment, request } = waiting;
  if (adjustment === null && (request === null || request.isAskers || carryOut === undefined)) {
    await close(context, actor, { ...input, state: "approved" });
    return { kind: "allowed" };
  }
  try {
    if (adjustment !== null)
      return { kind: "done", posted: await adjust(context, actor, input, { ...waiting, adjustment }) };
    if (request !== null) await carryOut?.send(request, requesterOf(waiting, actor, input));
  } catch (error) {
    const reason = carryOut?.tell(error) ?? null;
    if (reason === null) throw error;
    await close(context, actor, { ...input, state: "failed", failure: reason });
    throw new CouldNotBeDone(reason);
  }
  await closeUnused(context, actor, input);
  return { kind: "done", posted: null };
}

/** The asker, acting by the approval and from the approver's address. */
function requesterOf(
  { requester }: Waiting,
  approver: AdminActor,
  { adjustmentId, note = null }: DecideAdjustmentInput,
): AdminActor {
  const { ipAddress, requestId } = approver;
  return { ...requester, ipAddress, requestId, carriesOut: { adjustmentId, approver, note } };
}

/** Closes a request whose act was done and needed nobody else any more. */
async function closeUnused(
  context: LedgerAdminContext,
  actor: AdminActor,
  input: DecideAdjustmentInput,
): Promise<void> {
  const { adjustmentId: id } = input;
  const isOpen = { id, state: "requested" };
  if ((await context.database.pointAdjustment.count({ where: isOpen })) === 0) return;
  await close(context, actor, { ...input, state: "approved", usedAt: context.clock.now() });
}

/** Moves the points of an adjustment, in one transaction of the ledger with its closed request. */
async function adjust(
  context: LedgerAdminContext,
  actor: AdminActor,
  { note = null }: DecideAdjustmentInput,
  {
    requester,
    id,
    merchantId,
    adjustment: asked,
  }: Waiting & { adjustment: NonNullable<Waiting["adjustment"]> },
): Promise<PostedEntry> {
  const at = context.clock.now();
  const audit = auditStatement({
    action: "wallet.approve_adjustment",
    subject: "adjustment",
    subjectId: id,
    merchantId,
    before: { state: "requested" },
    after: { state: "approved", note, walletCode: asked.walletCode, points: asked.points },
    at,
    by: actor,
  });
  const decided = { text: APPROVE, values: [id, actor.userId, at.toISOString(), note] };
  try {
    // The reference is the request's own: whatever goes wrong on the way, its points move once.
    const input = { ...asked, reference: `adjustment-${id}` };
    return await adjustPoints(context, requester, input, actor, [decided, audit]);
  } catch (error) {
    if (describeDatabaseError(error)?.constraint === "point_adjustment_decided_once") throw decidedAlready();
    // The requester has lost the right: the approver's own was checked before.
    if (isAdminError(error) && error.code === "forbidden")
      throw new AdminError("inactive", { subject: "user" });
    throw error;
  }
}

// When the request was decided meanwhile, the table's trigger refuses this statement and with it the movement.
const APPROVE = `
UPDATE point_adjustment SET state = 'approved', decided_by = $2, decided_at = $3::timestamptz, note = $4 WHERE id = $1`;

/**
 * Turns a request for an adjustment down; no points move.
 * @throws AdminError forbidden, not_found, conflict when it is decided or too old, approver_not_allowed
 */
export function refuseAdjustment(
  context: LedgerAdminContext,
  actor: AdminActor,
  input: DecideAdjustmentInput,
): Promise<void> {
  return close(context, actor, { ...input, state: "refused" });
}

/**
 * Withdraws a request for an adjustment, which only its requester may do; no points move.
 * @throws AdminError forbidden, not_found, conflict when it is decided or too old
 */
export async function withdrawAdjustment(
  context: LedgerAdminContext,
  actor: AdminActor,
  input: DecideAdjustmentInput,
): Promise<void> {
  const row = await context.database.pointAdjustment.findUnique({ where: { id: input.adjustmentId } });
  const { act } = (row?.summary ?? {}) as { act?: string };
  // Not everybody who asks may adjust points: theirs to ask for it, theirs to take it back.
  const action = ASKED_BY[row?.kind === "offer" ? `offer.${act}` : (row?.kind ?? "")] ?? "wallet.adjust";
  return close(context, actor, { ...input, state: "withdrawn" }, action);
}

/** Acts that others than admins ask for, by the kind of the request or of the offer. */
const ASKED_BY: Readonly<Record<string, AdminAction>> = {
  family: "wallet.join_family",
  mobile: "wallet.update",
  "offer.deal": "deal.change_state",
  "offer.promotion": "promotion.change_state",
  "offer.coupons": "coupon_template.change_state",
};

type Closed = DecideAdjustmentInput &
  (
    | { state: "approved"; usedAt?: Date }
    | { state: "refused" | "withdrawn" }
    | { state: "failed"; failure: Bilingual }
  );

function close(
  context: LedgerAdminContext,
  actor: AdminActor,
  closed: Closed,
  action: AdminAction = "wallet.approve_adjustment",
): Promise<void> {
  const { adjustmentId, note = null, state } = closed;
  return administer(context, actor, action, async ({ tx, now, record }) => {
    noteWeighed({ tx });
    const waiting = await findWaiting(tx, actor, adjustmentId, now);
    const isOwn = waiting.requester.userId === actor.userId;
    if (state !== "withdrawn" && isOwn) throw new AdminError("approver_not_allowed");
    if (state === "withdrawn" && !isOwn) throw new AdminError("forbidden");
    const usedAt = state === "approved" ? (closed.usedAt ?? null) : null;
    // The asker finishes it with the request as it was sent.
    const isFinished = state !== "approved" || usedAt !== null || !waiting.request?.isAskers;
    await tx.pointAdjustment.update({
      where: { id: adjustmentId },
      data: {
        ...{ state, decidedBy: actor.userId, decidedAt: now, note, usedAt },
        ...(isFinished && { request: Prisma.DbNull }),
        ...(state === "failed" && { failure: { ...closed.failure } }),
      },
    });
    await record({
      subject: "adjustment",
      subjectId: adjustmentId,
      merchantId: waiting.merchantId,
      before: { state: "requested" },
      after: {
        ...{ state, note, kind: waiting.kind },
        ...(state === "failed" && { failure: closed.failure.en }),
      },
    });
  });
}

/** The request, locked, when the actor may know of it and it still waits. */
async function findWaiting(
  tx: Transaction,
  actor: AdminActor,
  adjustmentId: number,
  now: Date,
): Promise<Waiting> {
  await tx.$queryRaw`SELECT 1 FROM point_adjustment WHERE id = ${adjustmentId} FOR UPDATE`;
  const row = await tx.pointAdjustment.findUnique({ where: { id: adjustmentId } });
  const isThere = row !== null && (await isProved(tx, [["point_adjustment", adjustmentId]]));
  if (!isThere || !isOwnMerchant(actor, row.merchantId))
    throw new AdminError("not_found", { subject: "adjustment" });
  if (row.state !== "requested" || row.expiresAt <= now) throw decidedAlready();
  const user = await tx.user.findUniqueOrThrow({
    where: { id: row.requestedBy },
    select: { ...RIGHTS, merchantId: true, isActive: true },
  });
  const rights = rightsOf(user);
  if (rights === null || !user.isActive) throw new AdminError("inactive", { subject: "user" });
  return {
    id: row.id,
    kind: row.kind as AskedKind,
    merchantId: row.merchantId,
    requester: { userId: row.requestedBy, ...rights, merchantId: user.merchantId },
    request: openRequest(row.request) as SentRequest | null,
    adjustment: row.kind === "adjust" ? await adjustmentOf(tx, row) : null,
  };
}

async function adjustmentOf(
  tx: Transaction,
  row: NonNullable<Awaited<ReturnType<Transaction["pointAdjustment"]["findUnique"]>>>,
): Promise<NonNullable<Waiting["adjustment"]>> {
  const wallet = await identifyWallet(tx, Number(row.walletId));
  if (wallet === null) throw new AdminError("not_found", { subject: "wallet" });
  // A CHECK constraint: an adjustment has all four.
  return {
    walletCode: wallet.walletCode,
    direction: row.direction as "up" | "down",
    pocket: row.pocket as "spendable" | "suspended",
    points: Number(row.points),
    reason: row.reason,
  };
}

function decidedAlready(): AdminError {
  return new AdminError("conflict", { subject: "adjustment", version: 0 });
}

/**
 * The request of an act that was agreed to and that its asker alone finishes, as it was sent.
 * @throws AdminError forbidden, not_found: it is another person's, was finished, or is too old
 */
export async function readKeptRequest(
  { database, clock }: Pick<LedgerAdminContext, "database" | "clock">,
  actor: AdminActor,
  { adjustmentId }: { adjustmentId: number },
): Promise<SentRequest> {
  const row = await database.pointAdjustment.findFirst({
    where: {
      id: adjustmentId,
      requestedBy: actor.userId,
      state: "approved",
      usedAt: null,
      decidedAt: { gt: new Date(clock.now().getTime() - APPROVAL_HOURS * 60 * 60 * 1000) },
    },
  });
  const request = openRequest(row?.request) as SentRequest | null;
  if (!request?.isAskers) throw new AdminError("not_found", { subject: "adjustment" });
  return request;
}

/** Closes requests that were not decided in time. They count as too old even before they are closed. */
export async function expireAdjustments({
  database,
  clock,
}: Pick<LedgerAdminContext, "database" | "clock">): Promise<number> {
  const { count } = await database.pointAdjustment.updateMany({
    where: { state: "requested", expiresAt: { lte: clock.now() } },
    data: { state: "expired", request: Prisma.DbNull },
  });
  await database.pointAdjustment.updateMany({
    where: {
      ...{ state: "approved", request: { not: Prisma.DbNull } },
      decidedAt: { lte: new Date(clock.now().getTime() - APPROVAL_HOURS * 60 * 60 * 1000) },
    },
    data: { request: Prisma.DbNull },
  });
  return count;
}

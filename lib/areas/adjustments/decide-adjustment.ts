import type { PostedEntry } from "@/lib/ledger/core/commands";
import { describeDatabaseError } from "@/lib/platform/database/errors";
import { requireIndependent } from "@/lib/portal/acts/access-grants";
import { type AdminActor, isOwnMerchant } from "@/lib/portal/acts/actor";
import { administer, noteWeighed, type Transaction } from "@/lib/portal/acts/administer";
import { auditStatement } from "@/lib/portal/acts/audit-log";
import type { LedgerAdminContext } from "@/lib/portal/acts/context";
import { AdminError, isAdminError } from "@/lib/portal/acts/errors";
import { isRole } from "@/lib/portal/acts/roles";
import { identifyWallet } from "@/lib/wallet/facts";
import { adjustPoints } from "./adjust-points";
import type { AskedKind } from "./schemas";

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
}

/**
 * Approves an adjustment and carries it out: the movement, the closed request and both audit rows are one transaction
 * of the ledger. Of several approvals at once one succeeds, the others are refused. When the ledger refuses (1301,
 * 1304, a wallet's status) the request stays open. A request of another kind is only marked: whoever asked does it then
 * (lib/portal/acts/second-person.ts).
 * @throws AdminError forbidden, not_found, conflict when it is decided or too old, approver_not_allowed, inactive when
 * the requester has lost the right; DomainError of the ledger
 */
export async function approveAdjustment(
  context: LedgerAdminContext,
  actor: AdminActor,
  { adjustmentId, note = null }: DecideAdjustmentInput,
): Promise<PostedEntry | null> {
  const waiting = await administer(context, actor, "wallet.approve_adjustment", async (act) => {
    const { tx, now, record } = act;
    const found = await findWaiting(tx, actor, adjustmentId, now);
    await requireIndependent(tx, { approver: actor.userId, asker: found.requester.userId, now });
    if (found.adjustment !== null) return found;
    await tx.pointAdjustment.update({
      where: { id: adjustmentId },
      data: { state: "approved", decidedBy: actor.userId, decidedAt: now, note },
    });
    await record({
      subject: "adjustment",
      subjectId: adjustmentId,
      merchantId: found.merchantId,
      before: { state: "requested" },
      after: { state: "approved", note, kind: found.kind },
    });
    return found;
  });
  const { requester, id, merchantId, adjustment: asked } = waiting;
  if (asked === null) return null;
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
export function withdrawAdjustment(
  context: LedgerAdminContext,
  actor: AdminActor,
  input: DecideAdjustmentInput,
): Promise<void> {
  return close(context, actor, { ...input, state: "withdrawn" });
}

function close(
  context: LedgerAdminContext,
  actor: AdminActor,
  { adjustmentId, note = null, state }: DecideAdjustmentInput & { state: "refused" | "withdrawn" },
): Promise<void> {
  const action = state === "refused" ? "wallet.approve_adjustment" : "wallet.adjust";
  return administer(context, actor, action, async ({ tx, now, record }) => {
    noteWeighed({ tx });
    const waiting = await findWaiting(tx, actor, adjustmentId, now);
    const isOwn = waiting.requester.userId === actor.userId;
    if (state === "refused" && isOwn) throw new AdminError("approver_not_allowed");
    if (state === "withdrawn" && !isOwn) throw new AdminError("forbidden");
    await tx.pointAdjustment.update({
      where: { id: adjustmentId },
      data: { state, decidedBy: actor.userId, decidedAt: now, note },
    });
    await record({
      subject: "adjustment",
      subjectId: adjustmentId,
      merchantId: waiting.merchantId,
      before: { state: "requested" },
      after: { state, note },
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
  if (row === null || !isOwnMerchant(actor, row.merchantId))
    throw new AdminError("not_found", { subject: "adjustment" });
  if (row.state !== "requested" || row.expiresAt <= now) throw decidedAlready();
  const user = await tx.user.findUniqueOrThrow({
    where: { id: row.requestedBy },
    select: { role: true, merchantId: true, isActive: true },
  });
  if (!isRole(user.role) || !user.isActive) throw new AdminError("inactive", { subject: "user" });
  return {
    id: row.id,
    kind: row.kind as AskedKind,
    merchantId: row.merchantId,
    requester: { userId: row.requestedBy, role: user.role, merchantId: user.merchantId },
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

/** Closes requests that were not decided in time. They count as too old even before they are closed. */
export async function expireAdjustments({
  database,
  clock,
}: Pick<LedgerAdminContext, "database" | "clock">): Promise<number> {
  const { count } = await database.pointAdjustment.updateMany({
    where: { state: "requested", expiresAt: { lte: clock.now() } },
    data: { state: "expired" },
  });
  return count;
}

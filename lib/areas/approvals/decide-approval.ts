import { requireIndependent } from "@/lib/portal/acts/access-grants";
import { type AdminActor, isOwnMerchant } from "@/lib/portal/acts/actor";
import { administer, lockRow } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { isProved } from "@/lib/portal/security-log/proved";

export interface DecideApprovalInput {
  approvalId: number;
  decision: "approve" | "refuse";
}

/**
 * Lets a movement pass its limits, once and with exactly the content that was asked about, or refuses it. No points move: that is done when
 * the till sends the movement again. The requester does not decide, nor do people who depend on them. Movements held for review are decided
 * at the radar.
 * @throws AdminError forbidden, not_found, conflict when it is decided or too old, approver_not_allowed
 */
export function decideApproval(
  context: AdminContext,
  actor: AdminActor,
  { approvalId, decision }: DecideApprovalInput,
): Promise<void> {
  return administer(context, actor, "approval.decide", async ({ tx, now, record }) => {
    await lockRow(tx, "approval", approvalId);
    const row = await tx.tillApproval.findFirst({ where: { id: approvalId, kind: "limit" } });
    const isThere = row !== null && (await isProved(tx, [["till_approval", approvalId]]));
    if (!isThere || !isOwnMerchant(actor, row.merchantId))
      throw new AdminError("not_found", { subject: "approval" });
    await requireIndependent(tx, { approver: actor.userId, asker: row.userId, now });
    if (row.state !== "pending" || row.expiresAt <= now)
      throw new AdminError("conflict", { subject: "approval", version: 0 });
    const state = decision === "approve" ? "approved" : "refused";
    await tx.tillApproval.update({
      where: { id: approvalId },
      data: { state, decidedBy: actor.userId, decidedAt: now },
    });
    await record({
      subject: "approval",
      subjectId: approvalId,
      merchantId: row.merchantId,
      before: { state: "pending" },
      after: { state, points: Number(row.points), branchId: row.branchId },
    });
  });
}

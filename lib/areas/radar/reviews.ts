import { decidableAskersOf } from "@/lib/areas/approvals/read";
import { requireIndependent } from "@/lib/portal/acts/access-grants";
import { type AdminActor, isOwnMerchant, requirePermission } from "@/lib/portal/acts/actor";
import { type Act, administer, lockRow } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { PERSON } from "@/lib/portal/acts/person";
import { findOrOpenCase } from "./cases";
import { isShownTo, requireSubject, shownTo } from "./people";

const DAY_MS = 86_400_000;
const CLOSED_MAX = 50;

const WITH_NAMES = {
  user: { select: { ...PERSON, kind: true, role: true, merchantId: true } },
  decider: { select: PERSON },
  branch: { select: { id: true, nameEn: true, nameAr: true } },
} as const;

function heldFor(actor: AdminActor) {
  return {
    kind: "review",
    ...(actor.merchantId === null ? {} : { merchantId: actor.merchantId }),
    user: { OR: [shownTo(actor), { kind: "technical" }, { id: actor.userId }] },
  };
}

function waitingAt(now: Date) {
  return { state: "pending", expiresAt: { gt: now } };
}

/**
 * How many held movements wait for the actor's decision, and the first of them, the oldest first: never the actor's own.
 * @throws AdminError forbidden
 */
export async function firstWaitingReviews(
  { database, clock }: AdminContext,
  actor: AdminActor,
  limit: number,
) {
  requirePermission(actor, "approval.review");
  const waits = { ...heldFor(actor), ...waitingAt(clock.now()) };
  const where = { ...waits, userId: { in: await decidableAskersOf({ database, clock }, actor, waits) } };
  const [count, reviews] = await Promise.all([
    database.tillApproval.count({ where }),
    database.tillApproval.findMany({ where, include: WITH_NAMES, orderBy: { id: "asc" }, take: limit }),
  ]);
  return { count, reviews };
}

/**
 * Movements that are held for review, of the people that the radar tells the actor about and of the API clients of their merchant:
 * those that wait, the oldest first, and those of the last day that do not any more, the newest first. The actor's own are among
 * them, for another person to decide.
 * @throws AdminError forbidden
 */
export async function listReviews({ database, clock }: AdminContext, actor: AdminActor) {
  requirePermission(actor, "radar.read");
  const now = clock.now();
  const waits = waitingAt(now);
  const shown = heldFor(actor);
  const [waiting, closed] = await Promise.all([
    database.tillApproval.findMany({
      where: { ...shown, ...waits },
      include: WITH_NAMES,
      orderBy: { id: "asc" },
    }),
    database.tillApproval.findMany({
      where: { ...shown, askedAt: { gte: new Date(now.getTime() - DAY_MS) }, NOT: waits },
      include: WITH_NAMES,
      orderBy: { id: "desc" },
      take: CLOSED_MAX,
    }),
  ]);
  return { waiting, closed };
}

export interface DecideReviewInput {
  approvalId: number;
  decision: "approve" | "refuse";
  /** Why, 1 to 1,000 characters. */
  note: string;
  /** Opens a case about who asked where none is open. A case that is open has the note in any case. */
  opensCase: boolean;
}

/**
 * Lets a held movement go, once and with exactly the content that was held, or refuses it for good, and says why. No points move: that is
 * done when it is sent again. The requester does not decide, nor do people who depend on them, nor those to whom the radar does not show
 * them.
 * @throws AdminError forbidden, not_found, conflict when it is decided or too old, approver_not_allowed
 */
export function decideReview(
  context: AdminContext,
  actor: AdminActor,
  { approvalId, decision, note, opensCase }: DecideReviewInput,
): Promise<void> {
  return administer(context, actor, "approval.review", async (act) => {
    const { tx, now, record } = act;
    await lockRow(tx, "approval", approvalId);
    const row = await tx.tillApproval.findFirst({
      where: { id: approvalId, kind: "review" },
      include: WITH_NAMES,
    });
    if (row === null || !isOwnMerchant(actor, row.merchantId))
      throw new AdminError("not_found", { subject: "approval" });
    await requireIndependent(tx, { approver: actor.userId, asker: row.userId, now });
    const isOfPerson = row.user.kind === "portal";
    if (isOfPerson && !isShownTo(actor, row.user)) throw new AdminError("not_found", { subject: "approval" });
    if (row.state !== "pending" || row.expiresAt <= now)
      throw new AdminError("conflict", { subject: "approval", version: 0 });
    const caseId = isOfPerson ? await noteInCase(act, { userId: row.userId, note, opensCase }) : null;
    const state = decision === "approve" ? "approved" : "refused";
    await tx.tillApproval.update({
      where: { id: approvalId },
      data: { state, decidedBy: actor.userId, decidedAt: now, note, caseId },
    });
    await record({
      subject: "approval",
      subjectId: approvalId,
      merchantId: row.merchantId,
      before: { state: "pending" },
      after: { state, points: Number(row.points), branchId: row.branchId, caseId },
    });
  });
}

/** Notes why in the case about a person, where one is open or is to be opened; its number, or null. */
async function noteInCase(
  act: Act,
  { userId, note, opensCase }: { userId: number; note: string; opensCase: boolean },
): Promise<number | null> {
  await lockRow(act.tx, "user", userId);
  const person = await requireSubject(act.tx, act.actor, userId);
  const open = await findOrOpenCase(act, person, { opens: opensCase });
  if (open === null) return null;
  await act.tx.radarNote.create({
    data: { caseId: open.id, userId: act.actor.userId, text: note, createdAt: act.now },
  });
  return open.id;
}

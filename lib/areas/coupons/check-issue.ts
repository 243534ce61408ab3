import { COUNT_WANTED } from "@/lib/ledger/with/coupons/issue";
import type { Prisma } from "@/lib/platform/database/generated/client";
import { type AdminActor, isOwnMerchant } from "@/lib/portal/acts/actor";
import { type Act, administer, lockRow } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { issueView, LINES, type LinesRow, lockIssue } from "./issue-coupons";
import type { DeskIssue, IssueCheck } from "./schemas";
import { lockTemplate } from "./templates";

/**
 * Counts the coupons of a file that has arrived, before anything is issued, and finds the same lines sent before.
 * @throws AdminError forbidden, not_found, conflict (it has begun)
 */
export function checkIssue(
  context: AdminContext,
  actor: AdminActor,
  { issueId, again }: { issueId: number; again: boolean },
): Promise<IssueCheck> {
  return administer(context, actor, "coupon_issue.create", async (act) => {
    const { tx } = act;
    const { templateId, lines, unnamed, state } = await lockIssue(act, issueId);
    if (state !== "receiving") throw new AdminError("conflict", { subject: "coupon_issue", version: lines });
    const { worth, stockLeft } = await lockTemplate(act, templateId);
    const values = [issueId, 0, lines, templateId, actor.userId, again];
    const counted = await tx.$queryRawUnsafe<{ problem: string | null; lines: number }[]>(
      COUNT_WANTED,
      ...values,
    );
    const countOf = (problem: string | null) => counted.find((row) => row.problem === problem)?.lines ?? 0;
    const [read] = await tx.$queryRawUnsafe<LinesRow[]>(LINES, issueId, []);
    const before = await tx.couponIssue.findFirst({
      where: { templateId, digest: read?.digest ?? "", lines: { gt: 0 } },
      orderBy: { id: "desc" },
    });
    const wanted = countOf(null) + unnamed;
    const coupons = Math.min(wanted, stockLeft ?? wanted);
    return {
      ...{ lines, unnamed, found: countOf(null), unknown: countOf("unknown"), closed: countOf("closed") },
      ...{ has: countOf("has"), coupons, worth: worth === null ? null : worth * coupons },
      sameAs: before && { createdAt: before.createdAt.toISOString(), issued: before.issued },
    };
  });
}

/**
 * Stops a file that is being issued: coupons that it issued stay, and no more are issued.
 * @throws AdminError forbidden, not_found, conflict (nothing is being issued)
 */
export function stopIssue(context: AdminContext, actor: AdminActor, issueId: number): Promise<DeskIssue> {
  return administer(context, actor, "coupon_issue.stop", (act) =>
    endIssue(act, issueId, { from: ["running"], data: { state: "stopped", finishedAt: act.now } }),
  );
}

/**
 * Begins to take back the unused coupons of a file, which is stopped with it; `issue-runner.ts` does so in steps.
 * @throws AdminError forbidden, not_found, conflict (its lines are still arriving)
 */
export function takeBackUnused(
  context: AdminContext,
  actor: AdminActor,
  issueId: number,
): Promise<DeskIssue> {
  return administer(context, actor, "coupon_issue.take_back", (act) =>
    endIssue(act, issueId, {
      from: ["running", "done", "stopped", "taken"],
      data: { state: "taking", finishedAt: null, takenBackTo: 0n, takenBackBy: act.actor.userId },
    }),
  );
}

async function endIssue(
  { tx, actor, record }: Act,
  issueId: number,
  { from, data }: { from: readonly string[]; data: Prisma.CouponIssueUpdateInput & { state: string } },
): Promise<DeskIssue> {
  await lockRow(tx, "coupon_issue", issueId);
  const before = await tx.couponIssue.findUnique({ where: { id: issueId } });
  if (before === null || !isOwnMerchant(actor, before.merchantId))
    throw new AdminError("not_found", { subject: "coupon_issue" });
  if (!from.includes(before.state))
    throw new AdminError("conflict", { subject: "coupon_issue", version: before.lines });
  const after = await tx.couponIssue.update({ where: { id: issueId }, data });
  const { issued } = before;
  await record({
    ...{ subject: "coupon_issue", subjectId: issueId, merchantId: before.merchantId },
    ...{ before: { state: before.state, issued }, after: { state: after.state, issued } },
  });
  return issueView(after);
}

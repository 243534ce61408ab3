import { COUNT_WANTED, TAKE_BACK_UNUSED } from "@/lib/ledger/with/coupons/issue";
import { type AdminActor, isOwnMerchant } from "@/lib/portal/acts/actor";
import { administer, lockRow } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { LINES, type LinesRow, lockIssue } from "./issue-coupons";
import type { IssueCheck } from "./schemas";
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
 * Takes back the unused coupons of a file.
 * @throws AdminError forbidden, not_found, conflict (it is still being issued)
 */
export function takeBackUnused(
  context: AdminContext,
  actor: AdminActor,
  issueId: number,
): Promise<{ ended: number }> {
  return administer(context, actor, "coupon_issue.take_back", async (act) => {
    const { tx, now, record } = act;
    await lockRow(tx, "coupon_issue", issueId);
    const issue = await tx.couponIssue.findUnique({ where: { id: issueId } });
    if (issue === null || !isOwnMerchant(actor, issue.merchantId))
      throw new AdminError("not_found", { subject: "coupon_issue" });
    if (issue.state !== "done")
      throw new AdminError("conflict", { subject: "coupon_issue", version: issue.lines });
    const [row] = await tx.$queryRawUnsafe<{ ended: number }[]>(TAKE_BACK_UNUSED, issueId, now, actor.userId);
    const ended = row?.ended ?? 0;
    await record({
      ...{ subject: "coupon_issue", subjectId: issueId, merchantId: issue.merchantId },
      ...{ before: { takenBack: 0 }, after: { takenBack: ended } },
    });
    return { ended };
  });
}

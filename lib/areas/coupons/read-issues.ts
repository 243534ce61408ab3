import { openHolder } from "@/lib/platform/personal";
import { type AdminActor, isOwnMerchant, requirePermission } from "@/lib/portal/acts/actor";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { readWalletFacts } from "@/lib/wallet/facts";
import { issueView } from "./issue-coupons";
import type { DeskIssue } from "./schemas";

const LISTED_MAX = 50;

/**
 * The last files and what became of them: of the actor's merchant, or of all.
 * @throws AdminError forbidden
 */
export async function listIssues({ database }: AdminContext, actor: AdminActor): Promise<DeskIssue[]> {
  requirePermission(actor, "coupon.read");
  const issues = await database.couponIssue.findMany({
    where: {
      state: { not: "receiving" },
      ...(actor.merchantId === null ? {} : { merchantId: actor.merchantId }),
    },
    orderBy: { id: "desc" },
    take: LISTED_MAX,
  });
  return issues.map(issueView);
}

/** In place of a holder who is erased, or of a file that is kept no longer. */
const FORGOTTEN = "•••";

/** A line for which no coupon was issued, or the number of the one that was. */
export interface ReportLine {
  line: number;
  walletCode: string;
  problem: string | null;
}

/**
 * The lines of a file for which no coupon was issued, in order, at most `limit` after a line.
 * @throws AdminError forbidden, not_found
 */
export async function refusedLines(
  { database }: AdminContext,
  actor: AdminActor,
  { issueId, after, limit }: { issueId: number; after: number; limit: number },
): Promise<ReportLine[]> {
  requirePermission(actor, "coupon.read");
  const issue = await database.couponIssue.findUnique({ where: { id: issueId } });
  if (issue === null || !isOwnMerchant(actor, issue.merchantId))
    throw new AdminError("not_found", { subject: "coupon_issue" });
  const lines = await database.couponIssueLine.findMany({
    where: { issueId, line: { gt: after }, problem: { not: null } },
    orderBy: { line: "asc" },
    take: limit,
    select: { line: true, walletCode: true, problem: true, sealed: true },
  });
  return lines.map(({ sealed, walletCode, ...line }) => {
    if (sealed !== null) return { ...line, walletCode: openHolder(sealed) ?? FORGOTTEN };
    return { ...line, walletCode: walletCode.startsWith("#") ? FORGOTTEN : walletCode };
  });
}

/** Counts the lines of a report: those without a coupon, and the numbers of the coupons. */
export async function countReportLines({ database }: AdminContext, issueId: number): Promise<number> {
  const [refused, numbers] = await Promise.all([
    database.couponIssueLine.count({ where: { issueId, problem: { not: null } } }),
    database.coupon.count({ where: { issueId } }),
  ]);
  return refused + numbers;
}

/** A coupon that a file issued. */
export interface IssuedNumber {
  id: bigint;
  number: string;
  /** Null: for whoever shows it. */
  walletCode: string | null;
}

/** Numbers of the coupons that a file issued; in order, at most `limit` after a coupon. */
export async function issuedNumbers(
  { database }: AdminContext,
  { issueId, after, limit }: { issueId: number; after: bigint; limit: number },
): Promise<IssuedNumber[]> {
  const coupons = await database.coupon.findMany({
    where: { issueId, id: { gt: after } },
    orderBy: { id: "asc" },
    take: limit,
    select: { id: true, number: true, walletId: true },
  });
  const ids = coupons.flatMap(({ walletId }) => (walletId === null ? [] : Number(walletId)));
  const facts = ids.length === 0 ? [] : await readWalletFacts(database, { ids, walletCodes: [] });
  const codes = new Map(facts.map(({ id, wallet_code: code }) => [id, code]));
  return coupons.map(({ walletId, ...coupon }) => ({
    ...coupon,
    walletCode: walletId === null ? null : (codes.get(Number(walletId)) ?? null),
  }));
}

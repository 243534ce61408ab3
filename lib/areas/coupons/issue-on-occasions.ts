import type { CouponIssue } from "@/lib/platform/database/generated/client";
import type { Bilingual } from "@/lib/platform/language";
import type { Database } from "@/lib/platform/rows";
import { formatLocalDate, startOfDayBefore } from "@/lib/platform/time";
import { systemActor } from "@/lib/portal/acts/actor";
import { type Act, administer, lockRow, noteWeighed } from "@/lib/portal/acts/administer";
import { momentOf, type WalletAdminContext } from "@/lib/portal/acts/context";
import { requireProved } from "@/lib/portal/security-log/proved";
import { type Due, findDue, readOccasion } from "@/lib/wallet/occasions";
import type { Moment } from "@/lib/wallet/read";
import { lockTemplate } from "./templates";
import { ISSUE_MAX, occasionInWords } from "./words";

/** Customers of one transaction. */
const PART = 2_000;

/**
 * Has the coupons issued that offers promise for an occasion (rules.md §22): once for each customer and occasion, which a row keeps with the
 * line of the day's issue in one transaction. The second person agreed when the offer was published, to its whole number of coupons.
 * Returns how many customers there were.
 */
export async function issueOnOccasions(context: WalletAdminContext, systemUserId: number): Promise<number> {
  const templates = await context.database.couponTemplate.findMany({
    where: {
      ...{ state: "live", occasion: { not: null }, stockLeft: { gt: 0 } },
      OR: [{ merchantId: null }, { merchant: { isActive: true } }],
    },
    orderBy: { id: "asc" },
    select: { id: true, merchantId: true, occasion: true, createdAt: true },
  });
  const at = momentOf(context);
  let customers = 0;
  for (const { id: templateId, merchantId, occasion, createdAt: since } of templates) {
    const due = (limit: number, ids?: number[]) => (database: Database) =>
      findDue(database, readOccasion(occasion ?? ""), {
        templateId,
        merchantId,
        since,
        at,
        limit,
        ...(ids && { ids }),
      });
    let part: number;
    do {
      // Found without a lock, so that nobody waits for the template meanwhile.
      const found = (await due(PART)(context.database)).map(({ walletId }) => walletId);
      const issue = { templateId, occasion, at, due: (left: number) => due(Math.min(PART, left), found) };
      part = found.length === 0 ? 0 : await issueDue(context, systemUserId, issue);
      customers += part;
    } while (part === PART);
  }
  return customers;
}

/** Customers of a template who are due; `due` finds them again, at most so many. */
interface DueIssue {
  templateId: number;
  occasion: string | null;
  at: Moment;
  due: (left: number) => (database: Database) => Promise<Due[]>;
}

function issueDue(
  context: WalletAdminContext,
  systemUserId: number,
  { templateId, occasion, at, due: dueOf }: DueIssue,
): Promise<number> {
  return administer(context, systemActor(systemUserId), "coupon_issue.create", async (act) => {
    noteWeighed(act);
    const today = formatLocalDate(at.now, at.timeZone);
    // Issues are locked before templates, as their runner does.
    const begun = await lockIssueOfDay(act, templateId, startOfDayBefore(at.now, 0, at.timeZone));
    const template = await lockTemplate(act, templateId);
    const { state, stockLeft, validFrom, validUntil, merchantId } = template;
    const isOpen = (validFrom ?? today) <= today && today <= (validUntil ?? today);
    if (state !== "live" || !occasion || template.occasion !== occasion || stockLeft === null || !isOpen)
      return 0;
    await requireProved(act.tx, [["coupon_template", templateId]]);
    const left = stockLeft - (begun === null ? 0 : begun.lines - begun.issued - begun.refused);
    const due = await dueOf(Math.max(0, left))(act.tx);
    if (due.length === 0) return 0;
    await keepDue(act, { templateId, merchantId, begun, due, words: occasionInWords(occasion) });
    return due.length;
  });
}

/** The issue of the day, locked, while it can have more lines. */
async function lockIssueOfDay(
  { tx, actor }: Act,
  templateId: number,
  since: Date,
): Promise<CouponIssue | null> {
  const where = {
    ...{ templateId, createdBy: actor.userId, createdAt: { gte: since }, foundEn: { not: null } },
    ...{ state: { in: ["running", "done"] }, lines: { lte: ISSUE_MAX - PART } },
  };
  const found = await tx.couponIssue.findFirst({ where, orderBy: { id: "desc" }, select: { id: true } });
  if (found === null) return null;
  await lockRow(tx, "coupon_issue", found.id);
  return tx.couponIssue.findFirst({ where: { ...where, id: found.id } });
}

async function keepDue(
  { tx, actor, now, record }: Act,
  {
    templateId,
    merchantId,
    begun,
    due,
    words,
  }: {
    templateId: number;
    merchantId: number | null;
    begun: CouponIssue | null;
    due: Due[];
    words: Bilingual;
  },
): Promise<void> {
  const before = begun?.lines ?? 0;
  const lines = before + due.length;
  const { id } =
    begun === null
      ? await tx.couponIssue.create({
          data: {
            ...{ templateId, merchantId, state: "running", lines, again: true },
            ...{ createdBy: actor.userId, createdAt: now, foundEn: words.en, foundAr: words.ar },
          },
        })
      : await tx.couponIssue.update({
          where: { id: begun.id },
          data: { lines, state: "running", finishedAt: null },
        });
  await tx.$executeRawUnsafe(
    KEEP_DUE,
    ...[templateId, id, before, due.map(({ walletId }) => walletId)],
    ...[due.map(({ walletCode }) => walletCode), due.map(({ occasion }) => occasion)],
  );
  await record({
    ...{ subject: "coupon_issue", subjectId: id, merchantId },
    before: begun && { lines: before },
    after: { found: words.en, lines },
  });
}

/** Keeps the occasions of the template $1, and their customers as lines of the issue $2 behind its $3 first. */
const KEEP_DUE = `
WITH due AS (SELECT * FROM unnest($4::bigint[], $5::text[], $6::text[]) WITH ORDINALITY AS d (wallet_id, wallet_code, occasion, place)),
     kept AS (INSERT INTO coupon_occasion (template_id, wallet_id, occasion, issue_id) SELECT $1::int, d.wallet_id, d.occasion, $2::int FROM due d)
INSERT INTO coupon_issue_line (issue_id, line, wallet_code) SELECT $2::int, $3::int + d.place, d.wallet_code FROM due d`;

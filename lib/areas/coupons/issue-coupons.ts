import { hash, randomUUID } from "node:crypto";
import { WALLET_STATUS } from "@/lib/ledger/rules/types";
import { NAMED_WALLETS, NAMES_A_WALLET, TAKE_LINES } from "@/lib/ledger/with/coupons/issue";
import { newCouponNumber } from "@/lib/ledger/with/coupons/number";
import { validityOf } from "@/lib/ledger/with/coupons/words";
import type { CouponIssue } from "@/lib/platform/database/generated/client";
import { holderMark, sealHolder } from "@/lib/platform/personal";
import { formatLocalDate } from "@/lib/platform/time";
import { type AdminActor, isOwnMerchant } from "@/lib/portal/acts/actor";
import { type Act, administer, lockRow, noteWeighed } from "@/lib/portal/acts/administer";
import { type AdminContext, momentOf, type WalletAdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { administerAgreed, agree, isOwnWallet } from "@/lib/portal/acts/second-person";
import { requireSeen } from "@/lib/portal/acts/wallet-record";
import { ownWalletCodes } from "@/lib/wallet/own";
import { lockWallets } from "@/lib/wallet/read";
import type { DeskIssue } from "./schemas";
import { type Found, takeFound, wordsOfFound } from "./take-found";
import { lockTemplate } from "./templates";
import { isBounded, pointsOfCoupons, type TemplateView } from "./weigh-template";
import { ISSUE_MAX } from "./words";

/** Only templates in use have coupons issued. */
function requireLive({ state }: TemplateView): void {
  if (state !== "live") throw new AdminError("inactive", { subject: "coupon_template" });
}

/**
 * Issues one coupon to a customer, by hand: once for a reference. Its worth counts among what one person gives alone in 24 hours, and one for
 * a wallet with a number of the actor's own takes a second person (rules.md §24).
 * @throws AdminError second_person, forbidden, not_found (template or wallet), inactive (the template), wallet_status, invalid ("stock":
 * none is left; "walletCode": another one was issued under the reference)
 */
export function issueByHand(
  context: WalletAdminContext,
  actor: AdminActor,
  {
    templateId,
    walletCode,
    reference = randomUUID(),
  }: { templateId: number; walletCode: string; reference?: string | undefined },
): Promise<{ number: string }> {
  const content = [templateId, walletCode];
  const requestHash = new Uint8Array(hash("sha256", JSON.stringify(content), "buffer"));
  return administerAgreed(context, actor, "coupon.issue", async (act) => {
    const { tx, now, record } = act;
    const known = await findIssued(act, reference, requestHash);
    if (known !== null) return { number: known };
    const timeZone = context.programme.timeZone();
    const [wallet] = await lockWallets(tx, [walletCode], { now, timeZone });
    const template = await lockTemplate(act, templateId);
    requireLive(template);
    if (wallet === null) throw new AdminError("not_found", { subject: "wallet" });
    await requireSeen(tx, actor, [wallet.id]);
    const { statusId } = wallet;
    if (statusId > WALLET_STATUS.suspended) throw new AdminError("wallet_status", { statusId });
    if (template.stockLeft === 0) throw new AdminError("invalid", { field: "stock" });
    const points = await pointsOfCoupons(act, template);
    const approvedBy = await agree(act, {
      kind: "coupons",
      alone: { kind: "coupons", reference },
      isOwn: await isOwnWallet(tx, actor.userId, walletCode),
      points,
      merchantId: template.merchantId ?? actor.merchantId,
      walletId: wallet.id,
      content,
      summary: { act: "hand", nameEn: template.titleEn, nameAr: template.titleAr, count: "1" },
    });
    const days = validityOf(template, formatLocalDate(now, timeZone));
    const { id, number } = await tx.coupon.create({
      data: {
        ...{ templateId, number: newCouponNumber(), walletId: BigInt(wallet.id) },
        validFrom: days.validFrom === null ? null : new Date(days.validFrom),
        validUntil: days.validUntil === null ? null : new Date(days.validUntil),
        ...{ issuedAt: now, issuedByUserId: actor.userId },
      },
    });
    await tx.couponReference.create({
      data: { userId: actor.userId, key: reference, requestHash, couponId: id },
    });
    const issued = { state: "issued", walletCode, offerNumber: template.offerNumber };
    await record({
      ...{ subject: "coupon", subjectId: Number(id), merchantId: template.merchantId ?? actor.merchantId },
      ...{ before: null, after: { ...issued, ...(approvedBy !== null && { approvedBy }) } },
    });
    return { number };
  });
}

/** The number of what the actor issued under this reference; null: nothing. A second sender waits meanwhile. @throws AdminError invalid */
async function findIssued({ tx, actor }: Act, key: string, requestHash: Uint8Array): Promise<string | null> {
  await lockRow(tx, "user", actor.userId);
  const found = await tx.couponReference.findUnique({
    where: { userId_key: { userId: actor.userId, key } },
    select: { requestHash: true, coupon: { select: { number: true } } },
  });
  if (found === null) return null;
  if (!Buffer.from(found.requestHash).equals(requestHash))
    throw new AdminError("invalid", { field: "walletCode" });
  return found.coupon.number;
}

/**
 * Announces coupons for the wallets of a file, whose lines are to follow, for the customers that a filter finds now, and for whoever shows
 * them: one list for a reference. The same list under it is the one that was begun, as far as it has come; customers whom the filter finds
 * since are not among its lines.
 * @throws AdminError forbidden, not_found, inactive (the template), other_content (another list was begun under the reference), invalid
 * ("file": more customers than one issue may have)
 */
export function createIssue(
  context: WalletAdminContext,
  actor: AdminActor,
  {
    templateId,
    fileName,
    unnamed,
    reference,
    content = null,
    found,
  }: {
    templateId: number;
    fileName: string;
    unnamed: number;
    reference?: string | undefined;
    /** SHA-256 of the list, in hex. */
    content?: string | null | undefined;
    found?: Found | undefined;
  },
): Promise<DeskIssue> {
  const words = wordsOfFound(found);
  return administer(context, actor, "coupon_issue.create", async (act) => {
    const { tx, now, record } = act;
    // Its lines are weighed when the last has arrived.
    noteWeighed(act);
    if (reference !== undefined) {
      await lockRow(tx, "user", actor.userId);
      const begun = await tx.couponIssue.findFirst({ where: { createdBy: actor.userId, reference } });
      const isSame =
        begun?.templateId === templateId &&
        begun.unnamed === unnamed &&
        begun.content === content &&
        begun.foundEn === words.foundEn;
      if (begun !== null && !isSame) throw new AdminError("other_content");
      if (begun !== null) return issueView(begun);
    }
    const template = await lockTemplate(act, templateId);
    requireLive(template);
    const issue = await tx.couponIssue.create({
      data: {
        ...{ templateId, merchantId: template.merchantId, fileName, unnamed },
        ...{ createdBy: actor.userId, createdAt: now, reference: reference ?? null, content, ...words },
      },
    });
    const lines = found === undefined ? 0 : await takeFound(act, issue.id, momentOf(context), found);
    await record({
      ...{ subject: "coupon_issue", subjectId: issue.id, merchantId: template.merchantId, before: null },
      after: {
        ...{ fileName, unnamed, offerNumber: template.offerNumber },
        ...(found !== undefined && { found: words.foundEn, lines }),
      },
    });
    if (lines === 0) return issueView(issue);
    return issueView(await tx.couponIssue.update({ where: { id: issue.id }, data: { lines } }));
  });
}

/**
 * Takes lines of a file that is arriving; with the last the work can begin (`issue-runner.ts`). Lines that have
 * arrived before are compared and left out, and the last ones again find the work begun.
 * @throws AdminError forbidden, not_found, other_content (other lines than these arrived before, or any after those that a filter found), conflict (lines are missing before these,
 * or it has begun), invalid ("file": too many;
 * "walletCodes": the whole file names no wallet, such as a file of mobile numbers), second_person (rules.md §24): then the last lines
 * are to be sent again
 */
export function addIssueLines(
  context: AdminContext,
  actor: AdminActor,
  {
    issueId,
    after,
    walletCodes,
    isLast,
    again = false,
  }: {
    issueId: number;
    after: number;
    walletCodes: readonly string[];
    isLast: boolean;
    again?: boolean | undefined;
  },
): Promise<DeskIssue> {
  return administerAgreed(context, actor, "coupon_issue.create", async (act) => {
    const { tx } = act;
    const issue = await lockIssue(act, issueId);
    await requireSameLines(act, issue, { after, walletCodes });
    const isRepeated = after + walletCodes.length <= issue.lines && (!isLast || issue.again === again);
    if (issue.state !== "receiving" && isRepeated) return issueView(issue);
    if (issue.state !== "receiving" || after > issue.lines)
      throw new AdminError("conflict", { subject: "coupon_issue", version: issue.lines });
    const fresh = walletCodes.slice(issue.lines - after);
    // A second person reads by which filter the customers were found.
    if (issue.foundEn !== null && fresh.length > 0) throw new AdminError("other_content");
    const lines = issue.lines + fresh.length;
    if (lines + issue.unnamed > ISSUE_MAX) throw new AdminError("invalid", { field: "file" });
    await takeLines(act, issue, fresh);
    if (isLast && lines > 0) {
      const named = await tx.$queryRawUnsafe<unknown[]>(NAMES_A_WALLET, issueId);
      if (named.length === 0) throw new AdminError("invalid", { field: "walletCodes" });
    }
    const digest = isLast ? await agreeToFile(act, { ...issue, again, lines }) : null;
    return issueView(
      await tx.couponIssue.update({
        where: { id: issueId },
        data: { lines, ...(isLast ? { state: "running", again, digest } : {}) },
      }),
    );
  });
}

/** @throws AdminError other_content */
async function requireSameLines(
  { tx, actor }: Act,
  { id, lines }: CouponIssue,
  { after, walletCodes }: { after: number; walletCodes: readonly string[] },
): Promise<void> {
  const again = walletCodes.slice(0, Math.max(0, lines - after));
  if (again.length === 0) return;
  const kept = await tx.couponIssueLine.findMany({
    where: { issueId: id, line: { gt: after, lte: after + again.length } },
    orderBy: { line: "asc" },
    select: { walletCode: true },
  });
  const codes = await codesOf(tx, actor, again);
  // A number can have become a wallet's since it arrived.
  const isSame = kept.every(
    ({ walletCode }, place) =>
      walletCode === codes[place]?.code || walletCode === holderMark(again[place] ?? ""),
  );
  if (!isSame) throw new AdminError("other_content");
}

/** Keeps lines by the codes of their wallets. A holder who is no wallet (a number, a name) is sealed: the report alone opens it. */
async function takeLines({ tx, actor }: Act, issue: CouponIssue, holders: readonly string[]): Promise<void> {
  const named = await codesOf(tx, actor, holders);
  const sealed = named.map(({ isWallet }, place) =>
    isWallet ? null : sealHolder(holders[place] ?? "").toString("base64"),
  );
  const codes = named.map(({ code }) => code);
  await tx.$executeRawUnsafe(TAKE_LINES, ...[issue.id, issue.lines, codes, sealed]);
}

/** The code of the wallet that each holder names, or the holder's mark. */
async function codesOf(tx: Act["tx"], { merchantId }: AdminActor, holders: readonly string[]) {
  const named = await tx.$queryRawUnsafe<{ walletCode: string | null }[]>(NAMED_WALLETS, holders, merchantId);
  return holders.map((holder, place) => {
    const code = named[place]?.walletCode ?? null;
    return { code: code ?? holderMark(holder), isWallet: code !== null };
  });
}

/** The digest of the lines of the issue $1, and whether one of them names a wallet of $2. */
export const LINES = `
SELECT encode(sha256(convert_to(coalesce(string_agg(l.wallet_code, E'\\n' ORDER BY l.line), ''), 'UTF8')), 'hex') AS digest,
       coalesce(bool_or(l.wallet_code = ANY ($2::text[])), false) AS "isOwn"
  FROM coupon_issue_line l
 WHERE l.issue_id = $1`;

export interface LinesRow {
  digest: string;
  isOwn: boolean;
}

/** Has a second person agree to a file whose coupons are worth more than one person gives alone, or that names a wallet of the actor's own. @returns the SHA-256 of its lines */
async function agreeToFile(
  act: Act,
  { id, templateId, unnamed, again, lines, foundEn, foundAr }: CouponIssue,
): Promise<string | null> {
  const { tx, actor } = act;
  const template = await lockTemplate(act, templateId);
  const own = await ownWalletCodes(tx, actor.userId);
  const [read] = await tx.$queryRawUnsafe<LinesRow[]>(LINES, id, own);
  const count = lines + unnamed;
  await agree(act, {
    kind: "coupons",
    alone: { kind: "coupons", reference: `file-${id}` },
    isOwn: read?.isOwn === true,
    points: isBounded(template) ? (await pointsOfCoupons(act, template)) * count : Number.POSITIVE_INFINITY,
    merchantId: template.merchantId ?? actor.merchantId,
    content: ["file", templateId, unnamed, read?.digest, again],
    summary: {
      act: foundEn === null ? "file" : "found",
      ...{ nameEn: template.titleEn, nameAr: template.titleAr, count: String(count) },
      ...(foundEn !== null && { fromEn: foundEn, fromAr: foundAr }),
    },
  });
  return read?.digest ?? null;
}

/** The file, locked. @throws AdminError not_found (none, or another person's) */
export async function lockIssue({ tx, actor }: Act, issueId: number): Promise<CouponIssue> {
  await lockRow(tx, "coupon_issue", issueId);
  const issue = await tx.couponIssue.findUnique({ where: { id: issueId } });
  if (issue === null || !isOwnMerchant(actor, issue.merchantId) || issue.createdBy !== actor.userId)
    throw new AdminError("not_found", { subject: "coupon_issue" });
  return issue;
}

export function issueView({
  createdAt,
  finishedAt,
  merchantId: _,
  createdBy: __,
  cursorLine: ___,
  reference: ____,
  again: _____,
  digest: ______,
  content: _________,
  takenBackTo: _______,
  takenBackBy: ________,
  foundEn,
  foundAr,
  state,
  ...issue
}: CouponIssue): DeskIssue {
  return {
    ...issue,
    state: state as DeskIssue["state"],
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    found: foundEn === null || foundAr === null ? null : { en: foundEn, ar: foundAr },
  };
}

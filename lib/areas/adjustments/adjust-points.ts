import { hash } from "node:crypto";
import type { AdjustCommand, Statement } from "@/lib/ledger/rules/commands";
import type { PostedEntry } from "@/lib/ledger/rules/decision";
import { requireIndependent } from "@/lib/portal/acts/access-grants";
import { type AdminActor, isOwnMerchant, ledgerActor } from "@/lib/portal/acts/actor";
import { type Act, administer, noteWeighed, requireStanding } from "@/lib/portal/acts/administer";
import { administerWallets } from "@/lib/portal/acts/administer-wallet";
import { summaryOfWhy, type Why } from "@/lib/portal/acts/asked-words";
import { auditStatement } from "@/lib/portal/acts/audit-log";
import type { LedgerAdminContext } from "@/lib/portal/acts/context";
import { AdminError, isAdminError } from "@/lib/portal/acts/errors";
import { isPermitted } from "@/lib/portal/acts/permissions";
import { type AloneKey, countAlone, postCounted } from "@/lib/portal/acts/points-alone";
import { isOwnWallet } from "@/lib/portal/acts/second-person";
import { type Decider, readSecondPersons } from "@/lib/portal/acts/second-persons";
import { requireOpen, requireSeenByCode } from "@/lib/portal/acts/wallet-record";
import { readWallet } from "@/lib/wallet/read";

export interface AdjustPointsInput {
  walletCode: string;
  direction: "up" | "down";
  /** Whole points, 1 or more. */
  points: number;
  /** Points that can be spent, when absent, or those that are set aside. */
  pocket?: "spendable" | "suspended" | undefined;
  /** Why; becomes the entry's comment. */
  reason: string;
  /** Made by the caller, at most 64 characters: the same one again moves nothing a second time. */
  reference: string;
}

/**
 * Corrects a wallet's points through the ledger. Above what the programme lets one person move alone in 24 hours, files
 * and merges included, a second person must have approved it (rules.md §16). The audit row is written in the ledger's own
 * transaction.
 * @throws AdminError forbidden, not_found, approval_required, approver_not_allowed, invalid; DomainError 1201 to 1206, 1301, 1304,
 * 1501, 1902
 */
export async function adjustPoints(
  context: LedgerAdminContext,
  actor: AdminActor,
  input: AdjustPointsInput,
  /** The second person. */
  approver?: AdminActor,
  /** Statements that are written if, and only if, the points are moved. */
  alongside: readonly Statement[] = [],
): Promise<PostedEntry> {
  if (!Number.isSafeInteger(input.points) || input.points < 1)
    throw new AdminError("invalid", { field: "points" });
  await administer(context, actor, "wallet.adjust", (act) => requireApproval(act, input, approver));
  const { walletCode, ...adjustment } = input;
  const audit = auditStatement({
    action: "wallet.adjust",
    subject: "wallet",
    subjectId: walletCode,
    merchantId: actor.merchantId,
    before: null,
    after: { pocket: "spendable", ...adjustment, approvedBy: approver?.userId ?? null },
    at: context.clock.now(),
    by: actor,
  });
  const command = { ...adjustCommand(actor, input), alongside: [audit, ...alongside] };
  return postCounted(context, aloneKey(actor, input), command);
}

/** Another act under the same reference is counted by itself: the ledger refuses it with 1501. */
function aloneKey({ userId }: AdminActor, input: AdjustPointsInput): AloneKey {
  const reference = hash("sha256", `${input.reference} ${contentHash(input)}`, "base64");
  return { userId, kind: "adjust", reference };
}

function contentHash({
  walletCode,
  direction,
  points,
  pocket = "spendable",
  reason,
}: AdjustPointsInput): string {
  return hash("sha256", JSON.stringify([walletCode, direction, points, pocket, reason]), "base64");
}

function adjustCommand(actor: AdminActor, input: AdjustPointsInput): AdjustCommand {
  const { walletCode, direction, points, pocket = "spendable", reason, reference } = input;
  return {
    type: "adjust",
    walletCode,
    direction,
    points,
    pocket,
    comment: reason,
    externalLogId: reference,
    actor: ledgerActor(actor),
    reference: { key: reference, requestHash: contentHash(input) },
  };
}

async function requireApproval(
  { tx, actor, now }: Act,
  input: AdjustPointsInput,
  approver: AdminActor | undefined,
): Promise<void> {
  await requireSeenByCode(tx, actor, input.walletCode);
  if (approver !== undefined) {
    await requireIndependent(tx, { approver: approver.userId, asker: actor.userId, now });
    const mayApprove =
      isPermitted(approver, "wallet.approve_adjustment") && isOwnMerchant(approver, actor.merchantId);
    if (!mayApprove || !(await stands(tx, approver))) throw new AdminError("approver_not_allowed");
    return;
  }
  if (input.direction === "up" && (await isOwnWallet(tx, actor.userId, input.walletCode)))
    throw new AdminError("approval_required", { above: 0, before: 0, isOwn: true });
  const counted = await countAlone(tx, { ...aloneKey(actor, input), points: input.points, now });
  if (counted !== null) throw new AdminError("approval_required", counted);
}

async function stands(tx: Act["tx"], approver: AdminActor): Promise<boolean> {
  try {
    await requireStanding(tx, approver, "wallet.approve_adjustment");
    return true;
  } catch (error) {
    if (isAdminError(error)) return false;
    throw error;
  }
}

/** How long a second person has to decide. */
export const ADJUSTMENT_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

type RequestedAdjustment =
  /** Done: no second person was needed. */
  | { kind: "posted"; posted: PostedEntry }
  /** Waits for one of the `deciders`, of whom there may be none at present. */
  | { kind: "requested"; adjustmentId: number; deciders: Decider[] };

/**
 * Corrects a wallet's points, or requests approval when they exceed what one person may move alone in 24 hours. The same reference again
 * does neither a second time.
 * @throws AdminError forbidden, not_found, wallet_status, invalid; what {@link adjustPoints} throws
 */
export async function requestAdjustment(
  context: LedgerAdminContext,
  actor: AdminActor,
  input: AdjustPointsInput,
): Promise<RequestedAdjustment> {
  try {
    return { kind: "posted", posted: await adjustPoints(context, actor, input) };
  } catch (error) {
    if (!isAdminError(error) || error.code !== "approval_required") throw error;
    const { isOwn = false, above, before } = error.params;
    const why: Why = isOwn ? { why: "own" } : { why: "points", points: input.points, before, above };
    return { kind: "requested", ...(await keepRequest(context, actor, input, why)) };
  }
}

function keepRequest(
  context: LedgerAdminContext,
  actor: AdminActor,
  { walletCode, direction, points, pocket = "spendable", reason, reference }: AdjustPointsInput,
  why: Why,
): Promise<{ adjustmentId: number; deciders: Decider[] }> {
  return administerWallets(context, actor, "wallet.adjust", async (act) => {
    const { tx, now, record } = act;
    // A request gives nothing.
    noteWeighed(act);
    const wallet = await readWallet(tx, { walletCode }, act);
    if (wallet === null) throw new AdminError("not_found", { subject: "wallet" });
    const { merchantId, userId: askedBy } = actor;
    const asked = [{ merchantId, askedBy }];
    const [deciders = []] = await readSecondPersons(tx, "wallet.approve_adjustment", asked, now);
    const key = { requestedBy: askedBy, reference };
    const known = await tx.pointAdjustment.findUnique({ where: { requestedBy_reference: key } });
    if (known !== null) {
      const asked = [known.walletId, known.direction, known.points, known.pocket, known.reason];
      const again = [BigInt(wallet.id), direction, BigInt(points), pocket, reason];
      if (asked.some((value, index) => value !== again[index]))
        throw new AdminError("invalid", { field: "points" });
      return { adjustmentId: known.id, deciders };
    }
    requireOpen(wallet);
    const { id } = await tx.pointAdjustment.create({
      data: {
        ...key,
        walletId: BigInt(wallet.id),
        merchantId,
        direction,
        pocket,
        points: BigInt(points),
        reason,
        summary: summaryOfWhy(why),
        requestedAt: now,
        expiresAt: new Date(now.getTime() + ADJUSTMENT_DAYS * DAY_MS),
      },
    });
    await record({
      subject: "adjustment",
      subjectId: id,
      merchantId,
      before: null,
      after: { state: "requested", walletCode, direction, points, pocket, reason },
    });
    return { adjustmentId: id, deciders };
  });
}

import { createHash } from "node:crypto";
import { type AdminActor, isOwnMerchant } from "@/lib/areas/actor";
import { type Act, administer, requireStanding } from "@/lib/areas/administer";
import { auditStatement } from "@/lib/areas/audit/audit-log";
import type { LedgerAdminContext } from "@/lib/areas/context";
import { AdminError, isAdminError } from "@/lib/areas/errors";
import { isPermitted } from "@/lib/areas/permissions";
import { requireIndependent } from "@/lib/areas/staff/access-grants";
import { requireSeenByCode } from "@/lib/areas/wallets/wallet-record";
import type { Actor, AdjustCommand, PostedEntry, Statement } from "@/lib/ledger/commands";
import { isDomainError } from "@/lib/ledger/errors";
import { CHANNEL } from "@/lib/ledger/types";
import { countAlone, uncountAlone } from "./points-alone";

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
  /** What else is to be written if, and only if, the points are moved. */
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
  try {
    return await context.ledger.post({ ...adjustCommand(actor, input), alongside: [audit, ...alongside] });
  } catch (error) {
    // Refused: no points have moved. When it is not known whether they have, they count.
    // Under a reference of something else (1501) it is the other one's count.
    if (isDomainError(error) && error.code < 1900 && error.code !== 1501)
      await uncountAlone(context.database, aloneKey(actor, input));
    throw error;
  }
}

function aloneKey({ userId }: AdminActor, { reference }: Pick<AdjustPointsInput, "reference">) {
  return { userId, kind: "adjust", reference } as const;
}

function adjustCommand(actor: AdminActor, input: AdjustPointsInput): AdjustCommand {
  const { walletCode, direction, points, pocket = "spendable", reason, reference } = input;
  const content = JSON.stringify([walletCode, direction, points, pocket, reason]);
  return {
    type: "adjust",
    walletCode,
    direction,
    points,
    pocket,
    comment: reason,
    externalLogId: reference,
    actor: ledgerActor(actor),
    reference: { key: reference, requestHash: createHash("sha256").update(content).digest("base64") },
  };
}

/** An administrator as the ledger knows actors. */
export function ledgerActor({ userId, merchantId }: AdminActor): Actor {
  return { userId, merchantId, channelId: CHANNEL.adminPortal, branchId: null, branchMsisdn: null };
}

async function requireApproval(
  { tx, actor, now }: Act,
  { walletCode, points, reference }: AdjustPointsInput,
  approver: AdminActor | undefined,
): Promise<void> {
  await requireSeenByCode(tx, actor, walletCode);
  if (approver !== undefined) {
    await requireIndependent(tx, { approver: approver.userId, asker: actor.userId, now });
    const mayApprove =
      isPermitted(approver.role, "wallet.approve_adjustment") && isOwnMerchant(approver, actor.merchantId);
    if (!mayApprove || !(await stands(tx, approver))) throw new AdminError("approver_not_allowed");
    return;
  }
  const above = await countAlone(tx, { ...aloneKey(actor, { reference }), points, now });
  if (above !== null) throw new AdminError("approval_required", { above });
}

async function stands(tx: Act["tx"], approver: AdminActor): Promise<boolean> {
  try {
    await requireStanding(tx, approver);
    return true;
  } catch (error) {
    if (isAdminError(error)) return false;
    throw error;
  }
}

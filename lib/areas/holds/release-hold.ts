import { createHash } from "node:crypto";
import type { PostedEntry } from "@/lib/ledger/core/decision";
import { type AdminActor, ledgerActor } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import { auditStatement } from "@/lib/portal/acts/audit-log";
import type { LedgerAdminContext } from "@/lib/portal/acts/context";
import { requireSeenByCode } from "@/lib/portal/acts/wallet-record";

export interface ReleaseHoldInput {
  walletCode: string;
  /** The hold's entry. */
  holdId: number;
}

/**
 * Gives the points of a hold back before it ends (rules.md §19). The audit row is written in the ledger's own transaction. Sent again it is
 * answered as the first time.
 * @throws AdminError forbidden, not_found; DomainError 1201 to 1206, 1418, 1902
 */
export async function releaseHold(
  context: LedgerAdminContext,
  actor: AdminActor,
  { walletCode, holdId }: ReleaseHoldInput,
): Promise<PostedEntry> {
  await administer(context, actor, "wallet.release_hold", ({ tx }) =>
    requireSeenByCode(tx, actor, walletCode),
  );
  const audit = auditStatement({
    action: "wallet.release_hold",
    subject: "wallet",
    subjectId: walletCode,
    merchantId: actor.merchantId,
    before: null,
    after: { holdId },
    at: context.clock.now(),
    by: actor,
  });
  const content = JSON.stringify([walletCode, holdId]);
  return context.ledger.post({
    type: "release_hold",
    walletCode,
    holdId,
    actor: ledgerActor(actor),
    reference: {
      key: `hold-${holdId}`,
      requestHash: createHash("sha256").update(content).digest("base64"),
    },
    alongside: [audit],
  });
}

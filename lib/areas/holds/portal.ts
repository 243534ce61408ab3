import { createHash } from "node:crypto";
import { captureAtTill } from "@/lib/areas/till/portal";
import { walletCodeOf } from "@/lib/areas/wallets/desk-portal";
import { requireOpened } from "@/lib/areas/wallets/portal";
import type { PostedEntry } from "@/lib/ledger/rules/decision";
import { readHolder, readOpenHolds } from "@/lib/ledger/with/aside/holds";
import { portalPool, prisma } from "@/lib/platform/database/pools";
import { inUnits } from "@/lib/platform/money";
import { type AdminActor, ledgerActor } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import { auditStatement } from "@/lib/portal/acts/audit-log";
import type { LedgerAdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { requireSeenByCode } from "@/lib/portal/acts/wallet-record";
import { requireBranch } from "@/lib/portal/require";
import { serveContract } from "@/lib/portal/serve";
import { holds } from "./contract";
import type { Hold } from "./schemas";

/**
 * The open holds of the points that a wallet spends, to which the actor was led: of the actor's own merchant, or of all to operators.
 */
async function presentHolds(actor: PortalActor, walletId: number): Promise<{ holds: Hold[] }> {
  await requireOpened(actor, walletId, "opened");
  const open = await readOpenHolds(portalPool(), { walletId, merchantId: actor.merchantId });
  const branchIds = [...new Set(open.flatMap(({ branchId }) => branchId ?? []))];
  const branches = await prisma().branch.findMany({
    where: { id: { in: branchIds } },
    select: { id: true, nameEn: true, nameAr: true },
  });
  return {
    holds: open.map(({ id, points, value, createdAt, expiresAt, branchId, invoiceNumber }) => ({
      id,
      points,
      value: inUnits(value),
      createdAt: createdAt.toISOString(),
      until: expiresAt.toISOString(),
      branch: branches.find((branch) => branch.id === branchId) ?? null,
      invoiceNumber,
    })),
  };
}

export const holdsPortal = serveContract(holds, {
  holds: ({ actor, params }) => presentHolds(actor, params.walletId),
  handOut: async ({ actor, params: { walletId, holdId }, body }) => {
    await requireBranch(actor, body.branchId);
    await requireOpened(actor, walletId, "opened");
    const walletCode = await readHolder(portalPool(), { walletId, holdId });
    if (walletCode === null) throw new AdminError("not_found");
    return captureAtTill(actor, { ...body, walletCode, holdId });
  },
  releaseHold: async ({ context, admin, actor, params: { walletId, holdId } }) => {
    const addressed = await walletCodeOf(actor, walletId);
    const walletCode = (await readHolder(portalPool(), { walletId, holdId })) ?? addressed;
    await releaseHold(context, admin, { walletCode, holdId });
    return presentHolds(actor, walletId);
  },
});

interface ReleaseHoldInput {
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

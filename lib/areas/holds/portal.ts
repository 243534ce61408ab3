import type { PortalActor } from "@/lib/areas/portal-actor";
import { walletCodeOf } from "@/lib/areas/wallets/desk-portal";
import { requireOpened } from "@/lib/areas/wallets/portal";
import { readHolder, readOpenHolds } from "@/lib/ledger/with/aside/holds";
import { portalPool, prisma } from "@/lib/platform/database/pools";
import { inUnits } from "@/lib/platform/money";
import { type AdminCall, adminActor, adminContext } from "@/lib/portal/administration";
import { releaseHold } from "./release-hold";
import type { Hold } from "./schemas";

/**
 * The open holds of the points that a wallet spends, to which the actor was led: of the actor's own merchant, or of all to operators.
 */
export async function presentHolds(actor: PortalActor, walletId: number): Promise<{ holds: Hold[] }> {
  await requireOpened(actor, walletId, "opened");
  const holds = await readOpenHolds(portalPool(), { walletId, merchantId: actor.merchantId });
  const branchIds = [...new Set(holds.flatMap(({ branchId }) => branchId ?? []))];
  const branches = await prisma().branch.findMany({
    where: { id: { in: branchIds } },
    select: { id: true, nameEn: true, nameAr: true },
  });
  return {
    holds: holds.map(({ id, points, value, createdAt, expiresAt, branchId, invoiceNumber }) => ({
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

/** Gives the points of a hold back; the holds that are left. Throws as `releaseHold` does, and PortalRefusal `not_found`. */
export async function releaseHoldAtDesk(
  call: AdminCall,
  { walletId, holdId }: { walletId: number; holdId: number },
): Promise<{ holds: Hold[] }> {
  const addressed = await walletCodeOf(call.actor, walletId);
  const walletCode = (await readHolder(portalPool(), { walletId, holdId })) ?? addressed;
  await releaseHold(adminContext(), adminActor(call), { walletCode, holdId });
  return presentHolds(call.actor, walletId);
}

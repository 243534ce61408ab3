import { prisma } from "@/lib/platform/database/pools";
import { type ActorBranch, actsForBranch, type PortalActor } from "@/lib/portal/acts/portal-actor";

/** The branch, when it exists and the actor may act for it; otherwise null. */
export async function findActorBranch(actor: PortalActor, branchId: number): Promise<ActorBranch | null> {
  const branch = await prisma().branch.findUnique({
    where: { id: branchId },
    select: { id: true, merchantId: true, msisdn: true, nameEn: true, nameAr: true, isActive: true },
  });
  return branch !== null && actsForBranch(actor, branch) ? branch : null;
}

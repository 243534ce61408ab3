import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import type { AdminContext } from "@/lib/portal/acts/context";
import { requireOwnBranch } from "./branches";
import type { BranchImpact } from "./record";

/**
 * Consequences of closing the branch, shown before it is done.
 * @throws AdminError forbidden, not_found
 */
export async function readBranchImpact(
  { database, clock }: AdminContext,
  actor: AdminActor,
  branchId: number,
): Promise<BranchImpact> {
  requirePermission(actor, "branch.deactivate");
  requireOwnBranch(await database.branch.findUnique({ where: { id: branchId } }), actor, clock.now());
  const here = { some: { branchId } };
  const openElsewhere = { some: { branchId: { not: branchId }, branch: { isActive: true } } };
  const [cashiers, clients, deals] = await Promise.all([
    database.user.findMany({
      where: { role: "cashier", isActive: true, userBranches: here, NOT: { userBranches: openElsewhere } },
      select: { id: true, name: true },
      orderBy: { id: "asc" },
    }),
    database.apiClient.findMany({
      where: {
        allBranches: false,
        revokedAt: null,
        apiClientBranches: here,
        NOT: { apiClientBranches: openElsewhere },
      },
      select: { id: true, name: true },
      orderBy: { id: "asc" },
    }),
    database.deal.findMany({
      where: {
        state: "published",
        endDate: { gt: clock.now() },
        dealBranches: here,
        NOT: { dealBranches: openElsewhere },
      },
      select: { id: true, titleEn: true, titleAr: true },
      orderBy: { id: "asc" },
    }),
  ]);
  return { cashiers, clients, deals };
}

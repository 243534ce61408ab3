import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import type { AdminContext } from "@/lib/portal/acts/context";
import { type BranchView, requireOwnBranch } from "./branch-view";

/** @throws AdminError forbidden, not_found */
export async function readBranch(
  { database }: AdminContext,
  actor: AdminActor,
  branchId: number,
): Promise<BranchView> {
  requirePermission(actor, "branch.read");
  return requireOwnBranch(await database.branch.findUnique({ where: { id: branchId } }), actor);
}

import { type AdminActor, requirePermission } from "./actor";
import { type BranchView, requireOwnBranch } from "./branch-view";
import type { AdminContext } from "./context";

/** @throws AdminError forbidden, not_found */
export async function readBranch(
  { database }: AdminContext,
  actor: AdminActor,
  branchId: number,
): Promise<BranchView> {
  requirePermission(actor, "branch.read");
  return requireOwnBranch(await database.branch.findUnique({ where: { id: branchId } }), actor);
}

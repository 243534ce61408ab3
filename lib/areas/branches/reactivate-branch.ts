import type { AdminActor } from "@/lib/areas/actor";
import { administer } from "@/lib/areas/administer";
import type { AdminContext } from "@/lib/areas/context";
import { type BranchView, lockBranch } from "./branch-view";
import { changeBranch } from "./change-branch";

/**
 * Opens a closed branch again.
 * @throws AdminError not_found
 */
export function reactivateBranch(
  context: AdminContext,
  actor: AdminActor,
  { branchId }: { branchId: number },
): Promise<BranchView> {
  return administer(context, actor, "branch.reactivate", async (act) => {
    const branch = await lockBranch(act, branchId);
    return branch.isActive ? branch : changeBranch(act, branch, { isActive: true });
  });
}

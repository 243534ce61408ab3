import type { AdminActor } from "./actor";
import { administer } from "./administer";
import { type BranchView, lockBranch } from "./branch-view";
import { changeBranch } from "./change-branch";
import type { AdminContext } from "./context";

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

import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer, requireVersionIfNamed } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { type BranchView, lockBranch } from "./branch-view";
import { changeBranch } from "./change-branch";

/**
 * Opens a closed branch again.
 * @throws AdminError not_found, conflict (when a version is named)
 */
export function reactivateBranch(
  context: AdminContext,
  actor: AdminActor,
  { branchId, version }: { branchId: number; version?: number | undefined },
): Promise<BranchView> {
  return administer(context, actor, "branch.reactivate", async (act) => {
    const branch = await lockBranch(act, branchId);
    requireVersionIfNamed("branch", branch.version, version);
    return branch.isActive ? branch : changeBranch(act, branch, { isActive: true });
  });
}

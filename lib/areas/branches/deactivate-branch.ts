import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer, requireVersionIfNamed } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { type BranchView, lockBranch } from "./branch-view";
import { changeBranch } from "./change-branch";

/**
 * Closes a branch: operations from it are refused with 1111 and deals no longer list it. readBranchImpact says
 * beforehand what that stops. A closed branch stays as it is.
 * @throws AdminError not_found, conflict (when a version is named)
 */
export function deactivateBranch(
  context: AdminContext,
  actor: AdminActor,
  { branchId, version }: { branchId: number; version?: number | undefined },
): Promise<BranchView> {
  return administer(context, actor, "branch.deactivate", async (act) => {
    const branch = await lockBranch(act, branchId);
    requireVersionIfNamed("branch", branch.version, version);
    return branch.isActive ? changeBranch(act, branch, { isActive: false }) : branch;
  });
}

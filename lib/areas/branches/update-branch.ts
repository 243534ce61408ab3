import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer, requireVersion } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { defined } from "@/lib/portal/acts/defined";
import { type BranchView, lockBranch } from "./branch-view";
import { changeBranch } from "./change-branch";
import type { CreateBranchInput } from "./create-branch";

/** Absent fields stay as they are. A branch keeps its merchant. */
export type UpdateBranchInput = {
  branchId: number;
  /** The version that was read. */
  version: number;
} & { [Name in keyof Omit<CreateBranchInput, "merchantId">]?: CreateBranchInput[Name] | undefined };

/**
 * Changes a branch. A new mobile number counts from now on: tills that send the old one are refused with 1110.
 * @throws AdminError not_found, conflict, taken, invalid
 */
export function updateBranch(
  context: AdminContext,
  actor: AdminActor,
  { branchId, version, ...fields }: UpdateBranchInput,
): Promise<BranchView> {
  return administer(context, actor, "branch.update", async (act) => {
    const branch = await lockBranch(act, branchId);
    requireVersion("branch", branch.version, version);
    return changeBranch(act, branch, defined(fields));
  });
}

import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { type BranchView, branchView } from "./branch-view";

/**
 * Some branches as they are now, by number; those of other merchants are left out. That it was asked for, and of which, is in the
 * audit log before the first one is given out.
 * @throws AdminError forbidden
 */
export function exportBranches(
  context: AdminContext,
  actor: AdminActor,
  { ids }: { ids: readonly number[] },
): Promise<BranchView[]> {
  const { merchantId } = actor;
  return administer(context, actor, "branch.export", async ({ tx, record }) => {
    const rows = await tx.branch.findMany({
      where: { id: { in: [...ids] }, ...(merchantId !== null && { merchantId }) },
      orderBy: { id: "asc" },
    });
    const after = { chosen: rows.map(({ id }) => id) };
    await record({ subject: "branch", subjectId: "*", merchantId, before: null, after });
    return rows.map(branchView);
  });
}

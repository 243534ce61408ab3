import type { Prisma } from "@/lib/platform/database/generated/client";
import type { Act } from "@/lib/portal/acts/administer";
import { type BranchView, branchView } from "./branch-view";

/** Writes a change of a locked branch, with its audit row and its announcement. */
export async function changeBranch(
  { tx, now, record, announce }: Act,
  before: BranchView,
  data: Prisma.BranchUncheckedUpdateInput,
): Promise<BranchView> {
  const row = await tx.branch.update({
    where: { id: before.id },
    data: { ...data, version: { increment: 1 }, updatedAt: now },
  });
  const after = branchView(row);
  await record({
    subject: "branch",
    subjectId: after.id,
    merchantId: after.merchantId,
    before: { ...before },
    after: { ...after },
  });
  await announce("branch", after.id);
  return after;
}

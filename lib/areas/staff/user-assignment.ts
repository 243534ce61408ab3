import { requireBranchesOf } from "@/lib/areas/branches/branches";
import type { Transaction } from "@/lib/portal/acts/administer";
import { AdminError } from "@/lib/portal/acts/errors";
import type { Role } from "@/lib/portal/acts/roles";

/**
 * The branches that a user of this role is to be bound to: a cashier needs one or more, the others have all of their
 * merchant's and are bound to none.
 * @throws AdminError invalid
 */
export async function assignedBranches(
  tx: Transaction,
  { role, merchantId, branchIds }: { role: Role; merchantId: number | null; branchIds: readonly number[] },
): Promise<number[]> {
  if (role !== "cashier" || merchantId === null) return [];
  if (branchIds.length === 0) throw new AdminError("invalid", { field: "branchIds" });
  return requireBranchesOf(tx, merchantId, branchIds);
}

/**
 * Operators belong to the programme, everybody else to a merchant.
 * @throws AdminError invalid
 */
export function requireRoleFits(role: Role, merchantId: number | null): void {
  if ((role === "programme_operator") !== (merchantId === null))
    throw new AdminError("invalid", { field: "role" });
}

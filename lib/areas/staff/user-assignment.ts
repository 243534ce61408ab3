import { requireBranchesOf } from "@/lib/areas/branches/branches";
import { lockRow, type Transaction } from "@/lib/portal/acts/administer";
import { AdminError } from "@/lib/portal/acts/errors";
import type { PermissionSet } from "@/lib/portal/acts/permissions";
import type { Role } from "@/lib/portal/acts/roles";
import { USER_PARTS } from "./user-view";

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
 * The set that a user of this role and merchant is to have, locked until the transaction ends; null for none.
 * @throws AdminError invalid
 */
export async function requireSet(
  tx: Transaction,
  { role, merchantId, setId }: { role: Role; merchantId: number | null; setId: number | null },
): Promise<(PermissionSet & { id: number }) | null> {
  if (setId === null) return null;
  await lockRow(tx, "permission_set", setId);
  const set = await tx.permissionSet.findFirst({
    where: { id: setId, role, merchantId: merchantId ?? -1 },
    select: USER_PARTS.permissionSet.select,
  });
  if (set === null) throw new AdminError("invalid", { field: "setId" });
  return set;
}

/**
 * Operators belong to the programme, everybody else to a merchant.
 * @throws AdminError invalid
 */
export function requireRoleFits(role: Role, merchantId: number | null): void {
  if ((role === "programme_operator") !== (merchantId === null))
    throw new AdminError("invalid", { field: "role" });
}

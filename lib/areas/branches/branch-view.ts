import type { Branch } from "@/lib/platform/database/generated/client";
import { type AdminActor, isOwnMerchant } from "@/lib/portal/acts/actor";
import { type Act, lockRow, type Transaction } from "@/lib/portal/acts/administer";
import { AdminError } from "@/lib/portal/acts/errors";

/** A branch as its merchant's admins see it. */
export interface BranchView {
  id: number;
  merchantId: number;
  /** E.164 mobile number that identifies the branch to the points operations. */
  msisdn: string;
  nameEn: string;
  nameAr: string;
  addressEn: string;
  addressAr: string;
  phone: string | null;
  /** Degrees, to 6 decimals; both or none. */
  latitude: number | null;
  longitude: number | null;
  isActive: boolean;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export function branchView(row: Branch): BranchView {
  const { id, merchantId, msisdn, nameEn, nameAr, addressEn, addressAr, phone } = row;
  return {
    id,
    merchantId,
    msisdn,
    nameEn,
    nameAr,
    addressEn,
    addressAr,
    phone,
    latitude: row.latitude?.toNumber() ?? null,
    longitude: row.longitude?.toNumber() ?? null,
    isActive: row.isActive,
    version: row.version,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/**
 * Locks and reads a branch of a merchant of the actor's.
 * @throws AdminError not_found
 */
export async function lockBranch({ tx, actor }: Act, branchId: number): Promise<BranchView> {
  await lockRow(tx, "branch", branchId);
  return requireOwnBranch(await tx.branch.findUnique({ where: { id: branchId } }), actor);
}

/** @throws AdminError not_found for none, and for that of a foreign merchant */
export function requireOwnBranch(row: Branch | null, actor: AdminActor): BranchView {
  if (row === null || !isOwnMerchant(actor, row.merchantId)) {
    throw new AdminError("not_found", { subject: "branch" });
  }
  return branchView(row);
}

/**
 * The branches of a user, deal or client, in order and once each.
 * @throws AdminError invalid when one of them is not the merchant's
 */
export async function requireBranchesOf(
  tx: Transaction,
  merchantId: number,
  branchIds: readonly number[],
): Promise<number[]> {
  const wanted = [...new Set(branchIds)].sort((a, b) => a - b);
  const known = await tx.branch.count({ where: { merchantId, id: { in: wanted } } });
  if (known !== wanted.length) throw new AdminError("invalid", { field: "branchIds" });
  return wanted;
}

import type { AdminActor } from "./actor";
import { administer } from "./administer";
import { type BranchView, branchView } from "./branch-view";
import type { AdminContext } from "./context";
import { defined } from "./defined";
import { lockActiveMerchant } from "./merchant-view";

export interface CreateBranchInput {
  merchantId: number;
  /** E.164; no two branches have the same. */
  msisdn: string;
  nameEn: string;
  nameAr: string;
  addressEn?: string | undefined;
  addressAr?: string | undefined;
  phone?: string | null | undefined;
  /** Degrees; both or none. */
  latitude?: number | null | undefined;
  longitude?: number | null | undefined;
}

/**
 * Opens a branch. API clients that act for all branches of the merchant act for it at once.
 * @throws AdminError not_found, inactive (the merchant), taken, invalid
 */
export function createBranch(
  context: AdminContext,
  actor: AdminActor,
  { merchantId, msisdn, nameEn, nameAr, ...details }: CreateBranchInput,
): Promise<BranchView> {
  return administer(context, actor, "branch.create", async (act) => {
    const { tx, now, record, announce } = act;
    await lockActiveMerchant(act, merchantId);
    const row = await tx.branch.create({
      data: { merchantId, msisdn, nameEn, nameAr, ...defined(details), createdAt: now, updatedAt: now },
    });
    const branch = branchView(row);
    await record({ subject: "branch", subjectId: branch.id, merchantId, before: null, after: { ...branch } });
    await announce("branch", branch.id);
    return branch;
  });
}

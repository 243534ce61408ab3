import { lockActiveMerchant } from "@/lib/areas/merchants/merchant-view";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { defined } from "@/lib/portal/acts/defined";
import { type BranchView, branchView } from "./branch-view";

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

import type { Rights } from "./permissions";

/** A branch as a portal user sees it. */
export interface ActorBranch {
  id: number;
  merchantId: number;
  /** E.164 mobile number that identifies the branch to the points operations. */
  msisdn: string;
  nameEn: string;
  nameAr: string;
  isActive: boolean;
}

/** The acting user of the portal, with merchant and branches. Read from the database for every request, never taken from the browser. */
export interface PortalActor extends Required<Rights> {
  userId: number;
  /** Null for the programme's operators, who act for all merchants. */
  merchantId: number | null;
  /** A cashier's own branches; every branch of the merchant for its supervisors and admins; none for operators. */
  branchIds: readonly number[];
  /** The branch the user chose last on this device, or the first active one; null for those who have none. */
  activeBranchId: number | null;
  /** The registered till that the request came from; null: another device. */
  tillId: number | null;
}

/** True when the actor may see and act for the merchant. */
export function actsForMerchant(actor: PortalActor, merchantId: number): boolean {
  return actor.role === "programme_operator" || actor.merchantId === merchantId;
}

/** True when the actor may see and act for the branch. */
export function actsForBranch(actor: PortalActor, branch: Pick<ActorBranch, "id" | "merchantId">): boolean {
  return actor.role === "programme_operator" || actor.branchIds.includes(branch.id);
}

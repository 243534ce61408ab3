import { DomainError } from "@/lib/ledger/rules/errors";
import { AdminError } from "@/lib/portal/acts/errors";
import { type ActorBranch, actsForMerchant, type PortalActor } from "@/lib/portal/acts/portal-actor";
import { findActorBranch } from "@/lib/portal/session/find-actor-branch";

/**
 * The branch, when the actor may act for it. An unknown branch and a foreign one are refused alike.
 * Throws AdminError `forbidden`; DomainError 1111 for an inactive branch unless `allowsInactive`.
 */
export async function requireBranch(
  actor: PortalActor,
  branchId: number,
  { allowsInactive = false }: { allowsInactive?: boolean } = {},
): Promise<ActorBranch> {
  const branch = await findActorBranch(actor, branchId);
  if (branch === null) throw new AdminError("forbidden");
  if (!branch.isActive && !allowsInactive) throw new DomainError(1111);
  return branch;
}

/** Throws AdminError `forbidden` unless the actor may act for the merchant. */
export function requireMerchant(actor: PortalActor, merchantId: number): void {
  if (!actsForMerchant(actor, merchantId)) throw new AdminError("forbidden");
}

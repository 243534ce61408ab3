import { type AdminActor, isOwnMerchant, requirePermission } from "@/lib/portal/acts/actor";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { type AuditFilter, type AuditPage, listActs } from "./list-acts";

/**
 * The audit log, the newest first: of everything for an operator, otherwise of what concerns the actor's merchant.
 * @throws AdminError forbidden, not_found (the merchant is not the actor's)
 */
export async function readAudit(
  { database }: AdminContext,
  actor: AdminActor,
  {
    cursor,
    limit,
    ...filter
  }: AuditFilter & { cursor?: string | undefined; limit?: number | undefined } = {},
): Promise<AuditPage> {
  requirePermission(actor, "audit.read");
  const merchantId = filter.merchantId ?? actor.merchantId ?? undefined;
  if (!isOwnMerchant(actor, merchantId ?? null)) throw new AdminError("not_found", { subject: "merchant" });
  return listActs(database, { ...filter, merchantId }, { cursor, limit });
}

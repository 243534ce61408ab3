import { type AdminActor, isOwnMerchant, requirePermission } from "./actor";
import { CLIENT_PARTS, type ClientView, clientView } from "./client-view";
import type { AdminContext } from "./context";
import { AdminError } from "./errors";

/**
 * The API clients of a merchant, revoked ones included, or of all merchants for an operator. By number.
 * @throws AdminError forbidden, not_found (the merchant is not the actor's)
 */
export async function listClients(
  { database, clock }: AdminContext,
  actor: AdminActor,
  { merchantId = actor.merchantId ?? undefined }: { merchantId?: number | undefined } = {},
): Promise<ClientView[]> {
  requirePermission(actor, "client.read");
  if (!isOwnMerchant(actor, merchantId ?? null)) throw new AdminError("not_found", { subject: "merchant" });
  const rows = await database.apiClient.findMany({
    where: merchantId === undefined ? {} : { merchantId },
    include: CLIENT_PARTS,
    orderBy: { id: "asc" },
  });
  const now = clock.now();
  return rows.map((row) => clientView(row, now));
}

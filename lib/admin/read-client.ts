import { type AdminActor, requirePermission } from "./actor";
import { CLIENT_PARTS, type ClientView, requireOwnClient } from "./client-view";
import type { AdminContext } from "./context";

/**
 * One API client.
 * @throws AdminError forbidden, not_found
 */
export async function readClient(
  { database, clock }: AdminContext,
  actor: AdminActor,
  clientId: number,
): Promise<ClientView> {
  requirePermission(actor, "client.read");
  const row = await database.apiClient.findUnique({ where: { id: clientId }, include: CLIENT_PARTS });
  return requireOwnClient(row, actor, clock.now());
}

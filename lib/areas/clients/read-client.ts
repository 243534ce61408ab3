import { type AdminActor, requirePermission } from "@/lib/areas/actor";
import type { AdminContext } from "@/lib/areas/context";
import { CLIENT_PARTS, type ClientView, requireOwnClient } from "./client-view";

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

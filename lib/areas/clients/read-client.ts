import { type AdminActor, requirePermission } from "@/lib/areas/actor";
import type { AdminContext } from "@/lib/areas/context";
import { type ClientView, readClientRow, requireOwnClient } from "./client-view";

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
  const row = await readClientRow(database, clientId);
  return requireOwnClient(row, actor, clock.now());
}

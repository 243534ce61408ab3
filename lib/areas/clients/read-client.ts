import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import type { AdminContext } from "@/lib/portal/acts/context";
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

import type { PortalActor } from "@/lib/areas/portal-actor";
import { adminContext } from "@/lib/portal/administration";
import { listMerchants } from "./list-merchants";

/** The merchants that the actor administers. */
export async function readMerchants(actor: PortalActor) {
  return { merchants: await listMerchants(adminContext(), actor) };
}

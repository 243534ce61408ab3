import type { AdminActor } from "@/lib/admin/actor";
import type { LedgerAdminContext } from "@/lib/admin/context";
import type { PortalActor } from "@/lib/auth/actor";
import { prisma } from "@/lib/db/pools";
import { services } from "@/lib/services";

/** What the use cases of administration work with in this process. */
export function adminContext(): LedgerAdminContext {
  const { clock, ledger } = services();
  return { database: prisma(), clock, ledger };
}

/** The caller of a route as administration and its audit log know them: who, and from where. */
export function adminActor({
  actor: { userId, role, merchantId },
  address,
  requestId,
}: {
  actor: PortalActor;
  address: string;
  requestId: string;
}): AdminActor {
  return { userId, role, merchantId, ipAddress: address, requestId };
}

import { prisma } from "@/lib/platform/database/pools";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { type LedgerAdminContext, momentOf } from "@/lib/portal/acts/context";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { services } from "@/lib/services";
import type { Moment } from "@/lib/wallet/read";

/** Services of administration in this process. */
export function adminContext(): LedgerAdminContext {
  const { clock, ledger, programme } = services();
  return { database: prisma(), clock, ledger, programme };
}

/** When this process looks at a wallet: now. */
export function thisMoment({ merchantId }: { merchantId?: number | null } = {}): Moment {
  return { ...momentOf(services()), merchantId };
}

/** The caller of a request, and the connection. */
export interface AdminCall {
  actor: PortalActor;
  address: string;
  requestId: string;
}

/** The caller of a route as administration and its audit log know them: who, and from where. */
export function adminActor({
  actor: { userId, role, set, merchantId },
  address,
  requestId,
}: AdminCall): AdminActor {
  return { userId, role, set, merchantId, ipAddress: address, requestId };
}

import { readOpenAt } from "@/lib/log/open-at-merchant";
import { formatLocalDate } from "@/lib/platform/time";
import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import type { WalletAdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import type { OpenThings } from "./record";

/**
 * Counts offers of these merchants together, coupons that customers can still use, points that are held or ripen, people and API clients.
 * @throws AdminError forbidden, not_found
 */
export async function readOpenThings(
  { database, clock, programme }: Pick<WalletAdminContext, "database" | "clock" | "programme">,
  actor: AdminActor,
  merchantIds: readonly number[],
): Promise<OpenThings> {
  requirePermission(actor, "merchant.deactivate");
  const now = clock.now();
  const today = formatLocalDate(now, programme.timeZone());
  const open = await readOpenAt(database, merchantIds, { now, today });
  if (open === null) throw new AdminError("not_found", { subject: "merchant" });
  return open;
}

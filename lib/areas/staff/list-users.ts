import { type AdminActor, isOwnMerchant, requirePermission } from "@/lib/portal/acts/actor";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { USER_PARTS, type UserView, userView } from "./user-view";

/**
 * The portal users of a merchant, or everybody for an operator. By number.
 * @throws AdminError forbidden, not_found (the merchant is not the actor's)
 */
export async function listUsers(
  { database }: AdminContext,
  actor: AdminActor,
  { merchantId = actor.merchantId ?? undefined }: { merchantId?: number | undefined } = {},
): Promise<UserView[]> {
  requirePermission(actor, "user.read");
  if (!isOwnMerchant(actor, merchantId ?? null)) throw new AdminError("not_found", { subject: "merchant" });
  const rows = await database.user.findMany({
    where: { kind: "portal", ...(merchantId !== undefined && { merchantId }) },
    include: USER_PARTS,
    orderBy: { id: "asc" },
  });
  return rows.map(userView);
}

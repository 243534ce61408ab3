import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import type { AdminContext } from "@/lib/portal/acts/context";
import { type MerchantView, merchantView } from "./merchant-view";

/** The merchants the actor acts for: all of them for an operator, otherwise the actor's own. By number. */
export async function listMerchants({ database }: AdminContext, actor: AdminActor): Promise<MerchantView[]> {
  requirePermission(actor, "merchant.read");
  const rows = await database.merchant.findMany({
    where: actor.role === "programme_operator" ? {} : { id: actor.merchantId ?? 0 },
    orderBy: { id: "asc" },
  });
  return rows.map(merchantView);
}

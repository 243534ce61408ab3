import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer, requireVersionIfNamed } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { changeMerchant } from "./change-merchant";
import { lockMerchant, type MerchantView } from "./merchant-view";

/**
 * Stops a merchant: its API clients are refused, its deals are no longer listed, its staff is signed out. Nothing is lost.
 * One that is stopped already stays as it is. For the programme's operators.
 * @throws AdminError not_found, conflict (when a version is named)
 */
export function deactivateMerchant(
  context: AdminContext,
  actor: AdminActor,
  { merchantId, version }: { merchantId: number; version?: number | undefined },
): Promise<MerchantView> {
  return administer(context, actor, "merchant.deactivate", async (act) => {
    const merchant = await lockMerchant(act, merchantId);
    requireVersionIfNamed("merchant", merchant.version, version);
    if (!merchant.isActive) return merchant;
    await act.tx.session.deleteMany({ where: { user: { merchantId } } });
    return changeMerchant(act, merchant, { isActive: false });
  });
}

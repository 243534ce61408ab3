import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer, requireVersionIfNamed } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { changeMerchant } from "./change-merchant";
import { lockMerchant, type MerchantView } from "./merchant-view";

/**
 * Lets a stopped merchant go on where it stopped. For the programme's operators.
 * @throws AdminError not_found, conflict (when a version is named)
 */
export function reactivateMerchant(
  context: AdminContext,
  actor: AdminActor,
  { merchantId, version }: { merchantId: number; version?: number | undefined },
): Promise<MerchantView> {
  return administer(context, actor, "merchant.reactivate", async (act) => {
    const merchant = await lockMerchant(act, merchantId);
    requireVersionIfNamed("merchant", merchant.version, version);
    return merchant.isActive ? merchant : changeMerchant(act, merchant, { isActive: true });
  });
}

import { send } from "@/components/kit/contract";
import { required } from "@/components/kit/error";
import { merchants as api } from "@/lib/areas/merchants/contract";
import type { ManagedMerchant } from "@/lib/areas/merchants/record";

/** A merchant as it is now, after a conflict. */
export async function readMerchant(merchantId: number): Promise<ManagedMerchant> {
  return required((await send(api.list)).merchants.find(({ id }) => id === merchantId));
}

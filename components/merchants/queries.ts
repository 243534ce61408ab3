import { ask, send } from "@/components/kit/contract";
import { required } from "@/components/kit/error";
import { merchants as api } from "@/lib/areas/merchants/contract";
import type { ManagedMerchant } from "@/lib/areas/merchants/desk-schemas";

/** The merchants that the user administers: one for an admin, all for an operator. */
export const merchantsQuery = ask(api.list, {}, { staleTime: 60_000 });

/** A merchant as it is now, for whoever was told that it is another than they read. */
export async function readMerchant(merchantId: number): Promise<ManagedMerchant> {
  return required((await send(api.list)).merchants.find(({ id }) => id === merchantId));
}

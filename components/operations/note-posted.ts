import type { QueryClient } from "@tanstack/react-query";
import { outdate } from "@/components/kit/query";
import { tellOtherTabs } from "@/components/wallet/moved-wallets";
import { walletQuery } from "@/components/wallet/queries";
import type { Posted } from "@/lib/areas/till/schemas";
import { LOG_TYPE } from "@/lib/ledger/rules/types";

/** Puts what an operation answered into the query cache; every list of entries, and every other tab, follows from the server. */
export function notePosted(client: QueryClient, { entry, wallet, coupon, bill }: Posted): void {
  client.setQueryData(walletQuery(wallet.id).queryKey, wallet);
  tellOtherTabs(wallet.id);
  const mayEndCoupon = entry.logTypeId === LOG_TYPE.cancellation;
  if (coupon || bill || mayEndCoupon)
    void client.invalidateQueries({ queryKey: ["wallets", "coupons", { walletId: wallet.id }] });
  void outdate(client, "entries", "today");
}

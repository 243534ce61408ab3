import type { QueryClient } from "@tanstack/react-query";
import { outdate } from "@/components/kit/query";
import { tellOtherTabs } from "@/components/wallets/moved-wallets";
import { walletQuery } from "@/components/wallets/queries";
import type { Posted } from "@/lib/areas/till/schemas";

/** Puts what an operation answered into the query cache; every list of entries, and every other tab, follows from the server. */
export function notePosted(client: QueryClient, { wallet }: Posted): void {
  client.setQueryData(walletQuery(wallet.id).queryKey, wallet);
  tellOtherTabs(wallet.id);
  void outdate(client, "entries", "today");
}

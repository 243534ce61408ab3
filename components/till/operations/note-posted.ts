import type { QueryClient } from "@tanstack/react-query";
import { outdate } from "@/components/kit/query";
import { walletQuery } from "@/components/wallets/queries";
import type { Posted } from "@/lib/areas/till/schemas";

/** Puts what an operation answered into the query cache; every list of entries follows from the server. */
export function notePosted(client: QueryClient, { wallet }: Posted): void {
  client.setQueryData(walletQuery(wallet.id).queryKey, wallet);
  void outdate(client, "entries", "today");
}

import type { QueryClient } from "@tanstack/react-query";
import type { Posted } from "@/lib/areas/till/schemas";
import { keys } from "../keys";

/** Puts what an operation answered into the query cache; every list of entries follows from the server. */
export function notePosted(client: QueryClient, { wallet }: Posted): void {
  client.setQueryData(keys.wallets.one(wallet.id), wallet);
  void client.invalidateQueries({ queryKey: keys.entries.all });
}

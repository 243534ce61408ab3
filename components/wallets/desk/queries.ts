import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { ask, askPages } from "@/components/kit/contract";
import { wallets as api } from "@/lib/areas/wallets/contract";
import type { DeskWallet, WalletSearchRequest } from "@/lib/areas/wallets/desk-schemas";

/** Wallets that match. The text of a search may be personal: it is in the memory of this page only. */
export const walletSearchQuery = (body: WalletSearchRequest) =>
  askPages(api.search, { body }, { placeholderData: keepPreviousData, retry: false });

/** A wallet as the desk edits it, always as it is now: a form that opens reads it anew. */
export const deskWalletQuery = (walletId: number) =>
  ask(api.desk, { params: { walletId } }, { staleTime: 0, gcTime: 0 });

/** Reads a wallet anew, with what else a form about it goes by: another person has changed something. */
export function useReadDeskWallet(walletId: number): () => Promise<DeskWallet> {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: ask(api.settings).queryKey });
    return client.fetchQuery(deskWalletQuery(walletId));
  };
}

import { ask } from "@/components/kit/contract";
import { portalQuery } from "@/components/kit/query";
import { till } from "@/lib/areas/till/contract";
import type { QuoteRequest } from "@/lib/areas/till/schemas";
import { loadShown, TILL_ANSWER_MS, tillWallets } from "@/lib/areas/wallets/till-contract";

/** Schemas that read the answers, loaded after the page: no request is sent before a customer is looked up. */
export const loadTillContract = async () => ({
  ...(await import("@/lib/areas/till/schemas")),
  ...(await loadShown()),
});

/** A wallet of the query cache: from the server when it is stale, and after every operation at once. */
export const walletQuery = (walletId: number) => ask(tillWallets.one, { params: { walletId } });

/** A balance can change at another till at any moment: a quote is good for a few seconds. */
export const QUOTE_FRESH_MS = 5_000;

/** The outcome of an operation by the server's rules, for a wallet of that balance: a quote does not outlive its balance. */
export const quoteQuery = (request: QuoteRequest, balance: number) =>
  portalQuery({
    key: ["till", "quote", request, balance],
    answer: async () => (await loadTillContract()).quoteSchema,
    path: till.quote.path,
    body: request,
    limitMs: TILL_ANSWER_MS,
    staleTime: QUOTE_FRESH_MS,
    gcTime: 2 * QUOTE_FRESH_MS,
    retry: false,
  });

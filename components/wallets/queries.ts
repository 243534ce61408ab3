"use client";

import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { portalFetch } from "@/components/kit/fetch";
import { keys } from "@/components/kit/keys";
import type { QuoteRequest } from "@/lib/areas/till/schemas";

/** What reads the answers; it comes after the page, which asks for nothing before somebody is looked up. */
export const loadTillContract = () => import("@/lib/areas/till/schemas");

/** A wallet of the query cache: from the server when it is stale, and after every operation at once. */
export const walletQuery = (walletId: number) =>
  queryOptions({
    queryKey: keys.wallets.one(walletId),
    queryFn: ({ signal }) =>
      portalFetch(async () => (await loadTillContract()).walletSchema, `wallets/${walletId}`, { signal }),
  });

/** The wallet as it stands; nothing while `walletId` is null. */
export function useWallet(walletId: number | null) {
  return useQuery({ ...walletQuery(walletId ?? 0), enabled: walletId !== null });
}

/**
 * Finds what was scanned or typed. Of several look-ups the last one counts. A found wallet is in the query cache before
 * the caller gets it.
 */
export function useLookup() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (text: string) =>
      portalFetch(async () => (await loadTillContract()).lookupAnswerSchema, "wallets/lookup", {
        method: "POST",
        body: { text },
      }),
    onSuccess: (answer) => {
      if (answer.kind !== "candidates")
        client.setQueryData(walletQuery(answer.wallet.id).queryKey, answer.wallet);
    },
    // The variables are mobile numbers; they are not kept.
    gcTime: 0,
  });
}

/** A balance can change at another till at any moment: a quote is good for a few seconds. */
const QUOTE_FRESH_MS = 5_000;

/** What an operation would come to by the server's rules, for a wallet of that balance. */
export const quoteQuery = (request: QuoteRequest, balance: number) =>
  queryOptions({
    queryKey: keys.quotes.one(request, balance),
    queryFn: ({ signal }) =>
      portalFetch(async () => (await loadTillContract()).quoteSchema, "points/quote", {
        method: "POST",
        body: request,
        signal,
      }),
    staleTime: QUOTE_FRESH_MS,
    gcTime: 2 * QUOTE_FRESH_MS,
    retry: false,
  });

/**
 * The quote for the typed amount; the previous quote of the same operation stays visible until it comes. None while
 * `request` is null.
 */
export function useQuote(request: QuoteRequest | null, balance: number) {
  return useQuery({
    ...quoteQuery(request ?? NO_REQUEST, balance),
    enabled: request !== null,
    placeholderData: (previous, query) =>
      query?.queryKey[1].operation === request?.operation ? previous : undefined,
  });
}

/** Stands in for a request that there is not; it is never sent. */
const NO_REQUEST: QuoteRequest = { operation: "reward", branchId: 1, walletCode: "-", value: 1 };

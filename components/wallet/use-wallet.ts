"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type Answer, send } from "@/components/kit/contract";
import { followed, outdate } from "@/components/kit/query";
import { useSessionEnded } from "@/components/kit/use-connection";
import type { QuoteRequest } from "@/lib/areas/till/schemas";
import { tillWallets } from "@/lib/areas/wallets/till-contract";
import { subscribeToOtherTabs } from "./moved-wallets";
import { quoteQuery, walletQuery } from "./queries";

/** The wallet as it stands; nothing while `walletId` is null. */
export function useWallet(walletId: number | null) {
  return useQuery({ ...walletQuery(walletId ?? 0), enabled: walletId !== null });
}

/** Points move at other tills as well: for so long a page may show what a wallet held before. */
const IN_VIEW_SECONDS = 30;

/**
 * The wallet that a page is about. The wallet is read again as soon as another tab has moved its points, whenever the page comes into view
 * again, and every half minute.
 */
export function useWalletInView(walletId: number) {
  const client = useQueryClient();
  const hasSessionEnded = useSessionEnded();
  useEffect(
    () =>
      subscribeToOtherTabs((moved) => {
        if (moved === walletId) void outdate(client, "wallets", "entries");
      }),
    [client, walletId],
  );
  return useQuery({
    ...walletQuery(walletId),
    refetchOnWindowFocus: "always",
    ...followed<unknown>(!hasSessionEnded && IN_VIEW_SECONDS),
  });
}

/**
 * Finds what was scanned or typed. Of several look-ups the last one counts, and none once what asked for it was closed: a caller is never
 * told of one that was given up. A found wallet is in the query cache before the caller gets it.
 */
export function useLookup() {
  const client = useQueryClient();
  const asking = useRef<AbortController>(undefined);
  useEffect(() => () => asking.current?.abort(), []);
  return useMutation({
    mutationFn: (text: string) => {
      asking.current?.abort();
      asking.current = new AbortController();
      const { signal } = asking.current;
      return new Promise<Answer<typeof tillWallets.lookUp>>((resolve, reject) => {
        send(tillWallets.lookUp, { body: { text } }, { signal }).then(
          (answer) => signal.aborted || resolve(answer),
          (thrown: unknown) => signal.aborted || reject(thrown),
        );
      });
    },
    onSuccess: (answer) => {
      if (answer.kind === "wallet" || answer.kind === "entry")
        client.setQueryData(walletQuery(answer.wallet.id).queryKey, answer.wallet);
    },
    // The variables are mobile numbers; they are not kept.
    gcTime: 0,
  });
}

/**
 * The quote for the typed amount; the previous quote of the same operation stays visible until it comes. None while
 * `request` is null.
 */
export function useQuote(request: QuoteRequest | null, balance: number) {
  return useQuery({
    ...quoteQuery(request ?? NO_REQUEST, balance),
    enabled: request !== null,
    placeholderData: (previous, query) =>
      query?.queryKey[2].operation === request?.operation ? previous : undefined,
  });
}

/** Stands in for a request that there is not; it is never sent. */
const NO_REQUEST: QuoteRequest = { operation: "reward", branchId: 1, walletCode: "-", value: 1 };

"use client";

import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { portalFetch } from "@/components/kit/fetch";
import { keys } from "@/components/kit/keys";
import { entryDetailsSchema, entryPageSchema } from "@/lib/areas/entries/schemas";
import type { EntryFilter } from "./entry-filter";

const walletEntriesQuery = (walletId: number, filter: EntryFilter) =>
  infiniteQueryOptions({
    queryKey: keys.entries.ofWallet(walletId, filter),
    queryFn: ({ pageParam: cursor, signal }) =>
      portalFetch(entryPageSchema, `wallets/${walletId}/entries`, { query: { ...filter, cursor }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** A wallet's entries, newest first, part by part. */
export function useWalletEntries(walletId: number, filter: EntryFilter) {
  return useInfiniteQuery(walletEntriesQuery(walletId, filter));
}

const entryQuery = (entryId: number) =>
  queryOptions({
    queryKey: keys.entries.one(entryId),
    queryFn: ({ signal }) => portalFetch(entryDetailsSchema, `entries/${entryId}`, { signal }),
  });

/** One entry with those it is tied to. */
export function useEntry(entryId: number) {
  return useQuery(entryQuery(entryId));
}

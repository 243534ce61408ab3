import { portalPages, portalQuery } from "@/components/kit/query";
import type { EntryFilter } from "./entry-filter";

/** A wallet's entries, newest first. */
export const walletEntriesQuery = (walletId: number, filter: EntryFilter) =>
  portalPages({
    key: ["entries", "wallet", walletId, filter],
    answer: async () => (await import("@/lib/areas/entries/schemas")).entryPageSchema,
    path: `wallets/${walletId}/entries`,
    query: filter,
  });

/** One entry with those it is tied to. */
export const entryQuery = (entryId: number) =>
  portalQuery({
    key: ["entries", "one", entryId],
    answer: async () => (await import("@/lib/areas/entries/schemas")).entryDetailsSchema,
    path: `entries/${entryId}`,
  });

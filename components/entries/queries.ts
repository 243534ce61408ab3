import { portalPages, portalQuery } from "@/components/kit/query";
import { entryDetailsSchema, entryPageSchema } from "@/lib/areas/entries/schemas";
import type { EntryFilter } from "./entry-filter";

/** A wallet's entries, newest first. */
export const walletEntriesQuery = (walletId: number, filter: EntryFilter) =>
  portalPages({
    key: ["entries", "wallet", walletId, filter],
    answer: entryPageSchema,
    path: `wallets/${walletId}/entries`,
    query: filter,
  });

/** One entry with those it is tied to. */
export const entryQuery = (entryId: number) =>
  portalQuery({ key: ["entries", "one", entryId], answer: entryDetailsSchema, path: `entries/${entryId}` });

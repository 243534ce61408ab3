import type { DealFilters } from "@/lib/contract/portal/deals";
import type { QuoteRequest } from "@/lib/contract/portal/till";
import type { EntryFilter } from "./entry-filter";

/**
 * The keys of the query cache, from the general to the particular: invalidating `keys.sessions.all` reaches everything
 * whose key begins with it.
 */
export const keys = {
  me: ["me"],
  sessions: { all: ["sessions"] },
  wallets: { all: ["wallets"], one: (walletId: number) => ["wallets", walletId] },
  /** What an operation would come to; `balance` so that a quote does not outlive the balance it was made for. */
  quotes: { one: (request: QuoteRequest, balance: number) => ["quotes", request, balance] as const },
  /** Every list of entries and every entry: what any operation changes. */
  entries: {
    all: ["entries"],
    one: (entryId: number) => ["entries", "one", entryId],
    ofWallet: (walletId: number, filter: EntryFilter) => ["entries", "wallet", walletId, filter],
  },
  deals: {
    all: ["deals"],
    list: (filters: DealFilters) => ["deals", "list", filters],
    choices: ["deals", "choices"],
    one: (dealId: number) => ["deals", "one", dealId],
  },
} as const;

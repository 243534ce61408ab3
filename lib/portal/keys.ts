import type { DealFilters } from "@/lib/contract/portal/deals";
import type { QuoteRequest } from "@/lib/contract/portal/till";
import type { EntryFilter } from "./entry-filter";
import type { TodayFilter } from "./today-address";

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
    ofBranch: (branchId: number) => ["entries", "branch", branchId],
    /** Absent day: today, whichever day that is. */
    branchDay: (branchId: number, day: string | undefined) => [
      "entries",
      "branch",
      branchId,
      "day",
      day ?? null,
    ],
    branchList: (branchId: number, day: string | undefined, filter: TodayFilter) => [
      "entries",
      "branch",
      branchId,
      "list",
      day ?? null,
      filter,
    ],
    branches: (day: string | undefined) => ["entries", "branches", day ?? null],
  },
  deals: {
    all: ["deals"],
    list: (filters: DealFilters) => ["deals", "list", filters],
    choices: ["deals", "choices"],
    one: (dealId: number) => ["deals", "one", dealId],
  },
} as const;

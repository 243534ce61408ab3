import type { EntryFilter } from "@/components/entries/entry-filter";
import type { TodayFilter } from "@/components/today/address";
import type { AuditFilters } from "@/lib/areas/audit/schemas";
import type { BranchSearch } from "@/lib/areas/branches/desk-schemas";
import type { ClientFilters, RequestFilters } from "@/lib/areas/clients/desk-schemas";
import type { DealAnswerRequest, DeskFilters } from "@/lib/areas/deals/desk-schemas";
import type { DealFilters } from "@/lib/areas/deals/schemas";
import type { ReportQuery } from "@/lib/areas/reports/schemas";
import type { StaffSearch } from "@/lib/areas/staff/desk-schemas";
import type { QuoteRequest } from "@/lib/areas/till/schemas";
import type { WalletSearchRequest } from "@/lib/areas/wallets/desk-schemas";

/**
 * The keys of the query cache, from the general to the particular: invalidating `keys.sessions.all` reaches everything
 * whose key begins with it.
 */
export const keys = {
  desk: {
    merchants: ["desk", "merchants"],
    branches: {
      all: ["desk", "branches"],
      list: (search: BranchSearch) => ["desk", "branches", "list", search] as const,
      one: (branchId: number) => ["desk", "branches", "one", branchId],
      impact: (branchId: number) => ["desk", "branches", "impact", branchId],
    },
    staff: {
      all: ["desk", "staff"],
      list: (search: StaffSearch) => ["desk", "staff", "list", search] as const,
      sessions: (userId: number) => ["desk", "staff", "sessions", userId],
      policy: ["desk", "staff", "policy"],
    },
    audit: {
      list: (filters: AuditFilters) => ["desk", "audit", "list", filters] as const,
      choices: ["desk", "audit", "choices"],
    },
  },
  twoFactor: ["twoFactor"],
  me: ["me"],
  sessions: { all: ["sessions"] },
  wallets: {
    all: ["wallets"],
    one: (walletId: number) => ["wallets", walletId],
    enrolWords: ["enrol-words"],
  },
  /** The desk's work on wallets. The text of a search may be personal: it is in the memory of this page only. */
  walletDesk: {
    all: ["walletDesk"],
    settings: ["walletDesk", "settings"],
    search: (request: WalletSearchRequest) => ["walletDesk", "search", request],
    one: (walletId: number) => ["walletDesk", "one", walletId],
    adjustments: {
      all: ["walletDesk", "adjustments"],
      list: (state: string | null) => ["walletDesk", "adjustments", state],
    },
    imports: ["walletDesk", "imports"],
  },
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
  clients: {
    lists: ["clients", "list"],
    list: (filters: ClientFilters) => ["clients", "list", filters],
    one: (clientId: number) => ["clients", "one", clientId],
    choices: ["clients", "choices"],
    requests: (clientId: number, filters: RequestFilters) =>
      ["clients", "requests", clientId, filters] as const,
  },
  programme: {
    all: ["programme"],
    desk: ["programme", "desk"],
    segment: (segmentId: number) => ["programme", "segment", segmentId],
  },
  deals: {
    all: ["deals"],
    list: (filters: DealFilters) => ["deals", "list", filters],
    choices: ["deals", "choices"],
    one: (dealId: number) => ["deals", "one", dealId],
  },
  /** The deals as they are managed, which is more than their customers see. */
  dealDesk: {
    all: ["dealDesk"],
    lists: ["dealDesk", "list"],
    list: (filters: DeskFilters) => ["dealDesk", "list", filters],
    choices: ["dealDesk", "choices"],
    one: (dealId: number) => ["dealDesk", "one", dealId],
    order: (merchantId: number | null) => ["dealDesk", "order", merchantId],
    answer: (request: DealAnswerRequest) => ["dealDesk", "answer", request],
  },
  categories: ["categories"],
  reports: {
    all: ["reports"],
    activity: (query: ReportQuery) => ["reports", "activity", query],
    choices: ["reports", "choices"],
    outstanding: ["reports", "outstanding"],
  },
  webhooks: {
    all: ["webhooks"],
    list: ["webhooks", "list"],
    deliveries: (webhookId: number, state: string | null) => ["webhooks", "deliveries", webhookId, state],
  },
} as const;

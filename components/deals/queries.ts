import { keepPreviousData } from "@tanstack/react-query";
import { portalPages, portalQuery } from "@/components/kit/query";
import type { DealFilters } from "@/lib/areas/deals/schemas";

/** Deals come and go by themselves: an open page looks again this often, and when it is come back to. */
const LIVELY = { refetchInterval: 60_000, refetchOnWindowFocus: true } as const;

/** The live deals that meet the filters; while others are being fetched, those shown last. */
export const dealsQuery = (filters: DealFilters) =>
  portalPages({
    key: ["deals", "list", filters],
    answer: async () => (await import("@/lib/areas/deals/schemas")).dealPageSchema,
    path: "deals",
    query: filters,
    placeholderData: keepPreviousData,
    ...LIVELY,
  });

/** What the live deals can be filtered by. */
export const dealChoicesQuery = portalQuery({
  key: ["deals", "choices"],
  answer: async () => (await import("@/lib/areas/deals/schemas")).dealChoicesSchema,
  path: "deals/choices",
  ...LIVELY,
});

/** One deal. Fails with code `not_found` when it is not live (any more). */
export const dealQuery = (dealId: number) =>
  portalQuery({
    key: ["deals", "one", dealId],
    answer: async () => (await import("@/lib/areas/deals/schemas")).dealSchema,
    path: `deals/${dealId}`,
    ...LIVELY,
  });

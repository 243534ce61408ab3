import { keepPreviousData } from "@tanstack/react-query";
import { portalPages, portalQuery } from "@/components/kit/query";
import type { BranchFilters } from "@/lib/areas/branches/desk-schemas";

/** The branches that match; while others are being fetched, those shown last. */
export const branchesQuery = (filters: BranchFilters) =>
  portalPages({
    key: ["branches", "list", filters],
    answer: async () => (await import("@/lib/areas/branches/desk-schemas")).branchPageSchema,
    path: "manage/branches/search",
    body: filters,
    placeholderData: keepPreviousData,
  });

/** What closing the branch stops, as of this moment. */
export const branchImpactQuery = (branchId: number) =>
  portalQuery({
    key: ["branches", "impact", branchId],
    answer: async () => (await import("@/lib/areas/branches/desk-schemas")).branchImpactSchema,
    path: `manage/branches/${branchId}/impact`,
    staleTime: 0,
    gcTime: 0,
  });

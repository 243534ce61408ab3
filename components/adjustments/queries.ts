import { keepPreviousData } from "@tanstack/react-query";
import { portalPages } from "@/components/kit/query";
import type { AdjustmentFilters } from "@/lib/areas/adjustments/schemas";

/** Adjustments in one state, or all, the newest first. Others decide meanwhile, so the page looks again by itself. */
export const adjustmentsQuery = (filters: AdjustmentFilters) =>
  portalPages({
    key: ["adjustments", "list", filters],
    answer: async () => (await import("@/lib/areas/adjustments/schemas")).adjustmentPageSchema,
    path: "manage/adjustments",
    query: filters,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  });

import { keepPreviousData } from "@tanstack/react-query";
import { portalPages } from "@/components/kit/query";
import { type AdjustmentFilters, adjustmentPageSchema } from "@/lib/areas/adjustments/schemas";

/** Adjustments in one state, or all, the newest first. Others decide meanwhile, so the page looks again by itself. */
export const adjustmentsQuery = (filters: AdjustmentFilters) =>
  portalPages({
    key: ["adjustments", "list", filters],
    answer: adjustmentPageSchema,
    path: "manage/adjustments",
    query: filters,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  });

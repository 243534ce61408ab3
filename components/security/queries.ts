import { keepPreviousData } from "@tanstack/react-query";
import { portalPages } from "@/components/kit/query";
import type { SecurityFilters } from "@/lib/areas/security/schemas";

/** The events that match, the newest first; while others are being fetched, those shown last. */
export const securityQuery = (filters: SecurityFilters) =>
  portalPages({
    key: ["security", "list", filters],
    answer: async () => (await import("@/lib/areas/security/schemas")).securityPageSchema,
    path: "manage/security",
    query: filters,
    placeholderData: keepPreviousData,
  });

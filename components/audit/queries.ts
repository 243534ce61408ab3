import { keepPreviousData } from "@tanstack/react-query";
import { portalPages, portalQuery } from "@/components/kit/query";
import type { AuditFilters } from "@/lib/areas/audit/schemas";

/** The acts that match, the newest first; while others are being fetched, those shown last. */
export const auditQuery = (filters: AuditFilters) =>
  portalPages({
    key: ["audit", "list", filters],
    answer: async () => (await import("@/lib/areas/audit/schemas")).auditPageSchema,
    path: "manage/audit",
    query: filters,
    placeholderData: keepPreviousData,
  });

/** What the log can be filtered by. */
export const auditChoicesQuery = portalQuery({
  key: ["audit", "choices"],
  answer: async () => (await import("@/lib/areas/audit/schemas")).auditChoicesSchema,
  path: "manage/audit/choices",
  staleTime: 60_000,
});

"use client";

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { portalFetch } from "@/components/kit/fetch";
import { keys } from "@/components/kit/keys";
import {
  type AuditChoices,
  type AuditFilters,
  auditChoicesSchema,
  auditPageSchema,
} from "@/lib/areas/audit/schemas";

/** The acts that match, the newest first, page after page; while others are being fetched, those shown last. */
export function useAudit(filters: AuditFilters) {
  return useInfiniteQuery({
    queryKey: keys.desk.audit.list(filters),
    queryFn: ({ pageParam, signal }) =>
      portalFetch(auditPageSchema, "manage/audit", { query: { ...filters, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
}

const NO_CHOICES: AuditChoices = { users: [], actions: [], subjects: [] };

/** What the log can be filtered by; nothing while that is not known. */
export function useAuditChoices(): AuditChoices {
  const { data = NO_CHOICES } = useQuery({
    queryKey: keys.desk.audit.choices,
    queryFn: ({ signal }) => portalFetch(auditChoicesSchema, "manage/audit/choices", { signal }),
    staleTime: 60_000,
  });
  return data;
}

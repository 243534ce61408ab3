"use client";

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { portalFetch } from "@/components/kit/fetch";
import { keys } from "@/components/kit/keys";
import {
  outstandingSchema,
  type ReportChoices,
  type ReportQuery,
  type ReportTable,
  reportCheckSchema,
  reportChoicesSchema,
  reportSchema,
} from "@/lib/areas/reports/schemas";

/** What happened in a range; while another is being read, the one shown last. An open page keeps up with the log. */
export function useReport(query: ReportQuery) {
  return useQuery({
    queryKey: keys.reports.activity(query),
    queryFn: ({ signal }) => portalFetch(reportSchema, "reports", { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.standing.behind ? 3_000 : 60_000),
  });
}

const NO_CHOICES: ReportChoices = { merchants: [], branches: [] };

/** What a report can be limited to; nothing while that is not known. */
export function useReportChoices(): ReportChoices {
  const { data = NO_CHOICES } = useQuery({
    queryKey: keys.reports.choices,
    queryFn: ({ signal }) => portalFetch(reportChoicesSchema, "reports/choices", { signal }),
    staleTime: 5 * 60_000,
  });
  return data;
}

/** All points that customers hold. */
export function useOutstanding({ isEnabled }: { isEnabled: boolean }) {
  return useQuery({
    queryKey: keys.reports.outstanding,
    queryFn: ({ signal }) => portalFetch(outstandingSchema, "reports/outstanding", { signal }),
    staleTime: 60_000,
    enabled: isEnabled,
  });
}

/** Compares the sums with the log; what the reports say of it is read again. */
export function useReportCheck() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => portalFetch(reportCheckSchema, "reports/check", { method: "POST" }),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.reports.all }),
  });
}

/** Where a table of the report is as a file. */
export function reportFileAddress(table: ReportTable, query: ReportQuery): string {
  const parameters = new URLSearchParams({ table });
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) parameters.set(name, String(value));
  return `/api/portal/reports/export?${parameters}`;
}

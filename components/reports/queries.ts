import { keepPreviousData } from "@tanstack/react-query";
import { portalPages, portalQuery } from "@/components/kit/query";
import type {
  ReportEntriesQuery,
  ReportFile,
  ReportQuery,
  ReportScopeQuery,
} from "@/lib/areas/reports/schemas";

/** What happened in a range; while another is being read, the one shown last. An open page keeps up with the log. */
export const reportQuery = (query: ReportQuery) =>
  portalQuery({
    key: ["reports", "activity", query],
    answer: async () => (await import("@/lib/areas/reports/schemas")).reportSchema,
    path: "reports",
    query,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.standing.behind ? 3_000 : 60_000),
  });

/** What a report can be limited to. */
export const reportChoicesQuery = portalQuery({
  key: ["reports", "choices"],
  answer: async () => (await import("@/lib/areas/reports/schemas")).reportChoicesSchema,
  path: "reports/choices",
  staleTime: 5 * 60_000,
});

/** All points that customers hold. */
export const outstandingQuery = portalQuery({
  key: ["reports", "outstanding"],
  answer: async () => (await import("@/lib/areas/reports/schemas")).outstandingSchema,
  path: "reports/outstanding",
  staleTime: 60_000,
});

/** Hours, tiers and returning customers of a range. */
export const reportDetailsQuery = (query: ReportScopeQuery) =>
  portalQuery({
    key: ["reports", "details", query],
    answer: async () => (await import("@/lib/areas/reports/schemas")).reportDetailsSchema,
    path: "reports/details",
    query,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.behind ? 5_000 : 60_000),
  });

/** Payments in points that came after the reward of their bill. */
export const latePaymentsQuery = (query: ReportScopeQuery) =>
  portalQuery({
    key: ["reports", "latePayments", query],
    answer: async () => (await import("@/lib/areas/reports/schemas")).latePaymentsSchema,
    path: "reports/late-payments",
    query,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** The entries behind a part of a report, newest first. */
export const reportEntriesQuery = (query: ReportEntriesQuery) =>
  portalPages({
    key: ["reports", "entries", query],
    answer: async () => (await import("@/lib/areas/entries/schemas")).entryPageSchema,
    path: "reports/entries",
    query,
  });

/** While a file is being made, the page follows it. */
const FOLLOW_MS = 1_000;

/** One's own files of entries. */
export const reportFilesQuery = portalQuery({
  key: ["reports", "files"],
  answer: async () => (await import("@/lib/areas/reports/schemas")).reportFileListSchema,
  path: "reports/files",
  refetchInterval: ({ state }) => (state.data?.files.some(isBeingMade) ? FOLLOW_MS : false),
});

export function isBeingMade({ state }: ReportFile): boolean {
  return state === "waiting" || state === "running";
}

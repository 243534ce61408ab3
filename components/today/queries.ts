import { keepPreviousData } from "@tanstack/react-query";
import { portalPages, portalQuery } from "@/components/kit/query";
import type { TodayFilter } from "./address";

export interface BranchAndDay {
  branchId: number;
  /** Absent: today, whichever day that is. */
  day: string | undefined;
}

/** What is known of a branch's day begins with this key. */
export const branchKey = (branchId: number) => ["today", "branch", branchId] as const;

/** The totals of a branch's day. */
export const branchDayQuery = ({ branchId, day }: BranchAndDay) =>
  portalQuery({
    key: [...branchKey(branchId), "day", day ?? null],
    answer: async () => (await import("@/lib/areas/today/schemas")).branchDaySchema,
    path: `branches/${branchId}/day`,
    query: { day },
  });

/** What may have been sent twice, for when the first few that come with the day are not enough. */
export const lookAlikesQuery = ({ branchId, day }: BranchAndDay) =>
  portalQuery({
    key: [...branchKey(branchId), "look-alikes", day ?? null],
    answer: async () => (await import("@/lib/areas/today/schemas")).lookAlikesSchema,
    path: `branches/${branchId}/look-alikes`,
    query: { day },
  });

/** The entries of a branch's day. */
export const branchListQuery = ({ branchId, day }: BranchAndDay, filter: TodayFilter) =>
  portalPages({
    key: [...branchKey(branchId), "list", day ?? null, filter],
    answer: async () => (await import("@/lib/areas/today/schemas")).branchEntriesSchema,
    path: `branches/${branchId}/entries`,
    query: { day, ...filter },
    placeholderData: keepPreviousData,
  });

/** The table of all branches is a summary; it may be half a minute old. */
const SUMMARY_POLL_MS = 30_000;

/** The totals of all branches, read again by themselves while the day is not over and the page is in view. */
export const branchesDayQuery = (day: string | undefined) =>
  portalQuery({
    key: ["today", "branches", day ?? null],
    answer: async () => (await import("@/lib/areas/today/schemas")).branchesDaySchema,
    path: "branches/totals",
    query: { day },
    refetchInterval: day === undefined && SUMMARY_POLL_MS,
  });

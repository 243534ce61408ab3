import { keepPreviousData } from "@tanstack/react-query";
import { portalQuery } from "@/components/kit/query";
import {
  outstandingSchema,
  type ReportQuery,
  reportChoicesSchema,
  reportSchema,
} from "@/lib/areas/reports/schemas";

/** What happened in a range; while another is being read, the one shown last. An open page keeps up with the log. */
export const reportQuery = (query: ReportQuery) =>
  portalQuery({
    key: ["reports", "activity", query],
    answer: reportSchema,
    path: "reports",
    query,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.standing.behind ? 3_000 : 60_000),
  });

/** What a report can be limited to. */
export const reportChoicesQuery = portalQuery({
  key: ["reports", "choices"],
  answer: reportChoicesSchema,
  path: "reports/choices",
  staleTime: 5 * 60_000,
});

/** All points that customers hold. */
export const outstandingQuery = portalQuery({
  key: ["reports", "outstanding"],
  answer: outstandingSchema,
  path: "reports/outstanding",
  staleTime: 60_000,
});

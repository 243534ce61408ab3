import { useQuery } from "@tanstack/react-query";
import { ask } from "@/components/kit/contract";
import { reports } from "@/lib/areas/reports/contract";

/** The merchants and branches that a report can be limited to. */
export const useReportChoices = () => useQuery(ask(reports.choices, {}, { staleTime: 5 * 60_000 }));

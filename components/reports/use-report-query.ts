"use client";

import { useSearchParams } from "next/navigation";
import { useFilters } from "@/components/kit/use-filters";
import { type ReportQuery, reportQuerySchema } from "@/lib/areas/reports/schemas";
import { REPORT_PARTS, type ReportPart } from "@/lib/areas/reports/words";

/** Limits of the report. They live in the page's address, so that they can be shared and gone back from. */
export function useReportQuery() {
  const { filters: query } = useFilters(reportQuerySchema);
  const named = useSearchParams().get("part");
  const part = REPORT_PARTS.find((key) => key === named) ?? "overview";
  const show = (parameters: URLSearchParams, part: ReportPart) => {
    if (part !== "overview") parameters.set("part", part);
    const text = parameters.toString();
    window.history.pushState(null, "", text === "" ? "/reports" : `/reports?${text}`);
  };
  return {
    query,
    part,
    open: (chosen: ReportPart) => show(parametersOf(query), chosen),
    change: (changes: ReportQuery) => show(parametersOf({ ...query, ...changes }), part),
  };
}

function parametersOf(query: ReportQuery): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) parameters.set(name, String(value));
  return parameters;
}

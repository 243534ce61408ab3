"use client";

import { useSearchParams } from "next/navigation";
import { useReadAddress } from "@/components/kit/use-read-address";
import type { ReportQuery } from "@/lib/areas/reports/schemas";
import { REPORT_PARTS, type ReportPart } from "@/lib/areas/reports/words";

const loadRead = async () => (await import("@/lib/areas/reports/schemas")).readReportQuery;
/** All that the asker may see, in the last 30 days. */
const BARE: ReportQuery = {};

/** Limits of the report. They live in the page's address, so that they can be shared and gone back from. */
export function useReportQuery() {
  const query = useReadAddress(loadRead, BARE);
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

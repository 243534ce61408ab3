"use client";

import { useSearchParams } from "next/navigation";
import { type ReportQuery, readReportQuery } from "@/lib/areas/reports/schemas";

/** What the report is limited to. It lives in the page's address, so that it can be shared and gone back from. */
export function useReportQuery() {
  const query = readReportQuery(useSearchParams());
  return {
    query,
    change: (changes: ReportQuery) => {
      const parameters = new URLSearchParams();
      for (const [name, value] of Object.entries({ ...query, ...changes }))
        if (value !== undefined) parameters.set(name, String(value));
      const text = parameters.toString();
      window.history.pushState(null, "", text === "" ? "/reports" : `/reports?${text}`);
    },
  };
}

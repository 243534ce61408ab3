"use client";

import { useReadAddress } from "@/components/kit/use-read-address";
import type { ReportQuery } from "@/lib/areas/reports/schemas";

const loadRead = async () => (await import("@/lib/areas/reports/schemas")).readReportQuery;
/** All that the asker may see, in the last 30 days. */
const BARE: ReportQuery = {};

/** What the report is limited to. It lives in the page's address, so that it can be shared and gone back from. */
export function useReportQuery() {
  const query = useReadAddress(loadRead, BARE);
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

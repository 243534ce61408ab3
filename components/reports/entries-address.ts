import type { ReportEntriesQuery } from "@/lib/areas/reports/schemas";

/** The page of the entries behind a part of a report. */
export function entriesAddress(query: ReportEntriesQuery): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) parameters.set(name, String(value));
  return `/reports/entries?${parameters}`;
}

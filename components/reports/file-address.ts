import { reports as api } from "@/lib/areas/reports/contract";
import type { ReportQuery, ReportTable } from "@/lib/areas/reports/schemas";

/** Where a table of the report is as a file. */
export function reportFileAddress(
  table: ReportTable,
  query: ReportQuery & { day?: string | undefined },
): string {
  const parameters = new URLSearchParams({ table });
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) parameters.set(name, String(value));
  return `/api/portal/${api.export.path}?${parameters}`;
}

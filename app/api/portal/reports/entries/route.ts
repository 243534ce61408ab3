import { entryPageSchema } from "@/lib/areas/entries/schemas";
import { readReportEntries } from "@/lib/areas/reports/files-portal";
import { reportEntriesQuerySchema } from "@/lib/areas/reports/schemas";
import { DESK_ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

/** The entries behind a bar of a report, page by page. */
export const GET = withPortal({
  roles: DESK_ROLES,
  reach: "merchant",
  query: reportEntriesQuerySchema,
  answer: entryPageSchema,
  handler: ({ actor, query }) => readReportEntries(actor, query),
});

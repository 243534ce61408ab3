import { ReportEntriesPage } from "@/components/reports/entries-page";
import { reportsPortal } from "@/lib/areas/reports/portal";
import { reportEntriesFiltersSchema } from "@/lib/areas/reports/schemas";
import { readFilters } from "@/lib/portal/wire/read-filters";
import { definePage } from "../../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/reports",
  title: "reports.entriesPage.title",
  reads: (ahead, { address }) => [
    ahead(reportsPortal.choices),
    ahead.pages(reportsPortal.entries, { query: readFilters(reportEntriesFiltersSchema, address) }),
    ahead(reportsPortal.files),
  ],
  show: () => <ReportEntriesPage />,
});

export { generateMetadata, Page as default };

import { may } from "@/components/kit/may";
import { ReportsPage } from "@/components/reports/reports-page";
import { reportsPortal } from "@/lib/areas/reports/portal";
import { reportQuerySchema } from "@/lib/areas/reports/schemas";
import { readFilters } from "@/lib/portal/wire/read-filters";
import { definePage } from "../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/reports",
  title: "pages.reports",
  reads: (ahead, { address, session: { actor } }) =>
    address.get("part") === "owed" && may(actor, reportsPortal.outstanding.endpoint)
      ? [ahead(reportsPortal.outstanding, { query: {} }), ahead(reportsPortal.rollForward, { query: {} })]
      : [
          ahead(reportsPortal.activity, { query: readFilters(reportQuerySchema, address) }),
          ahead(reportsPortal.choices),
        ],
  show: () => <ReportsPage />,
});

export { generateMetadata, Page as default };

import { may } from "@/components/kit/may";
import { ReportsPage } from "@/components/reports/reports-page";
import { reportsPortal } from "@/lib/areas/reports/portal";
import { readReportQuery } from "@/lib/areas/reports/schemas";
import { definePage } from "../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/reports",
  title: "pages.reports",
  reads: (ahead, { address, session: { actor } }) =>
    address.get("part") === "owed" && may(actor, reportsPortal.outstanding.endpoint)
      ? [ahead(reportsPortal.outstanding, { query: {} }), ahead(reportsPortal.rollForward, { query: {} })]
      : [ahead(reportsPortal.activity, { query: readReportQuery(address) }), ahead(reportsPortal.choices)],
  show: () => <ReportsPage />,
});

export { generateMetadata, Page as default };

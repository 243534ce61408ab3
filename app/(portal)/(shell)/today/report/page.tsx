import { readTodayAddress } from "@/components/today/read-address";
import { ReportPage } from "@/components/today/report-page";
import { todayPortal } from "@/lib/areas/today/portal";
import { definePage } from "../../define-page";

/** The end-of-shift report, as it will be printed. */
const { generateMetadata, Page } = definePage({
  path: "/today",
  title: "today.report.title",
  reads: (ahead, { address, session: { actor } }) => {
    const { branchId, day } = readTodayAddress(address);
    const shown = typeof branchId === "number" ? branchId : (actor.activeBranchId ?? actor.branchIds[0]);
    return shown === undefined
      ? []
      : [ahead(todayPortal.day, { params: { branchId: shown }, query: { day } })];
  },
  show: () => <ReportPage />,
});

export { generateMetadata, Page as default };

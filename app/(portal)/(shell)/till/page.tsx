import { TillPage } from "@/components/till/till-page";
import { shiftsPortal } from "@/lib/areas/shifts/portal";
import { definePage } from "../define-page";

const { generateMetadata, Page } = definePage({
  path: "/till",
  title: "pages.till",
  reads: (ahead, { session }) => (session.shifts === "off" ? [] : [ahead(shiftsPortal.own)]),
  show: () => <TillPage />,
});

export { generateMetadata, Page as default };

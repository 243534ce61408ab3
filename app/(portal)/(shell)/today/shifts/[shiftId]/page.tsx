import { ShiftPage } from "@/components/today/shift-page";
import { shiftsPortal } from "@/lib/areas/shifts/portal";
import { shiftParamsSchema } from "@/lib/areas/shifts/schemas";
import { targetOf } from "@/lib/portal/page-target";
import { definePage } from "../../../define-page";

/** The report of a shift, as it will be printed. */
const { generateMetadata, Page } = definePage({
  path: "/today",
  title: "shifts.report",
  reads: (ahead, { params }) => [ahead(shiftsPortal.report, { params: targetOf(shiftParamsSchema, params) })],
  show: ({ params }) => <ShiftPage {...targetOf(shiftParamsSchema, params)} />,
});

export { generateMetadata, Page as default };

import { TILL_ROLES } from "@/lib/areas/roles";
import { readShiftReport } from "@/lib/areas/shifts/portal";
import { shiftParamsSchema, shiftReportSchema } from "@/lib/areas/shifts/schemas";
import { withPortal } from "@/lib/portal/with-portal";

/** A shift and what was done in it. */
export const GET = withPortal({
  roles: TILL_ROLES,
  reach: "own",
  params: shiftParamsSchema,
  answer: shiftReportSchema,
  handler: ({ actor, params }) => readShiftReport(actor, params.shiftId),
});

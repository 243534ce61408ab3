import { TILL_ROLES } from "@/lib/areas/roles";
import { readShiftReport } from "@/lib/areas/shifts/portal";
import { closeShiftSchema, shiftParamsSchema, shiftReportSchema } from "@/lib/areas/shifts/schemas";
import { closeShift } from "@/lib/areas/shifts/shifts";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** One's own shift, or as somebody of the desk another's. */
export const POST = withPortal({
  roles: TILL_ROLES,
  reach: "own",
  params: shiftParamsSchema,
  body: closeShiftSchema,
  answer: shiftReportSchema,
  handler: async (call) => {
    const { shiftId } = call.params;
    // Before anything is written: a branch that is not the caller's.
    await readShiftReport(call.actor, shiftId);
    await closeShift(adminContext(), adminActor(call), { shiftId, ...call.body });
    return readShiftReport(call.actor, shiftId);
  },
});

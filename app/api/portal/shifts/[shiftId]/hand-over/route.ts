import { TILL_ROLES } from "@/lib/areas/roles";
import { readShiftReport } from "@/lib/areas/shifts/portal";
import { handOverShiftSchema, shiftParamsSchema, shiftReportSchema } from "@/lib/areas/shifts/schemas";
import { handOverShift } from "@/lib/areas/shifts/shifts";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

export const POST = withPortal({
  roles: TILL_ROLES,
  reach: "own",
  params: shiftParamsSchema,
  body: handOverShiftSchema,
  answer: shiftReportSchema,
  handler: async (call) => {
    const { shiftId } = call.params;
    await readShiftReport(call.actor, shiftId);
    await handOverShift(adminContext(), adminActor(call), { shiftId, ...call.body });
    return readShiftReport(call.actor, shiftId);
  },
});

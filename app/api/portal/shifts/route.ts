import { TILL_ROLES } from "@/lib/areas/roles";
import { readOwnShift } from "@/lib/areas/shifts/portal";
import { openShiftSchema, ownShiftSchema } from "@/lib/areas/shifts/schemas";
import { openShift } from "@/lib/areas/shifts/shifts";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { requireBranch } from "@/lib/portal/require";
import { withPortal } from "@/lib/portal/with-portal";

export const POST = withPortal({
  roles: TILL_ROLES,
  reach: "branch",
  body: openShiftSchema,
  answer: ownShiftSchema,
  handler: async (call) => {
    await requireBranch(call.actor, call.body.branchId);
    await openShift(adminContext(), adminActor(call), call.body);
    return readOwnShift(call.actor);
  },
});

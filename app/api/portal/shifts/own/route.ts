import { TILL_ROLES } from "@/lib/areas/roles";
import { readOwnShift } from "@/lib/areas/shifts/portal";
import { ownShiftSchema } from "@/lib/areas/shifts/schemas";
import { withPortal } from "@/lib/portal/with-portal";

/** The caller's shift that is open. */
export const GET = withPortal({
  roles: TILL_ROLES,
  reach: "own",
  prolongs: false,
  answer: ownShiftSchema,
  handler: ({ actor }) => readOwnShift(actor),
});

import { DONE, doneSchema } from "@/lib/areas/account/schemas";
import { readStaffPin, setOwnStaffPin } from "@/lib/areas/approvals/portal";
import { staffPinRequestSchema, staffPinStatusSchema } from "@/lib/areas/approvals/schemas";
import { DESK_ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

/** Whether the user has a PIN to approve with. */
export const GET = withPortal({
  roles: DESK_ROLES,
  reach: "self",
  answer: staffPinStatusSchema,
  handler: ({ actor }) => readStaffPin(actor),
});

/** Sets the PIN by which the user approves at somebody else's till. */
export const POST = withPortal({
  roles: DESK_ROLES,
  reach: "self",
  body: staffPinRequestSchema,
  answer: doneSchema,
  handler: async ({ actor, session, address, body }) => {
    await setOwnStaffPin({ actor, address, username: session.user.username }, body);
    return DONE;
  },
});

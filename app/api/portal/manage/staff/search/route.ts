import { ADMIN_ROLES } from "@/lib/areas/roles";
import { staffPageSchema, staffSearchSchema } from "@/lib/areas/staff/desk-schemas";
import { readStaffPage } from "@/lib/areas/staff/portal";
import { withPortal } from "@/lib/portal/with-portal";

/** The staff that matches, page by page. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "merchant",
  body: staffSearchSchema,
  answer: staffPageSchema,
  handler: ({ actor, body }) => readStaffPage(actor, body),
});

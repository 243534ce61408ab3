import { ADMIN_ROLES } from "@/lib/auth/roles";
import { staffPageSchema, staffSearchSchema } from "@/lib/contract/portal/manage-staff";
import { readStaffPage } from "@/lib/http/portal/manage-staff";
import { withPortal } from "@/lib/http/portal/with-portal";

/** The staff that matches, page by page. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "merchant",
  body: staffSearchSchema,
  answer: staffPageSchema,
  handler: ({ actor, body }) => readStaffPage(actor, body),
});

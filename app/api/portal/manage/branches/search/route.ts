import { branchPageSchema, branchSearchSchema } from "@/lib/areas/branches/desk-schemas";
import { readBranchPage } from "@/lib/areas/branches/portal";
import { ADMIN_ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

/** Branches that match, page by page. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "merchant",
  body: branchSearchSchema,
  answer: branchPageSchema,
  handler: ({ actor, body }) => readBranchPage(actor, body),
});

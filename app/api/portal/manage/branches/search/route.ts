import { ADMIN_ROLES } from "@/lib/auth/roles";
import { branchPageSchema, branchSearchSchema } from "@/lib/contract/portal/manage-branches";
import { readBranchPage } from "@/lib/http/portal/manage-branches";
import { withPortal } from "@/lib/http/portal/with-portal";

/** Branches that match, page by page. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "merchant",
  body: branchSearchSchema,
  answer: branchPageSchema,
  handler: ({ actor, body }) => readBranchPage(actor, body),
});

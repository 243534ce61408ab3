import { TILL_ROLES } from "@/lib/areas/roles";
import { readBranchChanges } from "@/lib/areas/today/portal";
import { branchChangesQuerySchema, branchChangesSchema, branchParamsSchema } from "@/lib/areas/today/schemas";
import { withPortal } from "@/lib/portal/with-portal";

/** What was added at a branch since the page last heard of it; asked every few seconds while the page is in view. */
export const GET = withPortal({
  roles: TILL_ROLES,
  reach: "branch",
  prolongs: false,
  params: branchParamsSchema,
  query: branchChangesQuerySchema,
  answer: branchChangesSchema,
  handler: ({ actor, params, query }) => readBranchChanges(actor, params.branchId, query),
});

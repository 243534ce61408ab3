import { TILL_ROLES } from "@/lib/areas/roles";
import { readBranchEntries } from "@/lib/areas/today/portal";
import { branchEntriesQuerySchema, branchEntriesSchema, branchParamsSchema } from "@/lib/areas/today/schemas";
import { withPortal } from "@/lib/portal/with-portal";

/** The entries of a branch's day, page by page. */
export const GET = withPortal({
  roles: TILL_ROLES,
  reach: "branch",
  params: branchParamsSchema,
  query: branchEntriesQuerySchema,
  answer: branchEntriesSchema,
  handler: ({ actor, params, query }) => readBranchEntries(actor, params.branchId, query),
});

import { TILL_ROLES } from "@/lib/areas/roles";
import { readLookAlikes } from "@/lib/areas/today/portal";
import { branchParamsSchema, dayQuerySchema, lookAlikesSchema } from "@/lib/areas/today/schemas";
import { withPortal } from "@/lib/portal/with-portal";

/** What may have been sent twice at a branch on a day. */
export const GET = withPortal({
  roles: TILL_ROLES,
  reach: "branch",
  prolongs: false,
  params: branchParamsSchema,
  query: dayQuerySchema,
  answer: lookAlikesSchema,
  handler: ({ actor, params, query }) => readLookAlikes(actor, params.branchId, query),
});

import { TILL_ROLES } from "@/lib/areas/roles";
import { readBranchDay } from "@/lib/areas/today/portal";
import { branchDaySchema, branchParamsSchema, dayQuerySchema } from "@/lib/areas/today/schemas";
import { withPortal } from "@/lib/portal/with-portal";

/** What a branch did on a day. */
export const GET = withPortal({
  roles: TILL_ROLES,
  reach: "branch",
  prolongs: false,
  params: branchParamsSchema,
  query: dayQuerySchema,
  answer: branchDaySchema,
  handler: ({ actor, params, query }) => readBranchDay(actor, params.branchId, query),
});

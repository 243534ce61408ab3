import { TILL_ROLES } from "@/lib/auth/roles";
import { branchDaySchema, branchParamsSchema, dayQuerySchema } from "@/lib/contract/portal/today";
import { readBranchDay } from "@/lib/http/portal/today";
import { withPortal } from "@/lib/http/portal/with-portal";

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

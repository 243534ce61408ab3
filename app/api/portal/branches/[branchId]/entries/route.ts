import { TILL_ROLES } from "@/lib/auth/roles";
import {
  branchEntriesQuerySchema,
  branchEntriesSchema,
  branchParamsSchema,
} from "@/lib/contract/portal/today";
import { readBranchEntries } from "@/lib/http/portal/today";
import { withPortal } from "@/lib/http/portal/with-portal";

/** The entries of a branch's day, page by page. */
export const GET = withPortal({
  roles: TILL_ROLES,
  reach: "branch",
  params: branchParamsSchema,
  query: branchEntriesQuerySchema,
  answer: branchEntriesSchema,
  handler: ({ actor, params, query }) => readBranchEntries(actor, params.branchId, query),
});

import { ROLES } from "@/lib/auth/roles";
import { dealChoicesSchema } from "@/lib/contract/portal/deals";
import { readDealChoices } from "@/lib/http/portal/deals";
import { withPortal } from "@/lib/http/portal/with-portal";

/** Categories, merchants, branches and rate plans that the live deals can be filtered by. */
export const GET = withPortal({
  roles: ROLES,
  reach: "programme",
  answer: dealChoicesSchema,
  handler: readDealChoices,
});

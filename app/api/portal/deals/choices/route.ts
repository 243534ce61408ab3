import { readDealChoices } from "@/lib/areas/deals/portal";
import { dealChoicesSchema } from "@/lib/areas/deals/schemas";
import { ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

/** Categories, merchants, branches and rate plans that the live deals can be filtered by. */
export const GET = withPortal({
  roles: ROLES,
  reach: "programme",
  answer: dealChoicesSchema,
  handler: readDealChoices,
});

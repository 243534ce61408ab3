import { readDeal } from "@/lib/areas/deals/portal";
import { dealParamsSchema, dealSchema } from "@/lib/areas/deals/schemas";
import { ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

/** One live deal, with its terms and branches. */
export const GET = withPortal({
  roles: ROLES,
  reach: "programme",
  params: dealParamsSchema,
  answer: dealSchema,
  handler: ({ params }) => readDeal(params.dealId),
});

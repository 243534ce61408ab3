import { ROLES } from "@/lib/auth/roles";
import { dealParamsSchema, dealSchema } from "@/lib/contract/portal/deals";
import { readDeal } from "@/lib/http/portal/deals";
import { withPortal } from "@/lib/http/portal/with-portal";

/** One live deal, with its terms and branches. */
export const GET = withPortal({
  roles: ROLES,
  reach: "programme",
  params: dealParamsSchema,
  answer: dealSchema,
  handler: ({ params }) => readDeal(params.dealId),
});

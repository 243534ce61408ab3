import { readDealPage } from "@/lib/areas/deals/portal";
import { dealListRequestSchema, dealPageSchema } from "@/lib/areas/deals/schemas";
import { ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

/** The live deals of all merchants: a customer at one till may ask about any of them. */
export const GET = withPortal({
  roles: ROLES,
  reach: "programme",
  query: dealListRequestSchema,
  answer: dealPageSchema,
  handler: ({ query }) => readDealPage(query),
});

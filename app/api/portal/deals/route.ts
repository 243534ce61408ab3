import { ROLES } from "@/lib/auth/roles";
import { dealListRequestSchema, dealPageSchema } from "@/lib/contract/portal/deals";
import { readDealPage } from "@/lib/http/portal/deals";
import { withPortal } from "@/lib/http/portal/with-portal";

/** The live deals of all merchants: a customer at one till may ask about any of them. */
export const GET = withPortal({
  roles: ROLES,
  reach: "programme",
  query: dealListRequestSchema,
  answer: dealPageSchema,
  handler: ({ query }) => readDealPage(query),
});

import { readUsableDeals } from "@/lib/areas/deals/portal";
import { usableDealsRequestSchema, usableDealsSchema } from "@/lib/areas/deals/schemas";
import { ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

/** The live deals that customers of a tier can have at a branch. */
export const GET = withPortal({
  roles: ROLES,
  reach: "programme",
  query: usableDealsRequestSchema,
  answer: usableDealsSchema,
  handler: ({ query }) => readUsableDeals(query),
});

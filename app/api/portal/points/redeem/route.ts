import { TILL_ROLES } from "@/lib/areas/roles";
import { postFromTill } from "@/lib/areas/till/portal";
import { postedSchema, redeemRequestSchema } from "@/lib/areas/till/schemas";
import { withPortal } from "@/lib/portal/with-portal";

export const POST = withPortal({
  roles: TILL_ROLES,
  reach: "branch",
  body: redeemRequestSchema,
  answer: postedSchema,
  handler: ({ actor, body, session }) => postFromTill(actor, "redeem", body, session),
});

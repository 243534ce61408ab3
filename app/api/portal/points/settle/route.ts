import { TILL_ROLES } from "@/lib/areas/roles";
import { settleFromTill } from "@/lib/areas/till/portal";
import { settledSchema, settleRequestSchema } from "@/lib/areas/till/schemas";
import { withPortal } from "@/lib/portal/with-portal";

export const POST = withPortal({
  roles: TILL_ROLES,
  reach: "branch",
  body: settleRequestSchema,
  answer: settledSchema,
  handler: ({ actor, body }) => settleFromTill(actor, body),
});

import { TILL_ROLES } from "@/lib/auth/roles";
import { settledSchema, settleRequestSchema } from "@/lib/contract/portal/till";
import { settleFromTill } from "@/lib/http/portal/points";
import { withPortal } from "@/lib/http/portal/with-portal";

export const POST = withPortal({
  roles: TILL_ROLES,
  reach: "branch",
  body: settleRequestSchema,
  answer: settledSchema,
  handler: ({ actor, body }) => settleFromTill(actor, body),
});

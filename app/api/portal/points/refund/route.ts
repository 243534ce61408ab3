import { TILL_ROLES } from "@/lib/auth/roles";
import { postedSchema, refundRequestSchema } from "@/lib/contract/portal/till";
import { postFromTill } from "@/lib/http/portal/points";
import { withPortal } from "@/lib/http/portal/with-portal";

export const POST = withPortal({
  roles: TILL_ROLES,
  reach: "branch",
  body: refundRequestSchema,
  answer: postedSchema,
  handler: ({ actor, body }) => postFromTill(actor, "refund", body),
});

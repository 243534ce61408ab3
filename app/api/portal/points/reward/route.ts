import { TILL_ROLES } from "@/lib/auth/roles";
import { postedSchema, rewardRequestSchema } from "@/lib/contract/portal/till";
import { postFromTill } from "@/lib/http/portal/points";
import { withPortal } from "@/lib/http/portal/with-portal";

export const POST = withPortal({
  roles: TILL_ROLES,
  reach: "branch",
  body: rewardRequestSchema,
  answer: postedSchema,
  handler: ({ actor, body }) => postFromTill(actor, "reward", body),
});

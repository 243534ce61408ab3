import { TILL_ROLES } from "@/lib/auth/roles";
import { quoteRequestSchema, quoteSchema } from "@/lib/contract/portal/till";
import { quoteForTill } from "@/lib/http/portal/points";
import { withPortal } from "@/lib/http/portal/with-portal";

export const POST = withPortal({
  roles: TILL_ROLES,
  reach: "branch",
  body: quoteRequestSchema,
  answer: quoteSchema,
  handler: ({ actor, body }) => quoteForTill(actor, body),
});

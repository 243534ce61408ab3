import { TILL_ROLES } from "@/lib/areas/roles";
import { quoteForTill } from "@/lib/areas/till/portal";
import { quoteRequestSchema, quoteSchema } from "@/lib/areas/till/schemas";
import { withPortal } from "@/lib/portal/with-portal";

export const POST = withPortal({
  roles: TILL_ROLES,
  reach: "branch",
  body: quoteRequestSchema,
  answer: quoteSchema,
  handler: ({ actor, body }) => quoteForTill(actor, body),
});

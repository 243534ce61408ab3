import { find } from "@/lib/areas/commands/portal";
import { findRequestSchema, foundSchema } from "@/lib/areas/commands/schemas";
import { ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

/** Finds branches, deals, API clients and people by name. A POST: what is typed may be a person's name. */
export const POST = withPortal({
  roles: ROLES,
  reach: "own",
  body: findRequestSchema,
  answer: foundSchema,
  handler: ({ actor, body }) => find(actor, body),
});

import { readCommands } from "@/lib/areas/commands/portal";
import { commandNamesSchema } from "@/lib/areas/commands/schemas";
import { ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

/** What the actor's commands are called. */
export const GET = withPortal({
  roles: ROLES,
  reach: "self",
  answer: commandNamesSchema,
  handler: ({ actor }) => readCommands(actor),
});

import { clientChoicesSchema } from "@/lib/areas/clients/desk-schemas";
import { readClientChoices } from "@/lib/areas/clients/portal";
import { ADMIN_ROLES } from "@/lib/areas/roles";
import { adminActor } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** What a client can be given: merchants and their branches. */
export const GET = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  answer: clientChoicesSchema,
  handler: (call) => readClientChoices(adminActor(call)),
});

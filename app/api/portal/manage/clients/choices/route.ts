import { ADMIN_ROLES } from "@/lib/auth/roles";
import { clientChoicesSchema } from "@/lib/contract/portal/client-desk";
import { adminActor } from "@/lib/http/portal/administration";
import { readClientChoices } from "@/lib/http/portal/clients";
import { withPortal } from "@/lib/http/portal/with-portal";

/** What a client can be given: merchants and their branches. */
export const GET = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  answer: clientChoicesSchema,
  handler: (call) => readClientChoices(adminActor(call)),
});

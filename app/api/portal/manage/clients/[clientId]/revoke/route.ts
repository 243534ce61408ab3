import { clientParamsSchema, clientSchema } from "@/lib/areas/clients/desk-schemas";
import { presentClient } from "@/lib/areas/clients/portal";
import { revokeClient } from "@/lib/areas/clients/revoke-client";
import { ADMIN_ROLES } from "@/lib/areas/roles";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Revokes the client with all its secrets, for ever. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: clientParamsSchema,
  answer: clientSchema,
  handler: async (call) => presentClient(await revokeClient(adminContext(), adminActor(call), call.params)),
});

import { revokeClient } from "@/lib/admin/revoke-client";
import { ADMIN_ROLES } from "@/lib/auth/roles";
import { clientParamsSchema, clientSchema } from "@/lib/contract/portal/client-desk";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { presentClient } from "@/lib/http/portal/clients";
import { withPortal } from "@/lib/http/portal/with-portal";

/** Revokes the client with all its secrets, for ever. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: clientParamsSchema,
  answer: clientSchema,
  handler: async (call) => presentClient(await revokeClient(adminContext(), adminActor(call), call.params)),
});

import { clientSchema, clientSecretParamsSchema } from "@/lib/areas/clients/desk-schemas";
import { presentClient } from "@/lib/areas/clients/portal";
import { revokeClientSecret } from "@/lib/areas/clients/revoke-client-secret";
import { ADMIN_ROLES } from "@/lib/areas/roles";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Ends one of the client's secrets at once. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: clientSecretParamsSchema,
  answer: clientSchema,
  handler: async (call) =>
    presentClient(await revokeClientSecret(adminContext(), adminActor(call), call.params)),
});

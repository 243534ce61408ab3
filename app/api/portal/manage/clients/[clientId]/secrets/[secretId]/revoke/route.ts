import { revokeClientSecret } from "@/lib/admin/revoke-client-secret";
import { ADMIN_ROLES } from "@/lib/auth/roles";
import { clientSchema, clientSecretParamsSchema } from "@/lib/contract/portal/client-desk";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { presentClient } from "@/lib/http/portal/clients";
import { withPortal } from "@/lib/http/portal/with-portal";

/** Ends one of the client's secrets at once. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: clientSecretParamsSchema,
  answer: clientSchema,
  handler: async (call) =>
    presentClient(await revokeClientSecret(adminContext(), adminActor(call), call.params)),
});

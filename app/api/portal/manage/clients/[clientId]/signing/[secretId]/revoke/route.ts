import { clientSchema, clientSecretParamsSchema } from "@/lib/areas/clients/desk-schemas";
import { presentClient } from "@/lib/areas/clients/portal";
import { revokeSigningSecret } from "@/lib/areas/clients/signing-secrets";
import { ADMIN_ROLES } from "@/lib/areas/roles";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Ends one of the client's signing secrets at once. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: clientSecretParamsSchema,
  answer: clientSchema,
  handler: async (call) =>
    presentClient(await revokeSigningSecret(adminContext(), adminActor(call), call.params)),
});

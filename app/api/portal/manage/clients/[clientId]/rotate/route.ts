import { clientParamsSchema, issuedClientSchema } from "@/lib/areas/clients/desk-schemas";
import { presentIssued } from "@/lib/areas/clients/portal";
import { rotateClientSecret } from "@/lib/areas/clients/rotate-client-secret";
import { rotateSecretSchema } from "@/lib/areas/clients/schemas";
import { ADMIN_ROLES } from "@/lib/areas/roles";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Gives the client a new ClientId, told this once; the present one is accepted for the overlap. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: clientParamsSchema,
  body: rotateSecretSchema,
  answer: issuedClientSchema,
  handler: async (call) =>
    presentIssued(
      await rotateClientSecret(adminContext(), adminActor(call), { ...call.params, ...call.body }),
    ),
});

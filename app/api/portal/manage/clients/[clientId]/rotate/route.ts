import { rotateClientSecret } from "@/lib/admin/rotate-client-secret";
import { ADMIN_ROLES } from "@/lib/auth/roles";
import { clientParamsSchema, issuedClientSchema } from "@/lib/contract/portal/client-desk";
import { rotateSecretSchema } from "@/lib/contract/portal/clients";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { presentIssued } from "@/lib/http/portal/clients";
import { withPortal } from "@/lib/http/portal/with-portal";

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

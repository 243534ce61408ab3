import { clientParamsSchema, issuedClientSchema } from "@/lib/areas/clients/desk-schemas";
import { presentIssued } from "@/lib/areas/clients/portal";
import { rotateSecretSchema } from "@/lib/areas/clients/schemas";
import { rotateSigningSecret } from "@/lib/areas/clients/signing-secrets";
import { ADMIN_ROLES } from "@/lib/areas/roles";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Gives the client a secret to sign with, told this once; the present one is accepted for the overlap. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: clientParamsSchema,
  body: rotateSecretSchema,
  answer: issuedClientSchema,
  handler: async (call) =>
    presentIssued(
      await rotateSigningSecret(adminContext(), adminActor(call), { ...call.params, ...call.body }),
    ),
});

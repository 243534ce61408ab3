import { certify } from "@/lib/areas/certification/portal";
import { certificationSchema, issueCertificateSchema } from "@/lib/areas/certification/schemas";
import { clientParamsSchema } from "@/lib/areas/clients/desk-schemas";
import { ADMIN_ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

/** Issues a certificate to a client that meets every requirement. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: clientParamsSchema,
  body: issueCertificateSchema,
  answer: certificationSchema,
  handler: (call) => certify(call, { ...call.params, ...call.body }),
});

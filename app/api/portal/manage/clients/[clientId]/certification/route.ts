import { readCertification } from "@/lib/areas/certification/portal";
import { certificationSchema } from "@/lib/areas/certification/schemas";
import { clientParamsSchema } from "@/lib/areas/clients/desk-schemas";
import { ADMIN_ROLES } from "@/lib/areas/roles";
import { adminActor } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** How far a test client has come. An open page asks again and again, which is no use of the session. */
export const GET = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  prolongs: false,
  params: clientParamsSchema,
  answer: certificationSchema,
  handler: (call) => readCertification(adminActor(call), call.params.clientId),
});

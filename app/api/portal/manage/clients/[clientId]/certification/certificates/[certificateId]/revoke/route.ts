import { withdraw } from "@/lib/areas/certification/portal";
import { certificateParamsSchema, certificationSchema } from "@/lib/areas/certification/schemas";
import { ADMIN_ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

/** Revokes a certificate, for ever. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: certificateParamsSchema,
  answer: certificationSchema,
  handler: (call) => withdraw(call, call.params),
});

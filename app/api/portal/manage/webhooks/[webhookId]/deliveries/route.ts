import { ADMIN_ROLES } from "@/lib/auth/roles";
import { deliveryPageSchema, deliveryQuerySchema, webhookParamsSchema } from "@/lib/contract/portal/webhooks";
import { adminActor } from "@/lib/http/portal/administration";
import { readDeliveries } from "@/lib/http/portal/webhooks";
import { withPortal } from "@/lib/http/portal/with-portal";

/** What was or is to be sent to an endpoint. */
export const GET = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  prolongs: false,
  params: webhookParamsSchema,
  query: deliveryQuerySchema,
  answer: deliveryPageSchema,
  handler: (call) => readDeliveries(adminActor(call), call.params, call.query),
});

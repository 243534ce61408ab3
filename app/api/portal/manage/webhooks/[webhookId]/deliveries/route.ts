import { ADMIN_ROLES } from "@/lib/areas/roles";
import { readDeliveries } from "@/lib/areas/webhooks/portal";
import { deliveryPageSchema, deliveryQuerySchema, webhookParamsSchema } from "@/lib/areas/webhooks/schemas";
import { adminActor } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

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

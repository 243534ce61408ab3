import { ADMIN_ROLES } from "@/lib/areas/roles";
import { enableWebhook } from "@/lib/areas/webhooks/enable-webhook";
import { webhookParamsSchema, webhookSchema } from "@/lib/areas/webhooks/schemas";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Tells an endpoint of events again. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: webhookParamsSchema,
  answer: webhookSchema,
  handler: (call) => enableWebhook(adminContext(), adminActor(call), call.params),
});

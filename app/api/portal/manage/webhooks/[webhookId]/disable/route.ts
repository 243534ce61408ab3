import { ADMIN_ROLES } from "@/lib/areas/roles";
import { disableWebhook } from "@/lib/areas/webhooks/disable-webhook";
import { webhookParamsSchema, webhookSchema } from "@/lib/areas/webhooks/schemas";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Tells an endpoint of nothing any more. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: webhookParamsSchema,
  answer: webhookSchema,
  handler: (call) => disableWebhook(adminContext(), adminActor(call), call.params),
});

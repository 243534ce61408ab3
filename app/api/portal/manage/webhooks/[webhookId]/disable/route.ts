import { disableWebhook } from "@/lib/admin/disable-webhook";
import { ADMIN_ROLES } from "@/lib/auth/roles";
import { webhookParamsSchema, webhookSchema } from "@/lib/contract/portal/webhooks";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { withPortal } from "@/lib/http/portal/with-portal";

/** Tells an endpoint of nothing any more. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: webhookParamsSchema,
  answer: webhookSchema,
  handler: (call) => disableWebhook(adminContext(), adminActor(call), call.params),
});

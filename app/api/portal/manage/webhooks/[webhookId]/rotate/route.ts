import { ADMIN_ROLES } from "@/lib/areas/roles";
import { webhookContext } from "@/lib/areas/webhooks/portal";
import { rotateWebhookSecret } from "@/lib/areas/webhooks/rotate-webhook-secret";
import { issuedWebhookSchema, webhookParamsSchema, webhookVersionSchema } from "@/lib/areas/webhooks/schemas";
import { adminActor } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Gives an endpoint a new secret, which is in this answer and nowhere else. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: webhookParamsSchema,
  body: webhookVersionSchema,
  answer: issuedWebhookSchema,
  handler: (call) =>
    rotateWebhookSecret(webhookContext(), adminActor(call), { ...call.params, ...call.body }),
});

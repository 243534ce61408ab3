import { rotateWebhookSecret } from "@/lib/admin/rotate-webhook-secret";
import { ADMIN_ROLES } from "@/lib/auth/roles";
import {
  issuedWebhookSchema,
  webhookParamsSchema,
  webhookVersionSchema,
} from "@/lib/contract/portal/webhooks";
import { adminActor } from "@/lib/http/portal/administration";
import { webhookContext } from "@/lib/http/portal/webhooks";
import { withPortal } from "@/lib/http/portal/with-portal";

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

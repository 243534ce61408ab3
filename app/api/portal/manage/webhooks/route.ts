import { createWebhook } from "@/lib/admin/create-webhook";
import { ADMIN_ROLES } from "@/lib/auth/roles";
import {
  createWebhookSchema,
  issuedWebhookSchema,
  webhookListQuerySchema,
  webhookListSchema,
} from "@/lib/contract/portal/webhooks";
import { adminActor } from "@/lib/http/portal/administration";
import { requireMerchant } from "@/lib/http/portal/require";
import { readWebhooks, webhookContext } from "@/lib/http/portal/webhooks";
import { withPortal } from "@/lib/http/portal/with-portal";

/** The endpoints of a merchant, or of all. */
export const GET = withPortal({
  roles: ADMIN_ROLES,
  reach: "merchant",
  query: webhookListQuerySchema,
  answer: webhookListSchema,
  handler: (call) => {
    if (call.query.merchantId !== undefined) requireMerchant(call.actor, call.query.merchantId);
    return readWebhooks(adminActor(call), call.query);
  },
});

/** Adds an endpoint: its secret is in this answer and nowhere else. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "merchant",
  body: createWebhookSchema,
  answer: issuedWebhookSchema,
  handler: (call) => {
    requireMerchant(call.actor, call.body.merchantId);
    return createWebhook(webhookContext(), adminActor(call), call.body);
  },
});

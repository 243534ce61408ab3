import { ADMIN_ROLES } from "@/lib/areas/roles";
import { createWebhook } from "@/lib/areas/webhooks/create-webhook";
import { readWebhooks, webhookContext } from "@/lib/areas/webhooks/portal";
import {
  createWebhookSchema,
  issuedWebhookSchema,
  webhookListQuerySchema,
  webhookListSchema,
} from "@/lib/areas/webhooks/schemas";
import { PROGRAMME } from "@/lib/areas/webhooks/words";
import { adminActor } from "@/lib/portal/administration";
import { requireMerchant } from "@/lib/portal/require";
import { withPortal } from "@/lib/portal/with-portal";

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
    const merchantId = call.body.merchantId === PROGRAMME ? null : call.body.merchantId;
    if (merchantId !== null) requireMerchant(call.actor, merchantId);
    return createWebhook(webhookContext(), adminActor(call), { ...call.body, merchantId });
  },
});

import { ADMIN_ROLES } from "@/lib/areas/roles";
import { deleteWebhook } from "@/lib/areas/webhooks/disable-webhook";
import { webhookContext } from "@/lib/areas/webhooks/portal";
import {
  removedSchema,
  updateWebhookSchema,
  webhookParamsSchema,
  webhookSchema,
} from "@/lib/areas/webhooks/schemas";
import { updateWebhook } from "@/lib/areas/webhooks/update-webhook";
import { adminActor } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Changes an endpoint; refused as a conflict when it is not the version that was read. */
export const PATCH = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: webhookParamsSchema,
  body: updateWebhookSchema,
  answer: webhookSchema,
  handler: (call) => updateWebhook(webhookContext(), adminActor(call), { ...call.params, ...call.body }),
});

/** Takes an endpoint away for good. */
export const DELETE = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: webhookParamsSchema,
  answer: removedSchema,
  handler: async (call) => {
    await deleteWebhook(webhookContext(), adminActor(call), call.params);
    return { isRemoved: true } as const;
  },
});

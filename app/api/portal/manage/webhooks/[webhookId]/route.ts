import { deleteWebhook } from "@/lib/admin/disable-webhook";
import { updateWebhook } from "@/lib/admin/update-webhook";
import { ADMIN_ROLES } from "@/lib/auth/roles";
import {
  removedSchema,
  updateWebhookSchema,
  webhookParamsSchema,
  webhookSchema,
} from "@/lib/contract/portal/webhooks";
import { adminActor } from "@/lib/http/portal/administration";
import { webhookContext } from "@/lib/http/portal/webhooks";
import { withPortal } from "@/lib/http/portal/with-portal";

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

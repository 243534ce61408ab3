import { PERMISSIONS } from "@/lib/areas/permissions";
import { enableWebhook } from "@/lib/areas/webhooks/enable-webhook";
import { adminContext } from "@/lib/portal/administration";
import { actOnEach } from "@/lib/portal/many";
import { manyAnswerSchema, manySchema } from "@/lib/portal/wire/many";
import { withPortal } from "@/lib/portal/with-portal";

/** Sends to some endpoints again. */
export const POST = withPortal({
  roles: PERMISSIONS["webhook.enable"],
  reach: "own",
  body: manySchema,
  answer: manyAnswerSchema,
  handler: (call) =>
    actOnEach(call, (actor, { id: webhookId, version }) =>
      enableWebhook(adminContext(), actor, { webhookId, version }),
    ),
});

import { PERMISSIONS } from "@/lib/areas/permissions";
import { disableWebhook } from "@/lib/areas/webhooks/disable-webhook";
import { adminContext } from "@/lib/portal/administration";
import { actOnEach } from "@/lib/portal/many";
import { manyAnswerSchema, manySchema } from "@/lib/portal/wire/many";
import { withPortal } from "@/lib/portal/with-portal";

/** Stops sending to some endpoints. */
export const POST = withPortal({
  roles: PERMISSIONS["webhook.disable"],
  reach: "own",
  body: manySchema,
  answer: manyAnswerSchema,
  handler: (call) =>
    actOnEach(call, (actor, { id: webhookId, version }) =>
      disableWebhook(adminContext(), actor, { webhookId, version }),
    ),
});

import { ADMIN_ROLES } from "@/lib/areas/roles";
import { sendTest } from "@/lib/areas/webhooks/portal";
import { attemptAnswerSchema, webhookParamsSchema } from "@/lib/areas/webhooks/schemas";
import { adminActor } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Sends a test event, and says what came of it. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: webhookParamsSchema,
  answer: attemptAnswerSchema,
  handler: (call) => sendTest(adminActor(call), call.params),
});

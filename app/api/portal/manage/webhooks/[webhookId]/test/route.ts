import { ADMIN_ROLES } from "@/lib/auth/roles";
import { attemptAnswerSchema, webhookParamsSchema } from "@/lib/contract/portal/webhooks";
import { adminActor } from "@/lib/http/portal/administration";
import { sendTest } from "@/lib/http/portal/webhooks";
import { withPortal } from "@/lib/http/portal/with-portal";

/** Sends a test event, and says what came of it. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: webhookParamsSchema,
  answer: attemptAnswerSchema,
  handler: (call) => sendTest(adminActor(call), call.params),
});

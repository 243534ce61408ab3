import { ADMIN_ROLES } from "@/lib/auth/roles";
import { attemptAnswerSchema, deliveryParamsSchema } from "@/lib/contract/portal/webhooks";
import { adminActor } from "@/lib/http/portal/administration";
import { resend } from "@/lib/http/portal/webhooks";
import { withPortal } from "@/lib/http/portal/with-portal";

/** Sends an event once more, and says what came of it. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: deliveryParamsSchema,
  answer: attemptAnswerSchema,
  handler: (call) => resend(adminActor(call), call.params),
});

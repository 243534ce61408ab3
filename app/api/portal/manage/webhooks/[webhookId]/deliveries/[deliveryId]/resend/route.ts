import { ADMIN_ROLES } from "@/lib/areas/roles";
import { resend } from "@/lib/areas/webhooks/portal";
import { attemptAnswerSchema, deliveryParamsSchema } from "@/lib/areas/webhooks/schemas";
import { adminActor } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Sends an event once more, and says what came of it. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: deliveryParamsSchema,
  answer: attemptAnswerSchema,
  handler: (call) => resend(adminActor(call), call.params),
});

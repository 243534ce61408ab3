import { PERMISSIONS } from "@/lib/areas/permissions";
import { simulate } from "@/lib/areas/promotions/portal";
import { trialRequestSchema, trialSchema } from "@/lib/areas/promotions/schemas";
import { adminActor } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** What acts on a bill at a moment, and why the others do not. Nothing is written. */
export const POST = withPortal({
  roles: PERMISSIONS["promotion.read"],
  reach: "own",
  body: trialRequestSchema,
  answer: trialSchema,
  handler: (call) => simulate(adminActor(call), call.body),
});

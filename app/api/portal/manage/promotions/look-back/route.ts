import { PERMISSIONS } from "@/lib/areas/permissions";
import { lookBackOn } from "@/lib/areas/promotions/portal";
import { lookBackSchema, promotionFieldsSchema } from "@/lib/areas/promotions/schemas";
import { adminActor } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** What a rule would have given on the rewards of the last 90 days. Nothing is written. */
export const POST = withPortal({
  roles: PERMISSIONS["promotion.read"],
  reach: "own",
  body: promotionFieldsSchema,
  answer: lookBackSchema,
  handler: (call) => lookBackOn(adminActor(call), call.body),
});

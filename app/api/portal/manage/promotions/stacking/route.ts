import { PERMISSIONS } from "@/lib/areas/permissions";
import { readPromotions } from "@/lib/areas/promotions/portal";
import { setStacking } from "@/lib/areas/promotions/promotions";
import { promotionsSchema, stackingSchema } from "@/lib/areas/promotions/schemas";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Whether promotions that may add up do so. */
export const PUT = withPortal({
  roles: PERMISSIONS["promotion.set_stacking"],
  reach: "programme",
  body: stackingSchema,
  answer: promotionsSchema,
  handler: async (call) => {
    const actor = adminActor(call);
    await setStacking(adminContext(), actor, call.body.stack);
    return readPromotions(actor);
  },
});

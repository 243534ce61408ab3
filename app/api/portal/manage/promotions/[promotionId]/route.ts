import { PERMISSIONS } from "@/lib/areas/permissions";
import { fieldsOf, readPromotions } from "@/lib/areas/promotions/portal";
import { updatePromotion } from "@/lib/areas/promotions/promotions";
import {
  promotionsSchema,
  promotionTargetSchema,
  updatePromotionSchema,
} from "@/lib/areas/promotions/schemas";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Changes a promotion. Refused as a conflict when it is no longer what was read. */
export const PUT = withPortal({
  roles: PERMISSIONS["promotion.update"],
  reach: "own",
  params: promotionTargetSchema,
  body: updatePromotionSchema,
  answer: promotionsSchema,
  handler: async (call) => {
    const actor = adminActor(call);
    const { version, ...body } = call.body;
    await updatePromotion(adminContext(), actor, { ...call.params, version, ...fieldsOf(body) });
    return readPromotions(actor);
  },
});

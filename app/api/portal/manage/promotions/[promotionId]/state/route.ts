import { PERMISSIONS } from "@/lib/areas/permissions";
import { readPromotions } from "@/lib/areas/promotions/portal";
import { movePromotion } from "@/lib/areas/promotions/promotions";
import { movePromotionSchema, promotionsSchema, promotionTargetSchema } from "@/lib/areas/promotions/schemas";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Publishes, starts, withdraws, pauses, resumes or ends a promotion. */
export const POST = withPortal({
  roles: PERMISSIONS["promotion.change_state"],
  reach: "own",
  params: promotionTargetSchema,
  body: movePromotionSchema,
  answer: promotionsSchema,
  handler: async (call) => {
    const actor = adminActor(call);
    await movePromotion(adminContext(), actor, { ...call.params, ...call.body });
    return readPromotions(actor);
  },
});

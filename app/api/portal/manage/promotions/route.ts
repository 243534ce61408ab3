import { PERMISSIONS } from "@/lib/areas/permissions";
import { fieldsOf, readPromotions } from "@/lib/areas/promotions/portal";
import { createPromotion } from "@/lib/areas/promotions/promotions";
import { promotionFieldsSchema, promotionsSchema } from "@/lib/areas/promotions/schemas";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** The promotions of the actor's merchant, or all of them. Each act on them answers with what there is then. */
export const GET = withPortal({
  roles: PERMISSIONS["promotion.read"],
  reach: "own",
  answer: promotionsSchema,
  handler: (call) => readPromotions(adminActor(call)),
});

export const POST = withPortal({
  roles: PERMISSIONS["promotion.create"],
  reach: "own",
  body: promotionFieldsSchema,
  answer: promotionsSchema,
  handler: async (call) => {
    const actor = adminActor(call);
    await createPromotion(adminContext(), actor, fieldsOf(call.body));
    return readPromotions(actor);
  },
});

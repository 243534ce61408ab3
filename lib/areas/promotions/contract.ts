import { contract } from "@/lib/portal/contract";

/** A change answers with all promotions, as they are then. */
const changed = { answer: "promotionsSchema", refreshes: "list" } as const;
const ONE = "manage/promotions/:promotionId";

export const promotions = contract("promotions", () => import("./schemas"), {
  list: {
    route: "GET manage/promotions",
    may: "promotion.read",
    reach: "own",
    answer: "promotionsSchema",
  },
  create: {
    route: "POST manage/promotions",
    may: "promotion.create",
    reach: "own",
    body: "promotionFieldsSchema",
    ...changed,
  },
  change: {
    route: `PUT ${ONE}`,
    may: "promotion.update",
    reach: "own",
    params: "promotionTargetSchema",
    body: "updatePromotionSchema",
    ...changed,
  },
  move: {
    route: `POST ${ONE}/state`,
    may: "promotion.change_state",
    reach: "own",
    params: "promotionTargetSchema",
    body: "movePromotionSchema",
    ...changed,
  },
  stacking: {
    route: "PUT manage/promotions/stacking",
    may: "promotion.set_stacking",
    reach: "programme",
    body: "stackingSchema",
    ...changed,
  },
  trial: {
    route: "POST manage/promotions/trials",
    may: "promotion.read",
    reach: "own",
    body: "trialRequestSchema",
    answer: "trialSchema",
  },
  lookBack: {
    route: "POST manage/promotions/look-back",
    may: "promotion.read",
    reach: "own",
    body: "promotionFieldsSchema",
    answer: "lookBackSchema",
  },
});

import { contract } from "@/lib/portal/contract";
import { ITEM_FILE_BYTES_MAX } from "./words";

/** A change answers with all promotions, as they are then. */
const changed = { answer: "promotionsSchema", refreshes: "list" } as const;
/** A rule may list a thousand items, with their points. */
const RULE_BYTES_MAX = 512 * 1024;
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
    bodyBytesMax: RULE_BYTES_MAX,
    ...changed,
  },
  change: {
    route: `PUT ${ONE}`,
    may: "promotion.update",
    reach: "own",
    params: "promotionTargetSchema",
    body: "updatePromotionSchema",
    bodyBytesMax: RULE_BYTES_MAX,
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
    bodyBytesMax: RULE_BYTES_MAX,
    answer: "trialSchema",
  },
  readItems: {
    route: "POST manage/promotions/items",
    may: "promotion.create",
    reach: "own",
    body: "itemsFileSchema",
    // Four characters of base64 are three bytes.
    bodyBytesMax: 1.5 * ITEM_FILE_BYTES_MAX,
    answer: "itemsFileAnswerSchema",
  },
  lookBack: {
    route: "POST manage/promotions/look-back",
    may: "promotion.read",
    reach: "own",
    body: "promotionFieldsSchema",
    bodyBytesMax: RULE_BYTES_MAX,
    answer: "lookBackSchema",
  },
});

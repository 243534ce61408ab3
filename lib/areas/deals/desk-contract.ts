import { contract } from "@/lib/portal/contract";

const read = { may: "deal.read", reach: "own" } as const;
const one = { params: "dealTargetSchema", reach: "own" } as const;
const ONE = "manage/deals/:dealId";

/** The deals as they are managed, which is more than their customers see. */
export const deskDeals = contract("deals", () => import("./desk-schemas"), {
  deskList: {
    route: "GET manage/deals",
    ...read,
    query: "deskListRequestSchema",
    answer: "deskListSchema",
  },
  filters: { route: "GET manage/deals/filters", ...read, answer: "deskFilterChoicesSchema" },
  /** For the editor: every branch, and the deals that an edited one may get in the way of. */
  deskChoices: { route: "GET manage/deals/choices", ...read, answer: "dealDeskChoicesSchema" },
  reorder: {
    route: "PUT manage/deals/order",
    may: "deal.order",
    reach: "merchant",
    body: "changeDealOrderRequestSchema",
    answer: "doneSchema",
  },
  /** The answer of GetDeals for a rate plan, a language and a moment. */
  answer: {
    route: "GET manage/deals/answer",
    ...read,
    query: "dealAnswerRequestSchema",
    answer: "dealAnswerSchema",
  },
  export: {
    route: "GET manage/deals/export",
    may: "deal.export",
    reach: "own",
    query: "chosenSchema",
    answer: "dealFileSchema",
  },
  deskOne: { route: `GET ${ONE}`, ...read, ...one, answer: "deskDealSchema" },
  create: {
    route: "POST manage/deals",
    may: "deal.create",
    reach: "merchant",
    body: "createDealRequestSchema",
    answer: "deskDealSchema",
  },
  change: {
    route: `PUT ${ONE}`,
    may: "deal.update",
    ...one,
    body: "updateDealRequestSchema",
    answer: "deskDealSchema",
  },
  remove: {
    route: `DELETE ${ONE}`,
    may: "deal.delete",
    ...one,
    query: "deleteDealRequestSchema",
    answer: "deletedDealSchema",
  },
  move: {
    route: `POST ${ONE}/state`,
    may: "deal.change_state",
    ...one,
    body: "moveDealRequestSchema",
    answer: "deskDealSchema",
  },
  moveMany: {
    route: "POST manage/deals/states",
    may: "deal.change_state",
    reach: "own",
    body: "moveDealsRequestSchema",
    answer: "manyAnswerSchema",
  },
  duplicate: { route: `POST ${ONE}/copies`, may: "deal.duplicate", ...one, answer: "deskDealSchema" },
  /** The picture is the body of the request, sent as it is. */
  storePicture: {
    route: "POST images",
    may: "image.store",
    reach: "own",
    query: "pictureUseSchema",
    answer: "storedPictureSchema",
  },
});

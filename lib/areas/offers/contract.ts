import { contract } from "@/lib/portal/contract";

/** Deals, promotions and coupons side by side. */
export const offers = contract("offers", () => import("./schemas"), {
  calendar: {
    route: "GET manage/offers/calendar",
    may: "deal.read",
    reach: "own",
    query: "offerCalendarRequestSchema",
    answer: "offerCalendarSchema",
  },
});

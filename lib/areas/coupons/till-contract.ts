import { SERVING_ROLES, TILL_ROLES } from "@/lib/portal/acts/roles";
import { contract } from "@/lib/portal/contract";

const act = {
  may: TILL_ROLES,
  reach: "branch",
  body: "useCouponSchema",
  answer: "usedCouponSchema",
} as const;

/** Coupons at the till, which keeps them with their wallet. */
export const walletCoupons = contract("wallets", () => import("./schemas"), {
  coupons: {
    route: "GET wallets/:walletId/coupons",
    may: SERVING_ROLES,
    reach: "own",
    params: "walletTargetSchema",
    query: "walletCouponsRequestSchema",
    answer: "walletCouponsSchema",
  },
  use: { route: "POST coupons/use", ...act },
  reopen: { route: "POST coupons/reopen", ...act, body: "reopenCouponSchema" },
});

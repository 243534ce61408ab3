import { redeemCoupon } from "@/lib/points-api/redeem-coupon";
import { serve } from "@/lib/points-api/next-door";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = serve(redeemCoupon);

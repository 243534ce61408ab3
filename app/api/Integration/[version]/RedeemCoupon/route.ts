import { serve } from "@/lib/points-api/next-door";
import { redeemCoupon } from "@/lib/points-api/redeem-coupon";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = serve(redeemCoupon);

import { cancelCoupon } from "@/lib/points-api/cancel-coupon";
import { serve } from "@/lib/points-api/next-door";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = serve(cancelCoupon);

import { issueCoupon } from "@/lib/points-api/issue-coupon";
import { serve } from "@/lib/points-api/next-door";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = serve(issueCoupon);

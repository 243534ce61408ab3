import { getCoupons } from "@/lib/points-api/get-coupons";
import { serve } from "@/lib/points-api/next-door";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = serve(getCoupons);

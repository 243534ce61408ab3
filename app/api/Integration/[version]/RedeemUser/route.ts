import { serve } from "@/lib/points-api/next-door";
import { redeemUser } from "@/lib/points-api/redeem-user";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = serve(redeemUser);

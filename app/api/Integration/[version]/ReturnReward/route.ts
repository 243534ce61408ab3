import { serve } from "@/lib/points-api/next-door";
import { returnReward } from "@/lib/points-api/return-reward";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = serve(returnReward);

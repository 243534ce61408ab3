import { serve } from "@/lib/points-api/next-door";
import { reward } from "@/lib/points-api/reward";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = serve(reward);

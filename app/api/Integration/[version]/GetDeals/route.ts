import { getDeals } from "@/lib/points-api/get-deals";
import { serve } from "@/lib/points-api/next-door";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = serve(getDeals);

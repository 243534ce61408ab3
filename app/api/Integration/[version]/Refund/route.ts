import { serve } from "@/lib/points-api/next-door";
import { refund } from "@/lib/points-api/refund";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = serve(refund);

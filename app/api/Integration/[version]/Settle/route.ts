import { serve } from "@/lib/points-api/next-door";
import { settle } from "@/lib/points-api/settle";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = serve(settle);

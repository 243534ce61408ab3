import { MOVEMENTS } from "@/lib/points-api/movements";
import { serve } from "@/lib/points-api/next-door";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = serve(MOVEMENTS.Cancel);

import { hold } from "@/lib/points-api/hold";
import { serve } from "@/lib/points-api/next-door";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = serve(hold);

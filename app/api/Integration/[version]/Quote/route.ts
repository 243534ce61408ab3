import { serve } from "@/lib/points-api/next-door";
import { quote } from "@/lib/points-api/quote";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = serve(quote);

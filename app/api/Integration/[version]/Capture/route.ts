import { capture } from "@/lib/points-api/capture";
import { serve } from "@/lib/points-api/next-door";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = serve(capture);

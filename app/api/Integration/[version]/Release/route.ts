import { serve } from "@/lib/points-api/next-door";
import { release } from "@/lib/points-api/release";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = serve(release);

import { findWallet } from "@/lib/points-api/find-wallet";
import { serve } from "@/lib/points-api/next-door";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = serve(findWallet);

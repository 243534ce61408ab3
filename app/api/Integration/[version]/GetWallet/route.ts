import { getWallet } from "@/lib/points-api/get-wallet";
import { serve } from "@/lib/points-api/next-door";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = serve(getWallet);

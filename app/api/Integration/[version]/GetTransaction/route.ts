import { getTransaction } from "@/lib/points-api/get-transaction";
import { serve } from "@/lib/points-api/next-door";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = serve(getTransaction);

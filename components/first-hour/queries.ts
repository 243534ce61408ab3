import { ask } from "@/components/kit/contract";
import { firstHour as api } from "@/lib/areas/firsthour/contract";

/** How far a new programme has come, which is what somebody does next in another window. For operators. */
export const firstHourQuery = ask(api.firstHour, {}, { staleTime: 3_000 });

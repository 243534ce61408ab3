import { ask } from "@/components/kit/contract";
import { adjustments } from "@/lib/areas/adjustments/contract";

/** Others ask for decisions while a page is open, and some of them stand at a till with a customer. */
const WAITING_POLL_MS = 5_000;
const FORBIDDEN = 403;

/** How much waits for the reader's decision. */
export const waitingQuery = ask(
  adjustments.waiting,
  {},
  {
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => state.error?.status !== FORBIDDEN && WAITING_POLL_MS,
  },
);

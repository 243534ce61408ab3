import { portalQuery } from "@/components/kit/query";

/** Others ask for decisions while a page is open, and some of them stand at a till with a customer. */
const WAITING_POLL_MS = 5_000;
const FORBIDDEN = 403;

/** How much waits for the reader's decision. Kept under the area whose changes alter it. */
export const waitingQuery = portalQuery({
  key: ["adjustments", "waiting"],
  // It comes with the page and is asked for again later: what reads it need not come with the page.
  answer: async () => (await import("@/lib/areas/adjustments/schemas")).waitingSchema,
  path: "manage/adjustments/waiting",
  refetchOnWindowFocus: true,
  refetchInterval: ({ state }) => state.error?.status !== FORBIDDEN && WAITING_POLL_MS,
});

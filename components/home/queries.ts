import { portalQuery } from "@/components/kit/query";

/** What waits and what is done changes while the page is open. */
const HOME_POLL_MS = 60_000;

/** What needs the reader now, how the day goes, and what was done last. */
export const homeQuery = portalQuery({
  key: ["home"],
  answer: async () => (await import("@/lib/areas/home/schemas")).homeSchema,
  path: "home",
  refetchOnWindowFocus: true,
  refetchInterval: HOME_POLL_MS,
});

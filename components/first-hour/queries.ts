import { portalQuery } from "@/components/kit/query";

/** How far a new programme has come. For operators. */
export const firstHourQuery = portalQuery({
  key: ["programme", "first-hour"],
  answer: async () => (await import("@/lib/areas/firsthour/schemas")).firstHourSchema,
  path: "manage/first-hour",
  // It is what somebody does next in another window.
  staleTime: 3_000,
});

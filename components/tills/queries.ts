import { portalQuery } from "@/components/kit/query";

export const tillsQuery = portalQuery({
  key: ["tills"],
  answer: async () => (await import("@/lib/areas/tills/schemas")).tillListSchema,
  path: "manage/tills",
  refetchOnWindowFocus: true,
});

/** Whether this device is registered by now. */
export const ownTillQuery = portalQuery({
  key: ["tills", "own"],
  answer: async () => (await import("@/lib/areas/tills/schemas")).ownTillSchema,
  path: "session/till",
});

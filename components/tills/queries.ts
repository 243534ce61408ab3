import { portalQuery } from "@/components/kit/query";
import { ownTillSchema, tillListSchema } from "@/lib/areas/tills/schemas";

export const tillsQuery = portalQuery({
  key: ["tills"],
  answer: tillListSchema,
  path: "manage/tills",
  refetchOnWindowFocus: true,
});

/** Whether this device is registered by now. */
export const ownTillQuery = portalQuery({
  key: ["tills", "own"],
  answer: ownTillSchema,
  path: "session/till",
});

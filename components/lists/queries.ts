import { portalQuery } from "@/components/kit/query";
import type { ListName } from "@/lib/areas/lists/schemas";

/** What the user has made of a list: saved views, and the columns it does without. */
export const listChoicesQuery = (list: ListName) =>
  portalQuery({
    key: ["account", "lists", list],
    answer: async () => (await import("@/lib/areas/lists/schemas")).listChoicesSchema,
    path: `account/lists/${list}`,
    staleTime: 5 * 60_000,
  });

"use client";

import { useQuery } from "@tanstack/react-query";
import type { Me } from "@/lib/areas/account/schemas";
import { portalQuery } from "./query";

/** Who is signed in. The shell puts the answer into the cache before anything asks for it. */
export const meQuery = portalQuery({
  key: ["account", "me"],
  // It is asked for again much later: what reads it need not come with the page.
  answer: async () => (await import("@/lib/areas/account/schemas")).meSchema,
  path: "session",
  staleTime: 60_000,
});

/** Who is signed in. */
export function useMe(): Me {
  const { data } = useQuery(meQuery);
  if (data === undefined) throw new Error("useMe is for pages inside the shell.");
  return data;
}

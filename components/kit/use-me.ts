"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { createContext, useContext, useEffect } from "react";
import type { Me } from "@/lib/areas/account/schemas";
import { session } from "@/lib/areas/account/session-contract";
import { ask } from "./contract";

/** The signed-in person. The shell puts the answer into the cache before anything asks for it. */
export const meQuery = ask(session.me, {}, { staleTime: 60_000 });

/** For {@link useMe}: a page asks who is signed in dozens of times. Given by the shell, around everything. */
export const MeContext = createContext<Me | undefined>(undefined);

/** The signed-in person, for {@link MeContext}. Asked for again when another page is opened and the answer is a minute old. */
export function useFreshMe(): Me | undefined {
  const client = useQueryClient();
  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is what it is asked again for.
  useEffect(() => void client.prefetchQuery(meQuery), [client, pathname]);
  // Another person may have signed in in another tab meanwhile: the answer says so, and loads their page.
  return useQuery({ ...meQuery, refetchOnWindowFocus: "always" }).data;
}

/** The signed-in person. */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (me === undefined) throw new Error("useMe is for pages inside the shell.");
  return me;
}

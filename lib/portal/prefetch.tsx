import { dehydrate, QueryClient, type QueryKey } from "@tanstack/react-query";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { type $ZodType, type input, parse } from "zod/v4/core";
import { requestIdOf } from "@/lib/platform/http/request-id";
import { readIn } from "@/lib/portal/acts/person";
import { Hydrated } from "./hydrated";
import { pagePreferences, pageSession } from "./page";
import { answerRefusal } from "./refusal";

/** A query of the browser: what `portalQuery` and `portalPages` make (components/kit/query.ts). */
interface Query<Answer extends $ZodType> {
  queryKey: QueryKey;
  meta: { answer: Answer | (() => Promise<Answer>) };
  /** Of a list that is fetched part by part. */
  initialPageParam?: unknown;
}

/** An answer that a page reads before the browser asks for it. Made by {@link readAhead}. */
export interface ReadAhead {
  key: QueryKey;
  /** The route's answer, in the shape in which the browser keeps it. */
  read: () => Promise<unknown>;
}

/**
 * First requests of a page, so that their answers come with the page. `read` is the same function that the route's handler calls; it is
 * given the session's actor by the page, which has checked the role. As in the route, fields that the answer's schema does not name never
 * leave the server.
 */
export function readAhead<Answer extends $ZodType>(
  { queryKey, meta: { answer }, initialPageParam }: Query<Answer>,
  read: () => Promise<input<NoInfer<Answer>>>,
): ReadAhead {
  return {
    key: queryKey,
    read: async () => {
      const data = parse(typeof answer === "function" ? await answer() : answer, await read());
      return initialPageParam === undefined ? data : { pages: [data], pageParams: [initialPageParam] };
    },
  };
}

/**
 * Renders `children` with the answers of `queries` in the query cache, on the server and in the browser, where nothing is
 * fetched again until it is stale. They are read side by side. One that is refused or fails is left out, and logged as the
 * route would: the browser then asks for it and shows the refusal in the server's words. Never throws.
 *
 *     <RoleGate path="/deals">
 *       <Prefetched queries={[readAhead(ask(deals.choices), readDealChoices)]}>
 *         <DealsPage />
 *       </Prefetched>
 *     </RoleGate>
 */
export async function Prefetched({
  queries,
  children,
}: {
  queries: readonly ReadAhead[];
  children: ReactNode;
}) {
  const client = new QueryClient();
  const { language } = await pagePreferences();
  await Promise.all(
    queries.map(async ({ key, read }) => {
      try {
        client.setQueryData(key, await readIn(language, read));
      } catch (error) {
        answerRefusal(error, requestIdOf((await headers()).get("x-request-id") ?? undefined));
      }
    }),
  );
  const userId = (await pageSession())?.user.id;
  return <Hydrated answers={{ json: JSON.stringify(dehydrate(client)), userId }}>{children}</Hydrated>;
}

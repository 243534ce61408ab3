import { dehydrate, QueryClient, type QueryKey } from "@tanstack/react-query";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { type $ZodType, type input, parse } from "zod/v4/core";
import { requestIdOf } from "@/lib/platform/http/request-id";
import { Hydrated } from "./hydrated";
import { answerRefusal } from "./refusal";

/** An answer that a page reads before the browser asks for it. Made by {@link readAhead}. */
interface ReadAhead {
  key: QueryKey;
  /** What the browser's hook would have got from the route, in the shape in which the hook keeps it. */
  read: () => Promise<unknown>;
}

/**
 * What a page will ask for first, so that it comes with the page: `key` is the key under which the hook of lib/portal keeps
 * it (components/kit/keys.ts), `answer` the schema that the route answers with, and `read` the same function that the route's
 * handler calls; it is given the session's actor by the page, which has checked the role. As in the route, fields that the
 * schema does not name never leave the server. `isPaged` for a `useInfiniteQuery` whose first page parameter is null.
 */
export function readAhead<Answer extends $ZodType>(
  key: QueryKey,
  answer: Answer,
  read: () => Promise<input<NoInfer<Answer>>>,
  { isPaged = false }: { isPaged?: boolean } = {},
): ReadAhead {
  return {
    key,
    read: async () => {
      const data = parse(answer, await read());
      return isPaged ? { pages: [data], pageParams: [null] } : data;
    },
  };
}

/**
 * Renders `children` with the answers of `queries` in the query cache, on the server and in the browser, where nothing is
 * fetched again until it is stale. They are read side by side. One that is refused or fails is left out, and logged as the
 * route would: the browser then asks for it and shows the refusal in the server's words. Never throws.
 *
 *     <RoleGate path="/deals">
 *       <Prefetched queries={[readAhead(keys.deals.choices, dealChoicesSchema, () => dealChoices())]}>
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
  await Promise.all(
    queries.map(async ({ key, read }) => {
      try {
        client.setQueryData(key, await read());
      } catch (error) {
        answerRefusal(error, requestIdOf((await headers()).get("x-request-id") ?? undefined));
      }
    }),
  );
  return <Hydrated state={dehydrate(client)}>{children}</Hydrated>;
}

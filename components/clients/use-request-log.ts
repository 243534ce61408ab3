"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { send } from "@/components/kit/contract";
import { clients as api } from "@/lib/areas/clients/contract";
import type { RequestFilters, RequestLog } from "@/lib/areas/clients/desk-schemas";

const POLL_MS = 2_000;
/** So many are held in an open page; older ones are asked for again when they are wanted. */
const SHOWN_MAX = 500;

/** Requests on an open page: the newest without gaps, and whether there are older ones. */
type ShownLog = RequestLog;

/** A client's newest requests, asked for every two seconds while the page is visible and not paused. */
export function useRequestLog(
  clientId: number,
  filters: RequestFilters,
  { isPaused }: { isPaused: boolean },
) {
  const cache = useQueryClient();
  const queryKey = ["clients", "requests", clientId, filters] as const;
  const read = (place: { after?: number | undefined; before?: number | undefined }, signal?: AbortSignal) =>
    send(
      api.requests,
      { params: { clientId }, query: { ...filters, ...place } },
      signal !== undefined ? { signal } : {},
    );
  const query = useQuery<ShownLog>({
    queryKey,
    queryFn: async ({ signal }) => {
      const shown = cache.getQueryData<ShownLog>(queryKey);
      const page = await read({ after: shown?.requests[0]?.id }, signal);
      // More than a page came at once: what is between can be read on from the page's end.
      if (shown === undefined || shown.requests.length === 0 || page.hasMore) return page;
      return join(page.requests, shown, page.unlogged);
    },
    enabled: !isPaused,
    refetchInterval: POLL_MS,
    staleTime: 0,
    gcTime: 60_000,
  });
  const older = useMutation({
    mutationFn: () => read({ before: query.data?.requests.at(-1)?.id }),
    onSuccess: (page) =>
      cache.setQueryData<ShownLog>(
        queryKey,
        (shown) => shown && { ...page, requests: [...shown.requests, ...page.requests] },
      ),
  });
  return { ...query, older };
}

function join(newer: ShownLog["requests"], shown: ShownLog, unlogged: number): ShownLog {
  const requests = [...newer, ...shown.requests];
  return {
    requests: requests.slice(0, SHOWN_MAX),
    hasMore: shown.hasMore || requests.length > SHOWN_MAX,
    unlogged,
  };
}

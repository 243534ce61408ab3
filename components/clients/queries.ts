"use client";

import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { input } from "zod/v4/core";
import { portalFetch } from "@/components/kit/fetch";
import { keys } from "@/components/kit/keys";
import {
  type Client,
  type ClientFilters,
  clientChoicesSchema,
  clientListSchema,
  clientSchema,
  issuedClientSchema,
  type RequestFilters,
  type RequestLog,
  requestLogSchema,
} from "@/lib/areas/clients/desk-schemas";
import type { changeClientSchema, createClientSchema, rotateSecretSchema } from "@/lib/areas/clients/schemas";

/** The API clients that match, page after page; while others are being fetched, those shown last. */
export function useClients(filters: ClientFilters) {
  return useInfiniteQuery({
    queryKey: keys.clients.list(filters),
    queryFn: ({ pageParam, signal }) =>
      portalFetch(clientListSchema, "manage/clients", { query: { ...filters, after: pageParam }, signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ nextAfter }) => nextAfter,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  });
}

/** One API client with its use of the last day. */
export function useClient(clientId: number) {
  return useQuery<Client>({
    queryKey: keys.clients.one(clientId),
    queryFn: ({ signal }) => readClient(clientId, signal),
    refetchInterval: 30_000,
  });
}

/** A client as it is now, for whoever was told that it is another than they read. */
export function readClient(clientId: number, signal?: AbortSignal): Promise<Client> {
  return portalFetch(clientSchema, `manage/clients/${clientId}`, signal === undefined ? {} : { signal });
}

/** Merchants and branches that a client can be given to. */
export function useClientChoices() {
  return useQuery({
    queryKey: keys.clients.choices,
    queryFn: ({ signal }) => portalFetch(clientChoicesSchema, "manage/clients/choices", { signal }),
    staleTime: 60_000,
  });
}

/** After any change: the client as the server answered it, and every list anew. */
function useKeepClient() {
  const cache = useQueryClient();
  return (client: Client) => {
    cache.setQueryData(keys.clients.one(client.id), client);
    return cache.invalidateQueries({ queryKey: keys.clients.lists });
  };
}

/** Issues a client. Its ClientId is in the answer and is not kept when the component that asked is gone. */
export function useIssueClient() {
  const keep = useKeepClient();
  return useMutation({
    mutationFn: (body: input<typeof createClientSchema>) =>
      portalFetch(issuedClientSchema, "manage/clients", { method: "POST", body }),
    gcTime: 0,
    onSuccess: ({ client }) => keep(client),
  });
}

export function useChangeClient(clientId: number) {
  const keep = useKeepClient();
  return useMutation({
    mutationFn: (body: input<typeof changeClientSchema>) =>
      portalFetch(clientSchema, `manage/clients/${clientId}`, { method: "PATCH", body }),
    onSuccess: keep,
  });
}

/** Gives a client a new ClientId; the answer carries it, this once. */
export function useRotateClient(clientId: number) {
  const keep = useKeepClient();
  return useMutation({
    mutationFn: (body: input<typeof rotateSecretSchema>) =>
      portalFetch(issuedClientSchema, `manage/clients/${clientId}/rotate`, { method: "POST", body }),
    gcTime: 0,
    onSuccess: ({ client }) => keep(client),
  });
}

/** Revokes one of a client's secrets, or with `null` the client itself. */
export function useRevoke(clientId: number) {
  const keep = useKeepClient();
  return useMutation({
    mutationFn: (secretId: number | null) =>
      portalFetch(
        clientSchema,
        secretId === null
          ? `manage/clients/${clientId}/revoke`
          : `manage/clients/${clientId}/secrets/${secretId}/revoke`,
        { method: "POST" },
      ),
    onSuccess: keep,
  });
}

const POLL_MS = 2_000;
/** So many are held in an open page; older ones are asked for again when they are wanted. */
const SHOWN_MAX = 500;

/** What an open page holds of a log: the newest requests without gaps, and whether there are older ones. */
type ShownLog = RequestLog;

/** A client's newest requests, asked for every two seconds while the page is visible and not paused. */
export function useRequestLog(
  clientId: number,
  filters: RequestFilters,
  { isPaused }: { isPaused: boolean },
) {
  const cache = useQueryClient();
  const queryKey = keys.clients.requests(clientId, filters);
  const read = (place: { after?: number | undefined; before?: number | undefined }, signal?: AbortSignal) =>
    portalFetch(requestLogSchema, `manage/clients/${clientId}/requests`, {
      query: { ...filters, ...place },
      ...(signal !== undefined && { signal }),
    });
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

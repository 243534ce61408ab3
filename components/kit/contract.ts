import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { $ZodType, output } from "zod/v4/core";
import { isPermitted } from "@/lib/areas/permissions";
import type { Role } from "@/lib/areas/roles";
import { type Endpoint, pathOf, type Sent } from "@/lib/portal/contract";
import { type PortalFetchOptions, portalFetch } from "./fetch";
import { outdate, type Page, portalPages, portalQuery } from "./query";

type Parts<It extends Endpoint> = Awaited<ReturnType<It["load"]>>;
/** The answer of an endpoint, as the browser reads it. */
export type Answer<It extends Endpoint> = output<Parts<It>["answer"]>;
type Named<Name extends string, Value> = Value extends undefined
  ? { [key in Name]?: undefined }
  : { [key in Name]: Value };
/** The parts of a request to an endpoint; those that it does not have are left out. */
export type Asked<It extends Endpoint> = Named<"params", Sent<Parts<It>["params"]>> &
  Named<"query", Sent<Parts<It>["query"]>> &
  Named<"body", Sent<Parts<It>["body"]>>;
type AskedMaybe<It extends Endpoint> = object extends Asked<It> ? [asked?: Asked<It>] : [asked: Asked<It>];

type Query = NonNullable<PortalFetchOptions["query"]>;

const answerOf =
  <It extends Endpoint>(endpoint: It) =>
  async () =>
    (await endpoint.load()).answer as Parts<It>["answer"];

function questionOf<It extends Endpoint>(endpoint: It, asked: Asked<It> | undefined) {
  const { params, query, body } = (asked ?? {}) as { params?: object; query?: Query; body?: object };
  return {
    key: [
      endpoint.area,
      endpoint.name,
      ...[params, query, body].filter((part) => part !== undefined),
    ] as const,
    answer: answerOf(endpoint),
    path: pathOf(endpoint, params as Record<string, unknown>),
    ...(query && { query }),
    ...(body && { body }),
  };
}

/** The query of an endpoint that reads, for `useQuery`, and for the page that reads it ahead. */
export function ask<It extends Endpoint>(endpoint: It, ...[asked]: AskedMaybe<It>) {
  return portalQuery(questionOf(endpoint, asked));
}

/** The same of an endpoint whose answer names the part that follows it, for `useInfiniteQuery`. */
export function askPages<It extends Endpoint & { load: () => Promise<{ answer: $ZodType<Page> }> }>(
  endpoint: It,
  ...[asked]: AskedMaybe<It>
) {
  return portalPages<Parts<It>["answer"], ReturnType<typeof questionOf>["key"]>(questionOf(endpoint, asked));
}

/** Sends a request that changes something. Throws PortalError. */
export function send<It extends Endpoint>(endpoint: It, ...[asked]: AskedMaybe<It>): Promise<Answer<It>> {
  const { path, answer, key: _, ...parts } = questionOf(endpoint, asked);
  return portalFetch(answer, path, { method: endpoint.method, ...parts });
}

/**
 * A change by an endpoint. Afterwards whatever is kept of its area, and of those that it outdates, is read again; a refusal
 * has the area read again as well, since something is not as the page believes. Nothing of the request or the answer is kept.
 */
export function useSend<It extends Endpoint>(endpoint: It) {
  const client = useQueryClient();
  const { area, refreshes, outdates = [] } = endpoint;
  return useMutation({
    mutationFn: (asked: Asked<It>) => send(endpoint, ...([asked] as AskedMaybe<It>)),
    gcTime: 0,
    onSuccess: (answer) => {
      if (refreshes === undefined) return outdate(client, area, ...outdates);
      client.setQueryData([area, refreshes], answer);
      void outdate(client, ...outdates);
    },
    onError: () => outdate(client, area),
  });
}

/** What a form needs of an endpoint: the schema of its body, and what sends it. */
export function useRequest<It extends Endpoint>(endpoint: It, rest?: Omit<Asked<It>, "body">) {
  const { mutateAsync } = useSend(endpoint);
  return {
    schema: async () => (await endpoint.load()).body as NonNullable<Parts<It>["body"]>,
    send: (body: Sent<Parts<It>["body"]>) => mutateAsync({ ...rest, body } as Asked<It>),
  };
}

/** Whether a role may use the endpoint at all; the server checks it again, with branch and merchant. */
export function may(role: Role, { may: needed }: Pick<Endpoint, "may">): boolean {
  if (needed === "public") return true;
  return typeof needed === "string" ? isPermitted(role, needed) : needed.includes(role);
}

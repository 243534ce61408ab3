import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { $ZodType, output } from "zod/v4/core";
import type { WEIGHED } from "@/lib/portal/acts/generated/weighed";
import { type Area, type Endpoint, pathOf, type Sent } from "@/lib/portal/contract";
import { type PortalFetchOptions, portalFetch } from "./fetch";
import {
  outdate,
  type Page,
  type PagesSettings,
  portalPages,
  portalQuery,
  type QuerySettings,
} from "./query";

type Parts<It extends Endpoint> = Awaited<ReturnType<It["load"]>>;
/** The answer of an endpoint, as the browser reads it. */
export type Answer<It extends Endpoint> = output<Parts<It>["answer"]>;
type Named<Name extends string, Value> = [Value] extends [undefined]
  ? { [key in Name]?: undefined }
  : object extends Value
    ? { [key in Name]?: Value }
    : { [key in Name]: Value };
/** An address leaves out null and "". */
type Optional<Query> = { [Name in keyof Query]: Query[Name] | null };
/** The parts of a request to an endpoint; those that it does not have are left out. */
export type Asked<It extends Endpoint> = Named<"params", Sent<Parts<It>["params"]>> &
  Named<"query", Parts<It>["query"] extends $ZodType ? Optional<Sent<Parts<It>["query"]>> : undefined> &
  Named<"body", Sent<Parts<It>["body"]>>;
type AskedMaybe<It extends Endpoint, Settings = never> =
  object extends Asked<It>
    ? [asked?: Asked<It>, settings?: Settings]
    : [asked: Asked<It>, settings?: Settings];

type Query = NonNullable<PortalFetchOptions["query"]>;
type Key = readonly [Area, string, ...object[]];

const answerOf =
  <It extends Endpoint>(endpoint: It) =>
  async () =>
    (await endpoint.load()).answer as Parts<It>["answer"];

function questionOf<It extends Endpoint>(endpoint: It, asked: Asked<It> | undefined) {
  const { params, query, body } = (asked ?? {}) as { params?: object; query?: Query; body?: object };
  return {
    key: [endpoint.area, endpoint.name, ...[params, query, body].filter((part) => part !== undefined)] as Key,
    answer: answerOf(endpoint),
    path: pathOf(endpoint, params as Record<string, unknown>),
    ...(endpoint.limitMs !== undefined && { limitMs: endpoint.limitMs }),
    ...(endpoint.freshMs !== undefined && { staleTime: endpoint.freshMs }),
    ...(query && { query }),
    ...(body && { body }),
  };
}

/** The query of an endpoint that reads, for `useQuery`, and for the page that reads it ahead. */
export function ask<It extends Endpoint>(
  endpoint: It,
  ...[asked, settings]: AskedMaybe<It, QuerySettings<Parts<It>["answer"], Key>>
) {
  return portalQuery<Parts<It>["answer"], Key>({ ...questionOf(endpoint, asked), ...settings });
}

/** The same of an endpoint whose answer names the part that follows it, for `useInfiniteQuery`. */
export function askPages<It extends Endpoint & { load: () => Promise<{ answer: $ZodType<Page> }> }>(
  endpoint: It,
  ...[asked, settings]: AskedMaybe<It, PagesSettings<Parts<It>["answer"], Key>>
) {
  return portalPages<Parts<It>["answer"], Key>({ ...questionOf(endpoint, asked), ...settings });
}

/**
 * Acts whose value is weighed (rules.md §24) do not compile with {@link send} and {@link useSend}: `ActConfirm`, the forms of an editor and
 * `useWeighed` (`second-person-note.tsx`) say before the press from where on a second person is needed.
 */
export type Unweighed<It extends Endpoint> = It["may"] extends keyof typeof WEIGHED
  ? It["prepares"] extends true
    ? It
    : never
  : It;

/** Sends a request that changes something. Throws PortalError. */
export function send<It extends Endpoint>(
  endpoint: It & Unweighed<It>,
  ...rest: AskedMaybe<It, Pick<PortalFetchOptions, "file" | "signal" | "userId">>
): Promise<Answer<It>> {
  return sendWeighed<It>(endpoint, ...rest);
}

/** {@link send} for those who show the note of {@link useWeighed}, or whose request gives nothing. */
export function sendWeighed<It extends Endpoint>(
  endpoint: It,
  ...[asked, settings]: AskedMaybe<It, Pick<PortalFetchOptions, "file" | "signal" | "userId">>
): Promise<Answer<It>> {
  const { path, answer, key: _, staleTime: __, ...parts } = questionOf(endpoint, asked);
  return portalFetch(answer, path, { method: endpoint.method, ...parts, ...settings });
}

/** Refusals of a change to a record that is not as the page has read it. */
const OUT_OF_DATE: ReadonlySet<string> = new Set(["conflict", "not_found"]);

const WAITS: ReadonlySet<string> = new Set(["second_person", "second_person_asked"]);

/**
 * A change by an endpoint. Afterwards whatever is kept of its area, and of those that it outdates, is read again; so is
 * the area after a refusal that says that the record is another one by now. Nothing of the request or the answer is kept.
 */
export function useSend<It extends Endpoint>(endpoint: It & Unweighed<It>) {
  return useSendWeighed<It>(endpoint);
}

/** {@link useSend} for those who show the note of {@link useWeighed}, or whose request gives nothing. */
export function useSendWeighed<It extends Endpoint>(endpoint: It) {
  const client = useQueryClient();
  const { area, refreshes, outdates = [] } = endpoint;
  return useMutation({
    mutationFn: (asked: Asked<It>) => sendWeighed(endpoint, ...([asked] as AskedMaybe<It>)),
    gcTime: 0,
    onSuccess: (answer) => {
      if (refreshes === undefined) return outdate(client, area, ...outdates);
      client.setQueryData([area, refreshes], answer);
      void outdate(client, ...outdates);
    },
    onError: ({ code }) => {
      if (OUT_OF_DATE.has(code)) void outdate(client, area);
      // The request that waits now is told in the record's row, and on the home page.
      if (WAITS.has(code)) void outdate(client, "adjustments", "home");
    },
  });
}

/** The schema of an endpoint's body and the function that sends it, for a form. */
export function useRequest<It extends Endpoint>(endpoint: It, rest?: Omit<Asked<It>, "body">) {
  const { mutateAsync } = useSendWeighed(endpoint);
  return {
    act: endpoint.may,
    schema: async () => (await endpoint.load()).body as NonNullable<Parts<It>["body"]>,
    send: (body: Sent<Parts<It>["body"]>) => mutateAsync({ ...rest, body } as unknown as Asked<It>),
  };
}

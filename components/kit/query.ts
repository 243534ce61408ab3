import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  type UseInfiniteQueryOptions,
  type UseInfiniteQueryResult,
  type UseQueryOptions,
} from "@tanstack/react-query";
import type { $ZodType, output } from "zod/v4/core";
import type { Area } from "@/lib/portal/contract";
import type { PortalError } from "./error";
import { type AnswerSchema, type PortalFetchOptions, portalFetch } from "./fetch";

export type { Area };

type AreaKey = readonly [Area, ...unknown[]];

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: PortalError;
    queryKey: AreaKey;
  }
}

/** A request to the portal's API, and the key of its answer. */
interface Question<Schema extends $ZodType, Key extends AreaKey>
  extends Pick<PortalFetchOptions, "query" | "body" | "limitMs"> {
  key: Key;
  /** The schema that the route answers with, or what fetches it. */
  answer: AnswerSchema<Schema>;
  /** After `/api/portal/`. Asked by GET, or by POST when there is a body. */
  path: string;
}

interface Known<Data> {
  data: Data | undefined;
  error: PortalError | null;
}
type Seconds = number | false | undefined;
/** After how many seconds an open page reads an answer again, by what it knows; nothing where it follows nothing. */
type Follows<Data> = Seconds | ((known: Known<Data>) => Seconds);

/** A poll, for queries that are not asked by `ask`. Requests of a page that nobody uses prolong no session, whatever asks for them (presence.ts). */
export function followed<Data>(follows: Follows<Data>): {
  refetchInterval: number | false | ((query: { state: Known<Data> }) => number | false);
} {
  const ms = (seconds: Seconds) => (seconds ? seconds * 1_000 : false);
  const refetchInterval =
    typeof follows === "function" ? (query: { state: Known<Data> }) => ms(follows(query.state)) : ms(follows);
  return { refetchInterval };
}

type Settings<Options, Data> = Omit<
  Options,
  | ("queryKey" | "queryFn" | "meta" | "select" | "initialData" | "enabled")
  | ("refetchInterval" | "refetchIntervalInBackground")
> & { follows?: Follows<Data> };
/** How long an answer is kept, and when it is asked for again. */
export type QuerySettings<Schema extends $ZodType, Key extends AreaKey> = Settings<
  UseQueryOptions<output<Schema>, PortalError, output<Schema>, Key>,
  output<Schema>
>;
/** The same of a list that is fetched part by part. */
export type PagesSettings<Schema extends $ZodType, Key extends AreaKey> = Settings<
  Omit<
    UseInfiniteQueryOptions<
      output<Schema>,
      PortalError,
      { pages: output<Schema>[]; pageParams: Place[] },
      Key,
      Place
    >,
    "initialPageParam" | "getNextPageParam"
  >,
  { pages: output<Schema>[]; pageParams: Place[] }
>;

/**
 * A query of the browser. Said once: the page reads it ahead (lib/portal/prefetch.tsx), components ask for it by
 * `useQuery`, tests fill the cache with it.
 */
export function portalQuery<Schema extends $ZodType, const Key extends AreaKey>({
  key,
  answer,
  path,
  query,
  body,
  limitMs,
  follows,
  ...settings
}: Question<Schema, Key> & QuerySettings<Schema, Key>) {
  const meta = { answer };
  return {
    ...queryOptions({
      queryKey: key,
      queryFn: ({ signal }) =>
        portalFetch(answer, path, {
          ...request(query, body, signal),
          ...(limitMs !== undefined && { limitMs }),
        }),
      ...followed(follows),
      ...settings,
    }),
    meta,
  };
}

/** The state of such a list. */
export type PagesResult<Schema extends $ZodType> = UseInfiniteQueryResult<
  InfiniteData<output<Schema>>,
  PortalError
>;

/** How an answer names the part that follows it; null after the last one. */
export type Page = { nextCursor: string | null } | { nextAfter: number | null };
/** The same as the request for that part names it. */
type Place = { cursor: string } | { after: number } | null;

/** A list that is fetched part by part, for `useInfiniteQuery`. */
export function portalPages<Schema extends $ZodType<Page>, const Key extends AreaKey>({
  key,
  answer,
  path,
  query,
  body,
  follows,
  ...settings
}: Question<Schema, Key> & { body?: object } & PagesSettings<Schema, Key>) {
  const meta = { answer };
  return {
    ...infiniteQueryOptions({
      queryKey: key,
      queryFn: ({ pageParam, signal }) =>
        portalFetch(
          answer,
          path,
          body === undefined
            ? request({ ...query, ...pageParam }, body, signal)
            : request(query, { ...body, ...pageParam }, signal),
        ),
      initialPageParam: null as Place,
      getNextPageParam: following,
      ...followed(follows),
      ...settings,
    }),
    meta,
  };
}

function following(page: Page): Place {
  if ("nextCursor" in page) return page.nextCursor === null ? null : { cursor: page.nextCursor };
  return page.nextAfter === null ? null : { after: page.nextAfter };
}

/** Asked by POST when there is a body, and by GET otherwise. */
function request(query: PortalFetchOptions["query"], body: unknown, signal: AbortSignal): PortalFetchOptions {
  return { signal, ...(query && { query }), ...(body !== undefined && { method: "POST", body }) };
}

/** Kept answers of these areas are out of date: those in view are read again, the rest when they are wanted. */
export function outdate(client: QueryClient, ...areas: Area[]): Promise<unknown> {
  return Promise.all(areas.map((area) => client.invalidateQueries({ queryKey: [area] })));
}

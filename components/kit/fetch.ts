import type { $ZodType, output } from "zod/v4/core";
import { newerRelease, notePerson, noteRelease, pagePerson } from "@/lib/portal/page-own";
import {
  PORTAL_HEADER,
  PORTAL_HEADER_VALUE,
  PRESENT_HEADER,
  RELEASE_HEADER,
  USER_HEADER,
} from "@/lib/portal/wire/request";
import { noteAnswer, noteFailure, noteSilence } from "./connection";
import { NEEDS_CONNECTION_TEXTS, OFFLINE_TEXTS, PortalError, toPortalError } from "./error";
import { putPresenceBack, takePresence } from "./presence";
import { noteServiceTime } from "./service-clock";
import { eitherOf } from "./signals";

export interface PortalFetchOptions {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, in place of a body. */
  file?: Blob;
  /** Added to the path; what is null, undefined or "" is left out. */
  query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  signal?: AbortSignal;
  /** An answer that takes longer counts as none, in milliseconds. */
  limitMs?: number;
  /** In whose name, by default the page's person: refused as `unauthenticated` when another user has signed in meanwhile. */
  userId?: number | undefined;
}

/** A schema, or what fetches it: a page that asks for nothing at first sight does not wait for what it could ask for later. */
export type AnswerSchema<Schema extends $ZodType> = Schema | (() => Promise<Schema>);

/** Reads answers; fetched with the first of them, or when there is nothing better to do. */
export const loadAnswerReader = () => import("./read-answer");

/**
 * Calls a route of the portal's API (`path` after `/api/portal/`) and returns its answer, checked against the route's
 * schema. Never retries. Throws nothing but PortalError: the server's, `offline` when no answer came or the call was
 * aborted, `unreadable` when it was not the portal's. An answer of something that stands in front of the service counts as no
 * connection; one of 5xx of its own does where the service cannot work at all. Before a change is sent, all that reads its answer is there: `not_sent` where that cannot be fetched.
 */
export async function portalFetch<Schema extends $ZodType>(
  schema: AnswerSchema<Schema>,
  path: string,
  { method = "GET", body, file, query = {}, userId, ...waiting }: PortalFetchOptions = {},
): Promise<output<Schema>> {
  const signal = signalOf(waiting);
  const reader = loadReader(schema);
  if (method !== "GET")
    await reader.catch(() => {
      noteSilence();
      throw new PortalError({ code: "not_sent", texts: NEEDS_CONNECTION_TEXTS });
    });
  const response = await portalRequest(addressOf(path, query), {
    method,
    userId,
    ...(body !== undefined && { type: "application/json", body: JSON.stringify(body) }),
    ...(file !== undefined && { type: "application/octet-stream", body: file }),
    ...(signal !== undefined && { signal }),
  });
  const answer: unknown = isJson(response)
    ? await response.json().catch(() => {
        if (signal?.aborted) throw silence(signal);
        return undefined;
      })
    : undefined;
  const [{ outdated, readAnswer, readRefusal }, known] = await reader.catch(() => {
    // The answer's reader did not arrive, so nothing is known of the answer.
    throw noAnswer();
  });
  try {
    if (!response.ok || answer === undefined) throw readRefusal(answer, response.status);
    const read = readAnswer(known, answer);
    noteAnswer();
    return read;
  } catch (thrown) {
    // An answer that is none of the service's is no connection either; one of a newer release, which this page cannot read, is.
    const isOwn = response.headers.has("x-request-id") && isJson(response);
    if (!toPortalError(thrown).isOutcomeUnknown || (isOwn && response.ok)) noteAnswer();
    // One of the service's parts may fail while all others work.
    else if (isOwn) noteFailure();
    else noteSilence();
    // A word that this page does not know yet is none of the service's faults.
    if (isOwn && toPortalError(thrown).code === "unreadable" && newerRelease() !== undefined)
      throw outdated();
    throw thrown;
  }
}

/**
 * The only way from a page to its own service. A request says whose page it is of and whether a person uses the page; the answer's person,
 * release and time are noted. Throws PortalError `offline` when no answer came.
 */
export async function portalRequest(
  address: string,
  {
    type,
    userId = pagePerson(),
    ...init
  }: Pick<RequestInit, "method" | "body" | "signal"> & { type?: string; userId?: number | undefined } = {},
): Promise<Response> {
  const isPresent = takePresence();
  const response = await send(address, {
    ...init,
    headers: {
      [PORTAL_HEADER]: PORTAL_HEADER_VALUE,
      [PRESENT_HEADER]: isPresent ? "1" : "0",
      ...(type !== undefined && { "content-type": type }),
      ...(userId !== undefined && { [USER_HEADER]: String(userId) }),
    },
    cache: "no-store",
    credentials: "same-origin",
  }).catch((thrown: unknown) => {
    if (isPresent) putPresenceBack();
    throw thrown;
  });
  noteRelease(response.headers.get(RELEASE_HEADER));
  const answeredFor = response.headers.get(USER_HEADER);
  if (answeredFor !== null) notePerson(Number(answeredFor));
  if (response.headers.has("x-request-id")) noteServiceTime(response);
  return response;
}

/** All that is needed to read an answer. A failure is for the one who waits for it. */
function loadReader<Schema extends $ZodType>(schema: AnswerSchema<Schema>) {
  const reader = Promise.all([loadAnswerReader(), typeof schema === "function" ? schema() : schema]);
  reader.catch(() => undefined);
  return reader;
}

/** Ends with the caller, or when the answer takes too long; undefined when nothing ends it. */
function signalOf({
  signal,
  limitMs,
}: Pick<PortalFetchOptions, "signal" | "limitMs">): AbortSignal | undefined {
  if (limitMs === undefined) return signal;
  const limit = AbortSignal.timeout(limitMs);
  return signal === undefined ? limit : eitherOf(signal, limit);
}

/** The network was silent, unless the caller did not want the answer any more. */
function silence(signal: AbortSignal | null | undefined): PortalError {
  const isUnwanted = signal?.aborted && signal.reason?.name !== "TimeoutError";
  if (!isUnwanted) noteSilence();
  return noAnswer();
}

function isJson({ headers }: Response): boolean {
  return headers.get("content-type")?.startsWith("application/json") === true;
}

function addressOf(path: string, query: NonNullable<PortalFetchOptions["query"]>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== null && value !== undefined && value !== "") parameters.set(name, String(value));
  const text = parameters.toString();
  return `/api/portal/${path}${text === "" ? "" : `?${text}`}`;
}

async function send(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch {
    throw silence(init.signal);
  }
}

function noAnswer(): PortalError {
  return new PortalError({ code: "offline", texts: OFFLINE_TEXTS });
}

import type { $ZodType, output } from "zod/v4/core";
import { PORTAL_HEADER, PORTAL_HEADER_VALUE, USER_HEADER } from "@/lib/portal/wire/request";
import { noteAnswer, noteSilence } from "./connection";
import { OFFLINE_TEXTS, PortalError } from "./error";

export interface PortalFetchOptions {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, in place of a body. */
  file?: Blob;
  /** Added to the path; what is null, undefined or "" is left out. */
  query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  signal?: AbortSignal;
  /** In whose name: refused as `unauthenticated` when another user has signed in meanwhile. */
  userId?: number;
}

/** A schema, or what fetches it: a page that asks for nothing at first sight does not wait for what it could ask for later. */
export type AnswerSchema<Schema extends $ZodType> = Schema | (() => Promise<Schema>);

/** Reads answers; fetched with the first of them, or when there is nothing better to do. */
export const loadAnswerReader = () => import("./read-answer");

/**
 * Calls a route of the portal's API (`path` after `/api/portal/`) and returns its answer, checked against the route's
 * schema. Never retries. Throws nothing but PortalError: the server's, `offline` when no answer came or the call was
 * aborted, `unreadable` when it was not the portal's. An answer of 5xx, or of something that stands in front of the service, counts as no
 * connection.
 */
export async function portalFetch<Schema extends $ZodType>(
  schema: AnswerSchema<Schema>,
  path: string,
  { method = "GET", body, file, query = {}, signal, userId }: PortalFetchOptions = {},
): Promise<output<Schema>> {
  const response = await send(addressOf(path, query), {
    method,
    headers: {
      [PORTAL_HEADER]: PORTAL_HEADER_VALUE,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(file !== undefined && { "content-type": "application/octet-stream" }),
      ...(userId !== undefined && { [USER_HEADER]: String(userId) }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(file !== undefined && { body: file }),
    ...(signal !== undefined && { signal }),
    cache: "no-store",
    credentials: "same-origin",
  });
  const answer: unknown = isJson(response)
    ? await response.json().catch(() => {
        if (signal?.aborted) throw noAnswer();
        return undefined;
      })
    : undefined;
  const [{ readAnswer, readRefusal }, known] = await Promise.all([
    loadAnswerReader(),
    typeof schema === "function" ? schema() : schema,
  ]).catch(() => {
    // What reads the answer did not arrive, so nothing is known of it.
    throw noAnswer();
  });
  const refusal = response.ok && answer !== undefined ? null : readRefusal(answer, response.status);
  if (refusal?.isOutcomeUnknown) noteSilence();
  else noteAnswer();
  if (refusal !== null) throw refusal;
  return readAnswer(known, answer);
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
    if (!init.signal?.aborted) noteSilence();
    throw noAnswer();
  }
}

function noAnswer(): PortalError {
  return new PortalError({ code: "offline", texts: OFFLINE_TEXTS });
}

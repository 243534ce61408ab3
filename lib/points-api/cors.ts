import type { ApiClient } from "@/lib/areas/clients/api-client";
import type { ApiClients } from "@/lib/areas/clients/api-clients";
import { DomainError } from "@/lib/ledger/rules/errors";
import { isOwnOrigin } from "@/lib/platform/http/origin";

// Tills that run in a browser (rules.md §4). A preflight carries no ClientId, so it is answered for every origin that any
// client allows; the request itself is checked against its own client's list.

/** A header's value, by its name in lower case. */
type ReadHeader = (name: string) => string | undefined;

const METHODS = "GET, POST";
/** Headers that callers may send besides those that browsers always may. */
const REQUEST_HEADERS =
  "ClientId, Content-Type, Idempotency-Key, X-Request-Id, If-None-Match, Accept-Language, Cache-Control, X-Timestamp, X-Signature";
/** Headers that pages may read besides those that browsers always let them. */
const EXPOSED_HEADERS =
  "Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, Idempotent-Replayed, API-Version, ETag, WWW-Authenticate, Deprecation, Sunset, Link, Leniency, Customer";
/** How long a browser may go by a preflight, so that a change of the origins is effective soon. */
const PREFLIGHT_SECONDS = 600;

/** True for what a browser asks before it lets a page of another origin send a request. */
export function isPreflight(method: string, header: ReadHeader): boolean {
  return (
    method === "OPTIONS" &&
    header("origin") !== undefined &&
    header("access-control-request-method") !== undefined
  );
}

/**
 * The headers of the answer to a preflight.
 * @throws DomainError 1104 when no client allows the origin
 */
export async function preflightHeaders(
  clients: ApiClients,
  header: ReadHeader,
): Promise<Record<string, string>> {
  const origin = header("origin");
  if (origin === undefined || !(await clients.isOriginAllowedByAny(origin))) throw new DomainError(1104);
  return {
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Allow-Methods": METHODS,
    "Access-Control-Allow-Headers": REQUEST_HEADERS,
    "Access-Control-Max-Age": String(PREFLIGHT_SECONDS),
    Vary: "Origin, Access-Control-Request-Method, Access-Control-Request-Headers",
  };
}

/**
 * Refuses what a page of an origin sends that its client does not allow. Callers that are no browsers may send an `Origin`
 * too (some pass on what they were sent): it counts only where the client has a list, or where a preflight would have
 * let a browser send it.
 * @throws DomainError 1104
 */
export async function checkOrigin(
  clients: ApiClients,
  client: ApiClient,
  { header, publicUrl }: { header: ReadHeader; publicUrl: string | undefined },
): Promise<void> {
  const origin = header("origin");
  if (origin === undefined || client.allowedOrigins.has(origin)) return;
  if (header("sec-fetch-site") === "same-origin" || isOwnOrigin(origin, header("host"), publicUrl)) return;
  if (client.allowedOrigins.size > 0 || (await clients.isOriginAllowedByAny(origin)))
    throw new DomainError(1104);
}

/**
 * Lets a page read its answer: of an origin that its client allows, or, when the client is not known, that any client
 * allows, so that the page learns why it was refused.
 */
export async function addCorsHeaders(
  headers: Record<string, string>,
  { clients, client, origin }: { clients: ApiClients; client: ApiClient | null; origin: string | undefined },
): Promise<void> {
  if (origin === undefined || headers["Access-Control-Allow-Origin"] !== undefined) return;
  headers.Vary = headers.Vary === undefined ? "Origin" : withOrigin(headers.Vary);
  const isAllowed =
    client === null
      ? await clients.isOriginAllowedByAny(origin).catch(() => false)
      : client.allowedOrigins.has(origin);
  if (!isAllowed) return;
  headers["Access-Control-Allow-Origin"] = origin;
  headers["Access-Control-Expose-Headers"] = EXPOSED_HEADERS;
}

function withOrigin(vary: string): string {
  return /(?:^|,)\s*origin\s*(?:,|$)/i.test(vary) ? vary : `${vary}, Origin`;
}

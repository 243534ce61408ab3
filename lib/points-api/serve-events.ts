import { type ApiClient, isAddressAllowed } from "@/lib/areas/clients/api-client";
import { EVENT_TYPES, eventText } from "@/lib/areas/webhooks/event-types";
import { parseFeedCursor, readFeed } from "@/lib/areas/webhooks/feed";
import { DomainError, isDomainError } from "@/lib/ledger/errors";
import { isDatabaseUnavailable } from "@/lib/platform/database/errors";
import { portalPool } from "@/lib/platform/database/pg-pools";
import { languageOf } from "@/lib/platform/http/language";
import { requestIdOf } from "@/lib/platform/http/request-id";
import { addressOfRequest } from "@/lib/platform/http/socket-address";
import { requestLog } from "@/lib/platform/log";
import { observeRequest } from "@/lib/platform/metrics";
import { type RateStanding, rateHeaders } from "@/lib/platform/rate-limits";
import { type Services, services } from "@/lib/services";
import { addCorsHeaders, checkOrigin, isPreflight, preflightHeaders } from "./cors";
import { errorMessage, errorStatus } from "./errors";
import { feedQuerySchema } from "./events";
import { deprecationHeaders, refuseRetired, VERSION } from "./versions";

const RETRY_AFTER_SECONDS = 1;
/** The feed has a rate of its own, so that a reader that is behind takes nothing from the tills of its client (rules.md §12). */
export const FEED_RATE = { perSecond: 10, burst: 20 } as const;

/** What has been found out about a request so far. */
interface Progress {
  client: ApiClient | null;
  standing: RateStanding | null;
}

/**
 * The events of the client's merchant from a cursor on (an extension of the interface), for those who cannot receive
 * webhooks: `{"events":[…],"cursor":"…","hasMore":…}`. The ClientId is checked as that of any operation, with the scope
 * `events`; refusals are `{"errorCode","errorMessage"}` with the codes of the interface. Never throws.
 */
export async function serveEvents(request: Request): Promise<Response> {
  const startedAt = performance.now();
  const { clients, clock, deprecations } = services();
  const requestId = requestIdOf(request.headers.get("x-request-id") ?? undefined);
  const language = languageOf(request.headers.get("accept-language") ?? undefined);
  const progress: Progress = { client: null, standing: null };
  const headers: Record<string, string> = {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Request-Id": requestId,
    "API-Version": VERSION,
    "Content-Language": language,
    ...deprecationHeaders(deprecations, clock.now()),
  };
  let code = 0;
  let status = 200;
  let body: string;
  try {
    body = await readPage(services(), request, progress);
  } catch (thrown) {
    const error = domainErrorOf(thrown, requestId);
    if (!isDomainError(thrown)) requestLog(requestId).error({ err: thrown }, "The events could not be read");
    code = error.code;
    status = errorStatus(error);
    if (error.details.retryAfterSeconds !== undefined)
      headers["Retry-After"] = String(error.details.retryAfterSeconds);
    if (code === 1101 || code === 1102) headers["WWW-Authenticate"] = "ClientId";
    body = JSON.stringify({ errorCode: String(code), errorMessage: errorMessage(error, language) });
  }
  if (progress.standing !== null) Object.assign(headers, rateHeaders("events", progress.standing));
  const origin = request.headers.get("origin") ?? undefined;
  await addCorsHeaders(headers, { clients, client: progress.client, origin });
  observeRequest("Events", code, (performance.now() - startedAt) / 1000);
  return new Response(body, { status, headers });
}

/** What a browser asks before it lets a page of another origin read the feed; 1104 where no client allows the origin. */
export async function answerEventsPreflight(request: Request): Promise<Response> {
  const header = (name: string) => request.headers.get(name) ?? undefined;
  if (!isPreflight(request.method, header))
    return new Response(null, { status: 204, headers: { Allow: "GET, HEAD, OPTIONS" } });
  try {
    return new Response(null, { status: 204, headers: await preflightHeaders(services().clients, header) });
  } catch (thrown) {
    const error = domainErrorOf(thrown, requestIdOf(header("x-request-id")));
    const errorText = errorMessage(error, languageOf(header("accept-language")));
    return Response.json(
      { errorCode: String(error.code), errorMessage: errorText },
      { status: errorStatus(error) },
    );
  }
}

function domainErrorOf(thrown: unknown, requestId: string): DomainError {
  if (isDomainError(thrown)) return thrown;
  return isDatabaseUnavailable(thrown)
    ? new DomainError(1902, {}, { retryAfterSeconds: RETRY_AFTER_SECONDS })
    : new DomainError(1901, { requestId });
}

/** Throws DomainError 1008, 1101, 1102, 1103, 1104, 1701 or 1002. */
async function readPage(
  { clients, rateLimits, deprecations, clock, publicUrl }: Services,
  request: Request,
  progress: Progress,
): Promise<string> {
  refuseRetired(deprecations, clock.now());
  const header = (name: string) => request.headers.get(name) ?? undefined;
  const secret = header("clientid");
  if (secret === undefined || secret === "") throw new DomainError(1101);
  const client = await clients.identify(secret);
  if (client === null) throw new DomainError(1102);
  progress.client = client;
  if (!isAddressAllowed(client, addressOfRequest(request))) throw new DomainError(1104);
  await checkOrigin(clients, client, { header, publicUrl });
  progress.standing = await rateLimits.count(`events-${client.id}`, FEED_RATE);
  if (!progress.standing.isAllowed)
    throw new DomainError(1701, {}, { retryAfterSeconds: progress.standing.resetSeconds });
  if (!client.scopes.has("events")) throw new DomainError(1103);
  const { cursor, limit, types } = readQuery(request);
  const { merchantId, sandbox } = client;
  const page = await readFeed(portalPool(), { merchantId, cursor, limit, types, sandbox });
  if (page === null) throw new DomainError(1002, { field: "cursor", advice: "feed_cursor" });
  const events = page.events.map((event) => eventText(event)).join(",");
  const { cursor: next, hasMore } = page;
  return `{"events":[${events}],"cursor":${JSON.stringify(next)},"hasMore":${hasMore}}`;
}

function readQuery(request: Request) {
  const parsed = feedQuerySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!parsed.success)
    throw new DomainError(1002, { field: String(parsed.error.issues[0]?.path[0] ?? "query") });
  const cursor = parseFeedCursor(parsed.data.cursor);
  if (cursor === null) throw new DomainError(1002, { field: "cursor" });
  const types = (parsed.data.types ?? "").split(",").filter((type) => type !== "");
  const known: readonly string[] = EVENT_TYPES;
  if (!types.every((type) => known.includes(type))) throw new DomainError(1002, { field: "types" });
  return { cursor, limit: parsed.data.limit, types };
}

import { isAddressAllowed } from "@/lib/areas/clients/api-client";
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
import { type Services, services } from "@/lib/services";
import { errorMessage, errorStatus } from "./errors";
import { feedQuerySchema } from "./events";

const RETRY_AFTER_SECONDS = 1;

/**
 * The events of the client's merchant from a cursor on (an extension of the interface), for those who cannot receive
 * webhooks: `{"events":[…],"cursor":"…","hasMore":…}`. The ClientId is checked as that of any operation, with the scope
 * `events`; refusals are `{"errorCode","errorMessage"}` with the codes of the interface. Never throws.
 */
export async function serveEvents(request: Request): Promise<Response> {
  const startedAt = performance.now();
  const requestId = requestIdOf(request.headers.get("x-request-id") ?? undefined);
  const language = languageOf(request.headers.get("accept-language") ?? undefined);
  const headers: Record<string, string> = {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Request-Id": requestId,
    "API-Version": "v1",
    "Content-Language": language,
  };
  let code = 0;
  let status = 200;
  let body: string;
  try {
    body = await readPage(services(), request);
  } catch (thrown) {
    const error = domainErrorOf(thrown, requestId);
    if (!isDomainError(thrown)) requestLog(requestId).error({ err: thrown }, "The events could not be read");
    code = error.code;
    status = errorStatus(error);
    if (error.details.retryAfterSeconds !== undefined)
      headers["Retry-After"] = String(error.details.retryAfterSeconds);
    body = JSON.stringify({ errorCode: String(code), errorMessage: errorMessage(error, language) });
  }
  observeRequest("Events", code, (performance.now() - startedAt) / 1000);
  return new Response(body, { status, headers });
}

function domainErrorOf(thrown: unknown, requestId: string): DomainError {
  if (isDomainError(thrown)) return thrown;
  return isDatabaseUnavailable(thrown)
    ? new DomainError(1902, {}, { retryAfterSeconds: RETRY_AFTER_SECONDS })
    : new DomainError(1901, { requestId });
}

/** Throws DomainError 1101, 1102, 1103, 1104, 1701 or 1002. */
async function readPage({ clients, rateLimits }: Services, request: Request): Promise<string> {
  const secret = request.headers.get("clientid");
  if (secret === null || secret === "") throw new DomainError(1101);
  const client = await clients.identify(secret);
  if (client === null) throw new DomainError(1102);
  if (!isAddressAllowed(client, addressOfRequest(request))) throw new DomainError(1104);
  const standing = client.rate === null ? null : await rateLimits.count(client.id, client.rate);
  if (standing?.isAllowed === false)
    throw new DomainError(1701, {}, { retryAfterSeconds: standing.resetSeconds });
  if (!client.scopes.has("events")) throw new DomainError(1103);
  const { cursor, limit, types } = readQuery(request);
  const page = await readFeed(portalPool(), { merchantId: client.merchantId, cursor, limit, types });
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

import { type ApiClient, isAddressAllowed } from "@/lib/areas/clients/api-client";
import { DomainError, type ErrorCode, isDomainError } from "@/lib/ledger/rules/errors";
import { isDatabaseUnavailable } from "@/lib/platform/database/errors";
import { languageOf } from "@/lib/platform/http/language";
import { requestIdOf } from "@/lib/platform/http/request-id";
import { addressOfRequest } from "@/lib/platform/http/socket-address";
import { requestLog } from "@/lib/platform/log";
import { observeRequest } from "@/lib/platform/metrics";
import { type RateStanding, rateHeaders } from "@/lib/platform/rate-limits";
import { type Services, services } from "@/lib/services";
import { BODY_BYTES_MAX } from "./body";
import { addCorsHeaders, checkOrigin, isPreflight, preflightHeaders } from "./cors";
import { errorMessage } from "./error-message";
import { errorStatus } from "./errors";
import { methodsOf } from "./failures";
import { helpLink } from "./help-link";
import { UNAUTHENTICATED } from "./integration";
import { readBodyOrRefuse } from "./next-door";
import { noteRefusal } from "./note-answer";
import { requireSignature } from "./signature";
import { deprecationHeaders, refuseRetired, VERSION } from "./versions";

const RETRY_AFTER_SECONDS = 1;

/** An endpoint for API clients beside the operations of the interface. */
interface ClientEndpoint {
  /** Name in the metrics. */
  name: string;
  /** A rate of its own, so that the endpoint takes nothing from the tills of its client (rules.md §12). */
  rate: { name: string; perSecond: number; burst: number };
  /** The JSON of the answer. Throws DomainError for every refusal. */
  answer(client: ApiClient, services: Services, request: Request, readBody: ReadBody): Promise<string>;
}

/** The body, also after the signature was checked over it. Throws DomainError 1003 or 1006. */
export type ReadBody = () => Promise<Uint8Array>;

/** Known facts of a request so far. */
interface Progress {
  client: ApiClient | null;
  standing: RateStanding | null;
}

/**
 * Answers a request of an API client, whose ClientId is checked as that of any operation. Refusals are
 * `{"errorCode","errorMessage"}` with the codes of the interface. Never throws.
 */
export async function serveClient(request: Request, endpoint: ClientEndpoint): Promise<Response> {
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
  let code: ErrorCode | 0 = 0;
  let status = 200;
  let body: string;
  try {
    const client = await identify(services(), request, { endpoint, progress });
    let read: Promise<Uint8Array> | undefined;
    const readBody = () => {
      read ??= readBodyOrRefuse(request, BODY_BYTES_MAX);
      return read;
    };
    await checkSignature(client, request, { now: clock.now(), readBody });
    body = await endpoint.answer(client, services(), request, readBody);
  } catch (thrown) {
    const error = domainErrorOf(thrown, requestId);
    noteRefusal(error, {
      client: progress.client,
      ipAddress: addressOfRequest(request),
      userAgent: request.headers.get("user-agent") ?? undefined,
      requestId,
    });
    if (!isDomainError(thrown))
      requestLog(requestId).error({ err: thrown, endpoint: endpoint.name }, "A client could not be answered");
    code = error.code;
    status = errorStatus(error);
    if (error.details.retryAfterSeconds !== undefined)
      headers["Retry-After"] = String(error.details.retryAfterSeconds);
    const baseUrl = services().publicUrl ?? "";
    headers.Link = [helpLink(error.code, { baseUrl, language }), headers.Link]
      .filter((link) => link !== undefined)
      .join(", ");
    if (UNAUTHENTICATED.has(code)) headers["WWW-Authenticate"] = "ClientId";
    body = JSON.stringify({ errorCode: String(code), errorMessage: errorMessage(error, language) });
  }
  if (progress.standing !== null) Object.assign(headers, rateHeaders(endpoint.rate.name, progress.standing));
  const origin = request.headers.get("origin") ?? undefined;
  await addCorsHeaders(headers, { clients, client: progress.client, origin });
  observeRequest(endpoint.name, code, (performance.now() - startedAt) / 1000);
  return new Response(body, { status, headers });
}

/**
 * Answers the preflight of a browser for a page of another origin; 1104 where no client allows the origin.
 * @param allow the methods there are
 */
export async function answerClientPreflight(request: Request, allow: string): Promise<Response> {
  const header = (name: string) => request.headers.get(name) ?? undefined;
  if (!isPreflight(request.method, header))
    return new Response(null, { status: 204, headers: { Allow: allow } });
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

/** Handlers of the methods that an endpoint lacks: 1007 with `Allow`, as an operation answers. */
export function refuseMethods<const Names extends readonly string[]>(
  names: Names,
  allow: string,
): Record<Names[number], (request: Request) => Response> {
  const answer = ({ headers }: Request): Response => {
    const language = languageOf(headers.get("accept-language") ?? undefined);
    const error = new DomainError(1007, { form: methodsOf(allow.split(", ")) }, { status: 405 });
    return Response.json(
      { errorCode: "1007", errorMessage: errorMessage(error, language) },
      {
        status: errorStatus(error),
        headers: {
          Allow: allow,
          "Cache-Control": "no-store",
          "X-Request-Id": requestIdOf(headers.get("x-request-id") ?? undefined),
          "API-Version": VERSION,
          "Content-Language": language,
          Link: helpLink(error.code, { baseUrl: services().publicUrl ?? "", language }),
        },
      },
    );
  };
  return Object.fromEntries(names.map((name) => [name, answer])) as ReturnType<typeof refuseMethods<Names>>;
}

function domainErrorOf(thrown: unknown, requestId: string): DomainError {
  if (isDomainError(thrown)) return thrown;
  return isDatabaseUnavailable(thrown)
    ? new DomainError(1902, {}, { retryAfterSeconds: RETRY_AFTER_SECONDS })
    : new DomainError(1901, { requestId });
}

/** Throws DomainError 1105; 1003 and 1006 for a body that cannot be read whole. */
async function checkSignature(
  client: ApiClient,
  request: Request,
  { now, readBody }: { now: Date; readBody: ReadBody },
): Promise<void> {
  const { pathname, search } = new URL(request.url);
  await requireSignature(
    client,
    {
      method: request.method,
      target: pathname + search,
      header: (name) => request.headers.get(name) ?? undefined,
      readBody,
    },
    { now, onFault: () => undefined },
  );
}

/** The client behind the ClientId, within its addresses, its origins and the rate. Throws DomainError 1008, 1101, 1102, 1104 or 1701. */
async function identify(
  { clients, rateLimits, deprecations, clock, publicUrl }: Services,
  request: Request,
  { endpoint: { rate }, progress }: { endpoint: ClientEndpoint; progress: Progress },
): Promise<ApiClient> {
  refuseRetired(deprecations, clock.now());
  const header = (name: string) => request.headers.get(name) ?? undefined;
  const secret = header("clientid");
  if (secret === undefined || secret === "") throw new DomainError(1101);
  const client = await clients.identify(secret);
  if (client === null) throw new DomainError(1102);
  progress.client = client;
  if (!isAddressAllowed(client, addressOfRequest(request))) throw new DomainError(1104);
  await checkOrigin(clients, client, { header, publicUrl });
  progress.standing = await rateLimits.count(`${rate.name}-${client.id}`, rate);
  if (!progress.standing.isAllowed)
    throw new DomainError(1701, {}, { retryAfterSeconds: progress.standing.resetSeconds });
  return client;
}

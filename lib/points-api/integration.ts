import { randomUUID } from "node:crypto";
import { type ApiClient, isAddressAllowed } from "@/lib/areas/clients/api-client";
import type { RefusedSecret } from "@/lib/areas/clients/api-clients";
import type { LibertyTaken } from "@/lib/areas/clients/desk-schemas";
import { keepable } from "@/lib/areas/clients/masked-answer";
import type { SignatureFault } from "@/lib/areas/clients/signature";
import { NOBODY } from "@/lib/areas/clients/traffic";
import type { Trial } from "@/lib/areas/clients/trial";
import { DomainError, type ErrorCode, isDomainError } from "@/lib/ledger/core/errors";
import { isDatabaseUnavailable } from "@/lib/platform/database/errors";
import { languageOf } from "@/lib/platform/http/language";
import { requestIdOf } from "@/lib/platform/http/request-id";
import { log, requestLog } from "@/lib/platform/log";
import { observeRequest } from "@/lib/platform/metrics";
import { type RateStanding, rateHeaders } from "@/lib/platform/rate-limits";
import { traceRequest } from "@/lib/platform/tracing";
import type { Services } from "@/lib/services";
import { BODY_BYTES_MAX } from "./body";
import { addCorsHeaders, checkOrigin, isPreflight, preflightHeaders } from "./cors";
import { errorStatus } from "./errors";
import { failureEnvelope } from "./failures";
import type { AnswerContext, IntegrationRequest, IntegrationResponse } from "./message";
import { noteRefusal } from "./note-refusal";
import type { Operation } from "./operation";
import { OPERATIONS, type OperationName } from "./operations";
import { requireSignature } from "./signature";
import { refusalShownTo } from "./strangers";
import { deprecationHeaders, refuseRetired, VERSION } from "./versions";
import type { WireContext } from "./wire-context";

/** Where the points API lives (interface.md §4). */
export const INTEGRATION_PATH = "/api/Integration/";
const PATH = /^\/api\/Integration\/([^/]*)\/([^/]*)$/;
/** The same with what is read although it is not written so: any letter case, slashes doubled or at the end, a whole URL. */
const LIBERAL_PATH = /^(?:https?:\/\/[^/]*)?\/+api\/+Integration\/+([^/]+)\/+([^/]+)\/*$/i;
/** Of a path that was sent as a whole URL. */
const ORIGIN = /^https?:\/\/[^/]*/i;
const LIBERAL_VERSIONS: ReadonlySet<string> = new Set(["1", "1.0", "v1.0"]);
/** The operations by their names in lower case. */
const OPERATION_NAMES: ReadonlyMap<string, OperationName> = new Map(
  Object.keys(OPERATIONS).map((name) => [name.toLowerCase(), name as OperationName]),
);
const RETRY_AFTER_SECONDS = 1;

/** Known facts of a request so far; a refusal on the way is worded with as many as there are. */
interface Progress extends AnswerContext {
  operation: OperationName | null;
  client: ApiClient | null;
  /** The refused ClientId's client. For the log of that client only: the caller is answered as if it were nobody's. */
  refused: RefusedSecret | null;
  /** Why its signature was refused, for the log alone. */
  signatureFault: SignatureFault | null;
  standing: RateStanding | null;
  /** The headers of a version that is on its way out, once it is known that it is the one that is asked for. */
  deprecation: Readonly<Record<string, string>>;
  /** Accepted spellings that the interface writes in another way. */
  liberties: LibertyTaken[];
  body?: Readonly<Record<string, unknown>>;
  /** Of a test client only. */
  trial?: Trial;
  isLost?: boolean;
}

/**
 * Handles a request of the points API, whichever server received it. The one place where an error becomes an envelope.
 * Never throws.
 */
export function handleIntegration(
  services: Services,
  request: IntegrationRequest,
  operation: OperationName | null = operationAt(request.path),
): Promise<IntegrationResponse> {
  return traceRequest(operation ?? "points API", request.header, () => handle(services, request, operation));
}

async function handle(
  services: Services,
  request: IntegrationRequest,
  operation: OperationName | null,
): Promise<IntegrationResponse> {
  const startedAt = performance.now();
  const progress: Progress = {
    requestId: requestIdOf(request.header("x-request-id")),
    language: languageOf(request.header("accept-language")),
    operation,
    client: null,
    refused: null,
    signatureFault: null,
    standing: null,
    deprecation: {},
    liberties: [],
  };
  const origin = request.header("origin");
  const answer = async (response: IntegrationResponse, failure?: DomainError) => {
    addCommonHeaders(response, progress);
    if (progress.isLost) response.isLost = true;
    if (origin !== undefined) {
      const { clients } = services;
      await addCorsHeaders(response.headers, { clients, client: progress.client, origin });
    }
    note(services, { request, progress, response, failure, durationMs: performance.now() - startedAt });
    return response;
  };
  try {
    if (isPreflight(request.method, request.header))
      return await answerPreflight(services, request, progress);
    return await answer(await carryOut(services, request, progress));
  } catch (error) {
    const failure = await refusalShownTo(progress.client ?? undefined, domainErrorOf(error, progress));
    if (OF_THE_PATH.has(failure.code)) await recognise(services, request, progress);
    return answer(refusal(services, failure, progress), failure);
  }
}

/** Refusals of a caller, that say by which header it is to name itself. */
export const UNAUTHENTICATED: ReadonlySet<ErrorCode> = new Set([1101, 1102, 1105]);
/** Refusals of a path, before its caller is looked at. */
const OF_THE_PATH: ReadonlySet<ErrorCode> = new Set([1005, 1007, 1008]);

/** Answers the preflight of a browser for a page of another origin. No request of a client: it is neither counted nor kept. Throws 1104. */
async function answerPreflight(
  { clients }: Services,
  request: IntegrationRequest,
  progress: Progress,
): Promise<IntegrationResponse> {
  const headers = await preflightHeaders(clients, request.header);
  const response: IntegrationResponse = { status: 204, headers, body: "" };
  addCommonHeaders(response, progress);
  return response;
}

/** Path, method, ClientId, origin, rate, signature, scope, then the operation. Throws DomainError for every refusal. */
async function carryOut(
  services: Services,
  request: IntegrationRequest,
  progress: Progress,
): Promise<IntegrationResponse> {
  const operation = checkPath(services, request, progress);
  const client = await authenticate(services, request, progress);
  const checked =
    client.signing.mode === "off"
      ? request
      : await withSignature(client, request, { now: services.clock.now(), progress });
  if (progress.liberties.length > 0) refuseLiberties(progress);
  if (!client.scopes.has(operation.scope)) throw new DomainError(1103);
  const wire = wireContext(services, progress);
  const now = services.clock.now();
  return operation.answer({
    services,
    request: checked,
    client,
    wire,
    now,
    requestId: progress.requestId,
    noted: progress,
  });
}

/** The answer to what could not be read as a request at all, in the default language (rules.md §11). */
export function refuseUnread(code: 1006): IntegrationResponse {
  const requestId = randomUUID();
  const error = new DomainError(code);
  const response: IntegrationResponse = {
    status: errorStatus(error),
    headers: { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" },
    body: JSON.stringify(failureEnvelope(null, error, { language: "en", zone: "UTC", exposeNid: false })),
  };
  addCommonHeaders(response, {
    requestId,
    language: "en",
    operation: null,
    client: null,
    refused: null,
    signatureFault: null,
    standing: null,
    deprecation: {},
    liberties: [],
  });
  observeRequest("unknown", code, 0);
  requestLog(requestId).info({ status: response.status, code }, "Request answered unread");
  return response;
}

interface Answered {
  request: IntegrationRequest;
  progress: Progress;
  response: IntegrationResponse;
  failure: DomainError | undefined;
  durationMs: number;
}

/** Counts an answered request, logs it, and keeps it for its client's log where there is room. */
function note(services: Services, answered: Answered): void {
  const { progress, response, failure, durationMs } = answered;
  const code = failure?.code ?? 0;
  noteTraffic(services, answered);
  observeRequest(progress.operation ?? "unknown", code, durationMs / 1000);
  noteRefusal(failure, {
    client: progress.client,
    clientId: progress.refused?.clientId,
    ipAddress: answered.request.remoteAddress,
    userAgent: answered.request.header("user-agent"),
    requestId: progress.requestId,
  });
  log().info(
    {
      requestId: progress.requestId,
      operation: progress.operation,
      apiClientId: progress.client?.id,
      status: response.status,
      code,
      durationMs: Math.round(durationMs * 10) / 10,
    },
    "Request answered",
  );
}

function noteTraffic({ traffic, clock }: Services, answered: Answered): void {
  const { request, progress, response, failure, durationMs } = answered;
  const { client, refused, operation } = progress;
  const clientId = client?.id ?? refused?.clientId ?? NOBODY;
  const code = failure?.code ?? 0;
  const at = clock.now();
  if (!traffic.count(clientId, code, at)) return;
  traffic.keep({
    clientId,
    secretId: client?.secretId ?? refused?.secretId ?? null,
    at,
    operation,
    method: request.method,
    status: response.status,
    code,
    parameters: failure?.params ?? {},
    detail: refused?.reason ?? progress.signatureFault,
    isReplay: response.headers["Idempotent-Replayed"] !== undefined,
    durationMs,
    requestId: progress.requestId,
    ipAddress: request.remoteAddress,
    answer: keepable(response.body),
    liberties: progress.liberties,
    body: progress.body,
    query: request.query,
    idempotencyKey: request.header("idempotency-key"),
    path: OF_THE_PATH.has(code as ErrorCode) ? request.path : null,
    isOwnBranch: (msisdn) => client?.branches.has(msisdn) ?? false,
    trial: client?.sandbox === undefined ? undefined : trialOf(progress, failure),
  });
}

/** Facts for certification (rules.md §14). */
function trialOf({ trial, language, isLost }: Progress, failure: DomainError | undefined): Trial {
  return {
    ...trial,
    language,
    ...(isLost && { isLost }),
    ...(failure?.details.retryAfterSeconds !== undefined && {
      retryAfterSeconds: failure.details.retryAfterSeconds,
    }),
  };
}

function operationAt(path: string): OperationName | null {
  return OPERATION_NAMES.get(partsOf(path).name.toLowerCase()) ?? null;
}

function partsOf(path: string): { version: string | undefined; name: string } {
  const [, version, name = ""] = PATH.exec(path) ?? LIBERAL_PATH.exec(path) ?? [];
  return { version, name };
}

/** Version, operation and method, and whether they are written as the interface says. Throws 1005, 1007 or 1008. */
function checkPath(
  { deprecations, clock }: Services,
  { path, method: asked }: IntegrationRequest,
  progress: Progress,
): Operation {
  const { operation, liberties } = progress;
  const { version, name } = partsOf(path);
  const isVersion = version?.toLowerCase() === (VERSION as string);
  if (version !== undefined && !isVersion && !LIBERAL_VERSIONS.has(version.toLowerCase()))
    throw new DomainError(1005);
  if (version !== undefined && deprecations[VERSION] !== undefined) {
    const now = clock.now();
    progress.deprecation = deprecationHeaders(deprecations, now);
    refuseRetired(deprecations, now);
  }
  if (operation === null) throw new DomainError(1007, {}, { status: 404 });
  if (name !== operation || !PATH.test(path)) liberties.push("path");
  if (version !== VERSION) liberties.push("version");
  const { method } = OPERATIONS[operation];
  const allowed: string[] = method === "GET" ? ["GET", "HEAD"] : [method];
  if (!allowed.includes(asked)) throw new DomainError(1007, {}, { status: 405, allow: allowed });
  return OPERATIONS[operation];
}

/** A client that is set to strict is refused what others are read with. Throws 1005 or 1007. */
function refuseLiberties({ client, liberties }: Progress): void {
  if (!client?.isStrict) return;
  if (liberties.includes("path")) throw new DomainError(1007, {}, { status: 404 });
  if (liberties.includes("version")) throw new DomainError(1005);
}

/** The client behind the ClientId, within its addresses and its rate. Throws 1101, 1102, 1104 or 1701. */
async function authenticate(
  { clients, rateLimits, publicUrl }: Services,
  request: IntegrationRequest,
  progress: Progress,
): Promise<ApiClient> {
  const secret = request.header("clientid");
  if (secret === undefined || secret === "") throw new DomainError(1101);
  const client = await clients.identify(secret);
  progress.client = client;
  if (client === null) {
    progress.refused = await clients.explainRefusal(secret);
    throw new DomainError(1102);
  }
  if (!isAddressAllowed(client, request.remoteAddress)) throw new DomainError(1104);
  if (request.header("origin") !== undefined)
    await checkOrigin(clients, client, { header: request.header, publicUrl });
  if (client.rate === null) return client;
  progress.standing = await rateLimits.count(client.id, client.rate);
  if (!progress.standing.isAllowed) {
    throw new DomainError(1701, {}, { retryAfterSeconds: progress.standing.resetSeconds });
  }
  return client;
}

/** The request, its signature checked where its client signs. Throws 1105; 1003 and 1006 for a body that cannot be read whole. */
async function withSignature(
  client: ApiClient,
  request: IntegrationRequest,
  { now, progress }: { now: Date; progress: Progress },
): Promise<IntegrationRequest> {
  const { method, path, query, header } = request;
  const hasBody = header("content-length") !== undefined || header("transfer-encoding") !== undefined;
  const body = await requireSignature(
    client,
    {
      method,
      target: path.replace(ORIGIN, "") + (query === "" ? "" : `?${query}`),
      header,
      readBody: async () => (hasBody ? request.readBody(BODY_BYTES_MAX) : new Uint8Array()),
    },
    {
      now,
      onFault: (fault) => {
        progress.signatureFault = fault;
      },
    },
  );
  return body === undefined ? request : { ...request, readBody: async () => body };
}

/** A path is refused before its caller is looked at; but a client that is always to get HTTP 200 gets it there too. */
async function recognise(
  { clients }: Services,
  request: IntegrationRequest,
  progress: Progress,
): Promise<void> {
  const secret = request.header("clientid");
  if (secret === undefined || secret === "") return;
  try {
    progress.client = await clients.identify(secret);
  } catch {
    // Nobody's, as long as nobody can say whose.
    progress.client = null;
  }
}

/**
 * The error for the caller: its own code, 1902 while the database cannot be used, 1901 with a reference to the log for
 * anything unforeseen.
 */
function domainErrorOf(error: unknown, { requestId }: Progress): DomainError {
  if (isDomainError(error)) {
    if (error.code === 1902) requestLog(requestId).warn({ err: error.cause }, "Answered unavailable");
    return error;
  }
  if (isDatabaseUnavailable(error)) {
    requestLog(requestId).warn({ err: error }, "Answered unavailable");
    return new DomainError(1902, {}, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  requestLog(requestId).error({ err: error }, "Unexpected error");
  return new DomainError(1901, { requestId });
}

/** An error as its operation's whole envelope (rules.md §11). */
function refusal(services: Services, error: DomainError, progress: Progress): IntegrationResponse {
  const { retryAfterSeconds, allow } = error.details;
  return {
    status: progress.client?.legacyHttp200 ? 200 : errorStatus(error),
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-store",
      ...(retryAfterSeconds === undefined ? {} : { "Retry-After": String(retryAfterSeconds) }),
      ...(allow === undefined ? {} : { Allow: allow.join(", ") }),
      ...(UNAUTHENTICATED.has(error.code) ? { "WWW-Authenticate": "ClientId" } : {}),
    },
    body: JSON.stringify(failureEnvelope(progress.operation, error, wireContext(services, progress))),
  };
}

function wireContext({ programme }: Services, { language, client }: Progress): WireContext {
  return { language, zone: programme.timeZone(), exposeNid: client?.exposeNid ?? false };
}

function addCommonHeaders(
  { headers }: IntegrationResponse,
  { requestId, language, standing, deprecation }: Progress,
): void {
  headers["X-Request-Id"] = requestId;
  headers["API-Version"] = VERSION;
  headers["Content-Language"] = language;
  Object.assign(headers, deprecation);
  if (standing !== null) Object.assign(headers, rateHeaders("default", standing));
}

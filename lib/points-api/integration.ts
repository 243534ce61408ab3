import { randomUUID } from "node:crypto";
import { DomainError, type ErrorCode, isDomainError } from "@/lib/ledger/rules/errors";
import { isDatabaseUnavailable } from "@/lib/platform/database/errors";
import { languageOf } from "@/lib/platform/http/language";
import { requestIdOf } from "@/lib/platform/http/request-id";
import { requestLog } from "@/lib/platform/log";
import { observeRequest } from "@/lib/platform/metrics";
import { Outage } from "@/lib/platform/outage";
import { rateHeaders } from "@/lib/platform/rate-limits";
import { traceRequest } from "@/lib/platform/tracing";
import type { Services } from "@/lib/services";
import { authenticate, recognise, withSignature } from "./authenticate";
import { addCorsHeaders, isPreflight, preflightHeaders } from "./cors";
import { isExpiredCustomer } from "./customer-value";
import { errorStatus } from "./errors";
import { failureEnvelope } from "./failures";
import { helpLink } from "./help-link";
import type { IntegrationRequest, IntegrationResponse, WireContext } from "./message";
import type { Progress } from "./note-answer";
import { note, OF_THE_PATH } from "./note-answer";
import type { Operation } from "./operation";
import { OPERATIONS, type OperationName } from "./operations";
import { refusalShownTo } from "./strangers";
import { deprecationHeaders, refuseRetired, VERSION } from "./versions";

/** Where the points API lives (interface.md §4). */
export const INTEGRATION_PATH = "/api/Integration/";

const PATH = /^\/api\/Integration\/([^/]*)\/([^/]*)$/;

/** The same with what is read although it is not written so: any letter case, slashes doubled or at the end, a whole URL. */
const LIBERAL_PATH = /^(?:https?:\/\/[^/]*)?\/+api\/+Integration\/+([^/]+)\/+([^/]+)\/*$/i;

const LIBERAL_VERSIONS: ReadonlySet<string> = new Set(["1", "1.0", "v1.0"]);

/** The operations by their names in lower case. */
const OPERATION_NAMES: ReadonlyMap<string, OperationName> = new Map(
  Object.keys(OPERATIONS).map((name) => [name.toLowerCase(), name as OperationName]),
);

const RETRY_AFTER_SECONDS = 1;

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
    return answer(refusal(services, failure, progress, request.reachedAt()), failure);
  }
}

/** Refusals of a caller, that say by which header it is to name itself. */
export const UNAUTHENTICATED: ReadonlySet<ErrorCode> = new Set([1101, 1102, 1105]);

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
  for (const scope of [operation.scope, operation.alsoScope])
    if (scope != null && !client.scopes.has(scope)) throw new DomainError(1103);
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

/**
 * The error for the caller: its own code, 1902 while the database cannot be used, 1901 with a reference to the log for
 * anything unforeseen.
 */
function domainErrorOf(error: unknown, { requestId }: Progress): DomainError {
  if (isDomainError(error)) {
    if (error.code === 1902) noteUnavailable(error.cause, requestId);
    return error;
  }
  if (isDatabaseUnavailable(error)) {
    noteUnavailable(error, requestId);
    return new DomainError(1902, {}, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  requestLog(requestId).error({ err: error }, "Unexpected error");
  return new DomainError(1901, { requestId });
}

function noteUnavailable(error: unknown, requestId: string): void {
  Outage.ofProcess().refused(error);
  requestLog(requestId).warn({ err: error }, "Answered unavailable");
}

/** An error as its operation's whole envelope (rules.md §11). */
function refusal(
  services: Services,
  error: DomainError,
  progress: Progress,
  reachedAt: string,
): IntegrationResponse {
  const { retryAfterSeconds, allow } = error.details;
  return {
    status: progress.client?.legacyHttp200 ? 200 : errorStatus(error),
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-store",
      ...(retryAfterSeconds === undefined ? {} : { "Retry-After": String(retryAfterSeconds) }),
      ...(allow === undefined ? {} : { Allow: allow.join(", ") }),
      ...(UNAUTHENTICATED.has(error.code) ? { "WWW-Authenticate": "ClientId" } : {}),
      // A machine need not search a text for the reason.
      ...(isExpiredCustomer(error) ? { Customer: "expired" } : {}),
      Link: helpLink(error.code, { baseUrl: services.publicUrl ?? reachedAt, language: progress.language }),
    },
    body: JSON.stringify(failureEnvelope(progress.operation, error, wireContext(services, progress))),
  };
}

function wireContext({ programme }: Services, progress: Progress): WireContext {
  const { language, client } = progress;
  return {
    language,
    zone: programme.timeZone(),
    exposeNid: client?.exposeNid ?? false,
    // Read when an answer is written: the body tells it, and is read after this.
    get masksNumber() {
      return progress.isCustomerValue ?? false;
    },
  };
}

function addCommonHeaders(
  { headers }: IntegrationResponse,
  { requestId, language, standing, deprecation, client, liberties }: Progress,
): void {
  headers["X-Request-Id"] = requestId;
  headers["API-Version"] = VERSION;
  headers["Content-Language"] = language;
  const links = [headers.Link, deprecation.Link].filter((link) => link !== undefined);
  Object.assign(headers, deprecation, links.length > 0 && { Link: links.join(", ") });
  if (standing !== null) Object.assign(headers, rateHeaders("default", standing));
  // A maker of tills may have no account in the portal, whose log of requests says the same.
  if (client?.sandbox !== undefined && liberties.length > 0)
    headers.Leniency = liberties.map(encodeURI).join(", ");
}

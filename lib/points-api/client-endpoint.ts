import { type ApiClient, isAddressAllowed } from "@/lib/areas/clients/api-client";
import { DomainError, isDomainError } from "@/lib/ledger/errors";
import { isDatabaseUnavailable } from "@/lib/platform/database/errors";
import { languageOf } from "@/lib/platform/http/language";
import { requestIdOf } from "@/lib/platform/http/request-id";
import { addressOfRequest } from "@/lib/platform/http/socket-address";
import { requestLog } from "@/lib/platform/log";
import { observeRequest } from "@/lib/platform/metrics";
import { type Services, services } from "@/lib/services";
import { errorMessage, errorStatus } from "./errors";

const RETRY_AFTER_SECONDS = 1;

/**
 * Answers an API client beside the operations of the interface: with the JSON that `answer` makes, or with
 * `{"errorCode","errorMessage"}` and the codes of the interface. Never throws.
 * @param name what the metrics call it
 */
export async function serveClient(
  request: Request,
  name: string,
  answer: (services: Services, request: Request) => Promise<string>,
): Promise<Response> {
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
    body = await answer(services(), request);
  } catch (thrown) {
    const error = domainErrorOf(thrown, requestId);
    if (!isDomainError(thrown)) requestLog(requestId).error({ err: thrown }, `${name} could not be answered`);
    code = error.code;
    status = errorStatus(error);
    if (error.details.retryAfterSeconds !== undefined)
      headers["Retry-After"] = String(error.details.retryAfterSeconds);
    body = JSON.stringify({ errorCode: String(code), errorMessage: errorMessage(error, language) });
  }
  observeRequest(name, code, (performance.now() - startedAt) / 1000);
  return new Response(body, { status, headers });
}

/**
 * The client behind the ClientId, within its addresses and its rate.
 * @throws DomainError 1101, 1102, 1104 or 1701
 */
export async function identifyCaller(
  { clients, rateLimits }: Services,
  request: Request,
): Promise<ApiClient> {
  const secret = request.headers.get("clientid");
  if (secret === null || secret === "") throw new DomainError(1101);
  const client = await clients.identify(secret);
  if (client === null) throw new DomainError(1102);
  if (!isAddressAllowed(client, addressOfRequest(request))) throw new DomainError(1104);
  const standing = client.rate === null ? null : await rateLimits.count(client.id, client.rate);
  if (standing?.isAllowed === false)
    throw new DomainError(1701, {}, { retryAfterSeconds: standing.resetSeconds });
  return client;
}

function domainErrorOf(thrown: unknown, requestId: string): DomainError {
  if (isDomainError(thrown)) return thrown;
  return isDatabaseUnavailable(thrown)
    ? new DomainError(1902, {}, { retryAfterSeconds: RETRY_AFTER_SECONDS })
    : new DomainError(1901, { requestId });
}

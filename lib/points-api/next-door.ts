import { DomainError } from "@/lib/ledger/rules/errors";
import { originOf } from "@/lib/platform/http/origin";
import { BodyError, discardRest, readBody } from "@/lib/platform/http/read-body";
import { addressOfRequest, receivedOf } from "@/lib/platform/http/socket-address";
import { type Services, services } from "@/lib/services";
import { handleIntegration } from "./integration";
import { type IntegrationRequest, isBodiless } from "./message";
import type { OperationName } from "./operations";

type Handler = (request: Request) => Promise<Response>;
const METHODS = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"] as const;

/**
 * Exports of a points API route file: every method is answered, also those that the operation does not have. Null stands for the paths that
 * name no operation. The same behaviour as the fast door (`node-door.ts`), answer for answer.
 */
export function serve(operation: { name: OperationName } | null): Record<(typeof METHODS)[number], Handler> {
  const handler: Handler = (request) => serveIntegration(services(), request, operation?.name);
  const handlers = METHODS.map((method) => [method, handler]);
  return Object.fromEntries(handlers) as Record<(typeof METHODS)[number], Handler>;
}

/** One request over given services, to the operation that its path names unless another is given. Never throws. */
export async function serveIntegration(
  services: Services,
  request: Request,
  operation?: OperationName | null,
): Promise<Response> {
  const asked = integrationRequest(request);
  const response = await handleIntegration(services, asked, operation);
  const { status, headers, body } = response;
  if (request.body !== null && !request.body.locked) void discardRest(request.body.getReader());
  return new Response(isBodiless(request.method, response) ? null : (body as BodyInit), { status, headers });
}

function integrationRequest(request: Request): IntegrationRequest {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    path: pathname,
    query: search.slice(1),
    // Next.js and its hosts compress what route handlers answer, and would compress again what is compressed already.
    header: (name) => (name === "accept-encoding" ? undefined : (request.headers.get(name) ?? undefined)),
    remoteAddress: addressOfRequest(request),
    reachedAt: () => originOf(receivedOf(request.headers)),
    readBody: (bytesMax) => readBodyOrRefuse(request, bytesMax),
  };
}

/** The body, or the interface's refusal of it. */
export async function readBodyOrRefuse(request: Request, bytesMax: number): Promise<Uint8Array> {
  try {
    return await readBody(request, bytesMax);
  } catch (error) {
    if (!(error instanceof BodyError)) throw error;
    throw error.problem === "too_large" ? new DomainError(1006) : new DomainError(1003, {}, { cause: error });
  }
}

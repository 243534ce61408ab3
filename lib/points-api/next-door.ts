import { DomainError } from "@/lib/ledger/errors";
import { BodyError, discardRest, readBody } from "@/lib/platform/http/read-body";
import { addressOfRequest } from "@/lib/platform/http/socket-address";
import { type Services, services } from "@/lib/services";
import { handleIntegration } from "./integration";
import type { IntegrationRequest } from "./message";

/**
 * The points API as Next.js route handlers: the door that every host of Next serves. The same behaviour as the fast
 * door (`node-door.ts`), answer for answer. Answers every request and never throws.
 */
export function serveIntegration(request: Request): Promise<Response> {
  return serveIntegrationWith(services(), request);
}

/** The same over given services. Next.js hands its handlers a second argument of its own, so this has another name. */
export async function serveIntegrationWith(services: Services, request: Request): Promise<Response> {
  const { status, headers, body } = await handleIntegration(services, integrationRequest(request));
  if (request.body !== null && !request.body.locked) void discardRest(request.body.getReader());
  const isBodiless = request.method === "HEAD" || status === 304;
  return new Response(isBodiless ? null : (body as BodyInit), { status, headers });
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
    readBody: (bytesMax) => readBodyOrRefuse(request, bytesMax),
  };
}

/** The body, or the interface's refusal of it. */
async function readBodyOrRefuse(request: Request, bytesMax: number): Promise<Uint8Array> {
  try {
    return await readBody(request, bytesMax);
  } catch (error) {
    if (!(error instanceof BodyError)) throw error;
    throw error.problem === "too_large" ? new DomainError(1006) : new DomainError(1003, {}, { cause: error });
  }
}

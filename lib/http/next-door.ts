import { DomainError } from "@/lib/errors";
import { type Services, services } from "@/lib/services";
import { DISCARDED_BYTES_MAX } from "./body";
import { handleIntegration } from "./integration";
import type { IntegrationRequest } from "./message";
import { addressOfRequest } from "./socket-address";

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
    readBody: (bytesMax) => readBody(request, bytesMax),
  };
}

async function readBody({ headers, body }: Request, bytesMax: number): Promise<Uint8Array> {
  if (Number(headers.get("content-length") ?? 0) > bytesMax) throw new DomainError(1006);
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  for (;;) {
    const part = await reader?.read().catch((cause: unknown) => {
      throw new DomainError(1003, {}, { cause });
    });
    if (part === undefined || part.done) return Buffer.concat(chunks);
    length += part.value.byteLength;
    if (length > bytesMax) {
      void discardRest(reader);
      throw new DomainError(1006);
    }
    chunks.push(part.value);
  }
}

/** Takes what follows of a refused body off the line: cancelling it would break the connection before its answer. */
async function discardRest(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<void> {
  try {
    for (let left = DISCARDED_BYTES_MAX; left > 0; ) {
      const part = await reader?.read();
      if (part === undefined || part.done) return;
      left -= part.value.byteLength;
    }
    await reader?.cancel();
  } catch {
    // The caller has gone; there is nothing left to read.
  }
}

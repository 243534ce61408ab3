import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "@/lib/env";
import { DomainError } from "@/lib/errors";
import { type Services, services } from "@/lib/services";
import { callerAddress } from "./caller-address";
import { handleIntegration } from "./integration";
import type { IntegrationRequest, IntegrationResponse } from "./message";

/** The points API on a plain Node server: the fast door. Answers every request and never throws. */
export async function serveIntegration(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  findServices: () => Services = services,
): Promise<void> {
  const response = await handleIntegration(findServices(), integrationRequest(incoming));
  if (outgoing.destroyed) return;
  // What was not read of a body would be taken for the next request.
  if (!incoming.complete) response.headers.Connection = "close";
  send(response, incoming.method, outgoing);
}

function send(
  { status, headers, body }: IntegrationResponse,
  method: string | undefined,
  to: ServerResponse,
): void {
  if (status !== 304) headers["Content-Length"] = String(Buffer.byteLength(body));
  to.writeHead(status, headers);
  to.end(method === "HEAD" || status === 304 ? undefined : body);
}

function integrationRequest(incoming: IncomingMessage): IntegrationRequest {
  const url = incoming.url ?? "/";
  const queryAt = url.indexOf("?");
  const { headers } = incoming;
  const header = (name: string): string | undefined => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  };
  return {
    method: incoming.method ?? "GET",
    path: queryAt < 0 ? url : url.slice(0, queryAt),
    query: queryAt < 0 ? "" : url.slice(queryAt + 1),
    header,
    remoteAddress: callerAddress(
      incoming.socket.remoteAddress ?? "",
      header("x-forwarded-for"),
      env().trustedProxyHops,
    ),
    readBody: (bytesMax) => readBody(incoming, bytesMax),
  };
}

function readBody(incoming: IncomingMessage, bytesMax: number): Promise<Buffer> {
  if (Number(incoming.headers["content-length"] ?? 0) > bytesMax)
    return Promise.reject(new DomainError(1006));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    incoming.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > bytesMax) {
        incoming.pause();
        reject(new DomainError(1006));
      } else chunks.push(chunk);
    });
    incoming.on("end", () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    incoming.on("error", (cause) => reject(new DomainError(1003, {}, { cause })));
    incoming.on("close", () => reject(new DomainError(1003)));
  });
}

import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { DomainError } from "@/lib/ledger/rules/errors";
import { env } from "@/lib/platform/env";
import { readForwarded } from "@/lib/platform/http/forwarded";
import { originOf } from "@/lib/platform/http/origin";
import { DISCARDED_BYTES_MAX } from "@/lib/platform/http/read-body";
import { processSingleton } from "@/lib/platform/process-singleton";
import { type Services, services } from "@/lib/services";
import { handleIntegration, refuseUnread } from "./integration";
import { type IntegrationRequest, type IntegrationResponse, isBodiless } from "./message";

/**
 * Callers get a slightly shorter time than the service keeps idle connections, so that they close them first: a request that meets a
 * closing connection is lost.
 */
const keepAlive = () =>
  processSingleton("keep-alive", () => `timeout=${Math.floor(env().httpIdleMs / 1_000) - KEPT_SHORTER_S}`);
const KEPT_SHORTER_S = 5;

/** The points API on a plain Node server: the fast door. Answers every request. */
export async function serveIntegration(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  findServices: () => Services = services,
): Promise<void> {
  if (hasNoBody(incoming)) incoming.read();
  const response = await handleIntegration(findServices(), integrationRequest(incoming));
  answered.push({ incoming, outgoing, response });
  if (answered.length === 1) setImmediate(sendAnswered);
}

/**
 * True when nothing follows the headers. Such a request is read at once: Node.js would do so after the answer, in seven
 * turns of its queue, a fifth of the cost of an answer from memory.
 */
function hasNoBody({ headers }: IncomingMessage): boolean {
  return headers["content-length"] === undefined && headers["transfer-encoding"] === undefined;
}

interface Answered {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  response: IntegrationResponse;
}

/**
 * Answers that are ready, until the end of this turn of the event loop. Written one by one they wake a caller with many
 * connections (a proxy, a load generator) once for each.
 */
let answered: Answered[] = [];

function sendAnswered(): void {
  const due = answered;
  answered = [];
  for (const { incoming, outgoing, response } of due) {
    if (outgoing.destroyed) continue;
    if (response.isLost) {
      outgoing.destroy();
      continue;
    }
    if (isBroken.has(incoming.socket)) outgoing.shouldKeepAlive = false;
    else if (!incoming.complete) discardRest(incoming);
    send(response, incoming.method, outgoing);
  }
}

/**
 * A server's `clientError`: a request that Node.js could not read to its end. A body that breaks off is answered by its
 * operation (1003), headers beyond the limit with 1006, anything else with a 400 that says so.
 */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  const giveUp = bodyReaders.get(socket);
  isBroken.add(socket);
  if (giveUp !== undefined) {
    giveUp(error);
    return;
  }
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const [head, body] = lastWord(error);
  socket.end(`${head}\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

const NOT_HTTP: [head: string, body: string] = [
  "HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8",
  JSON.stringify({ error: { message: "The request could not be read as HTTP/1.1." } }),
];

function lastWord({ code }: NodeJS.ErrnoException): [head: string, body: string] {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return asText(refuseUnread(1006));
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return ["HTTP/1.1 408 Request Timeout", ""];
    default:
      return NOT_HTTP;
  }
}

function asText({ status, headers, body }: IntegrationResponse): [head: string, body: string] {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [[`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join("\r\n"), String(body)];
}

/** Connections on which a body is being read, and how to stop waiting for the rest of it. */
const bodyReaders = new WeakMap<Duplex, (cause: Error) => void>();
const isBroken = new WeakSet<Duplex>();

/**
 * Discards the rest of a body that was answered before its end: a caller that is still sending reads the answer only
 * afterwards, and the next request begins after it. Limited in bytes and time.
 */
function discardRest(incoming: IncomingMessage): void {
  let left = DISCARDED_BYTES_MAX;
  incoming.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) incoming.destroy();
  });
  incoming.on("error", () => undefined);
  incoming.resume();
}

function send(response: IntegrationResponse, method: string | undefined, to: ServerResponse): void {
  const { status, headers, body } = response;
  if (to.shouldKeepAlive) headers["Keep-Alive"] = keepAlive();
  if (status !== 304 && status !== 204) headers["Content-Length"] = String(Buffer.byteLength(body));
  to.writeHead(status, headers);
  to.end(isBodiless(method, response) ? undefined : body);
}

function integrationRequest(incoming: IncomingMessage): IntegrationRequest {
  const url = incoming.url ?? "/";
  const queryAt = url.indexOf("?");
  const { headers } = incoming;
  const header = (name: string): string | undefined => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  };
  const received = { socketAddress: incoming.socket.remoteAddress ?? "", header };
  return {
    method: incoming.method ?? "GET",
    path: queryAt < 0 ? url : url.slice(0, queryAt),
    query: queryAt < 0 ? "" : url.slice(queryAt + 1),
    header,
    remoteAddress: readForwarded(received).address,
    reachedAt: () => originOf(received),
    readBody: (bytesMax) => readBody(incoming, bytesMax),
  };
}

function readBody(incoming: IncomingMessage, bytesMax: number): Promise<Buffer> {
  if (Number(incoming.headers["content-length"] ?? 0) > bytesMax)
    return Promise.reject(new DomainError(1006));
  const { socket } = incoming;
  return new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (error: DomainError | null) => {
      // The next request of a pipeline may be reading already.
      if (bodyReaders.get(socket) === breakOff) bodyReaders.delete(socket);
      if (error === null) resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
      else reject(error);
    };
    const breakOff = (cause?: Error) => {
      // Every request closes in the end; only one that was not read to its end breaks off.
      if (!incoming.readableEnded) settle(new DomainError(1003, {}, { cause }));
    };
    bodyReaders.set(socket, breakOff);
    incoming.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > bytesMax) settle(new DomainError(1006));
      else chunks.push(chunk);
    });
    incoming.on("end", () => settle(null));
    incoming.on("error", breakOff);
    incoming.on("close", breakOff);
  });
}

import { randomUUID } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { processSingleton } from "@/lib/platform/process-singleton";
import { type Received, readForwarded } from "./forwarded";

/**
 * A Next.js route handler does not see the socket, and the `X-Forwarded-For` that it sees may be the caller's own. So
 * every request carries its socket's address in a header whose name is unknown outside the process.
 */
const header = () => processSingleton("socket-address-header", () => `x-socket-address-${randomUUID()}`);

/** Marks one request, before a server of our own hands it to a route file. */
export function markSocketAddress({ headers, rawHeaders, socket }: IncomingMessage): void {
  const address = socket.remoteAddress ?? "";
  headers[header()] = address;
  // Next.js makes the headers of a Request from the former, srvx from these.
  rawHeaders.push(header(), address);
}

/**
 * Marks every request from now on, whichever server of this process receives it, unless {@link marksItself} was called
 * before. Calling it again changes nothing.
 */
export function markSocketAddresses(): void {
  processSingleton(MARKING, () => {
    subscribe("http.server.request.start", (message) =>
      markSocketAddress((message as { request: IncomingMessage }).request),
    );
    return true;
  });
}

/** The server of this process marks what it hands to route files; what it answers itself goes without. */
export function marksItself(): void {
  processSingleton(MARKING, () => true);
}

const MARKING = "socket-address-marks";

/** The caller's address for a route handler, after trusted proxies; "" when unknown, which no list of addresses lets in. */
export function addressOfRequest({ headers }: Pick<Request, "headers">): string {
  return readForwarded(receivedOf(headers)).address;
}

/** A route handler's request as it reached this process. */
export function receivedOf(headers: Headers): Received {
  markSocketAddresses();
  const read = (name: string) => headers.get(name) ?? undefined;
  return { socketAddress: read(header()) ?? "", header: read };
}

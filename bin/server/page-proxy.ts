import { Agent, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { createProxyServer, type ProxyServer } from "httpxy";
import { forwardedTarget, readForwarded } from "@/lib/platform/http/forwarded";
import { log } from "@/lib/platform/log";
import { answerWithoutPages } from "./without-pages";

/** A page that has not begun to answer by then is given up; the browser is asked to try again. */
const PAGE_TIMEOUT_MS = 30_000;
/** Requests under way at one page worker from one API worker; more wait in the API worker. */
const PAGES_AT_ONCE_MAX = 64;

/** Passes requests to the page workers, whichever of them are ready, in turn. */
export class PageProxy {
  #sockets: readonly string[] = [];
  #next = 0;
  /** False from when nobody took a connection until a person answers, or the primary says who is ready. */
  #isReached = true;
  /** Requests that have been passed on a second time. */
  readonly #moved = new WeakSet<IncomingMessage>();
  readonly #proxy: ProxyServer = createProxyServer({
    agent: new Agent({ keepAlive: true, maxSockets: PAGES_AT_ONCE_MAX }),
    proxyTimeout: PAGE_TIMEOUT_MS,
  });

  constructor() {
    // An answer that breaks off breaks off for the browser as well; it must not take a part for the whole.
    this.#proxy.on("proxyRes", (answer, _request, response) => {
      this.#isReached = true;
      answer.once("error", () => response.destroy());
      // Next.js has compressed the page, which it would not do under this header. Behind it no network may shrink the page: that would
      // break the scripts' order and the page's marks.
      if (answer.headers["x-portal-page"] !== undefined)
        answer.headers["cache-control"] =
          `${answer.headers["cache-control"] ?? "private, no-store"}, no-transform`;
    });
    this.#proxy.on("error", (error, request, response) => {
      // The caller has closed the connection.
      if (request === undefined || response === undefined || response.destroyed) return;
      // The primary may not have told yet that a worker has ended.
      if (isNobodyThere(error)) this.#isReached = false;
      // A worker that has just ended takes no connections, and has been asked nothing: another one is. By now it may be out of
      // the list, so that whoever is left there is the other one.
      if ("writeHead" in response && mayBeAskedAgain(error, request, response) && !this.#moved.has(request)) {
        this.#moved.add(request);
        this.handle(request, response);
        return;
      }
      log().warn({ err: error, path: request.url?.split("?", 1)[0] }, "A page worker did not answer");
      if ("writeHead" in response) answerWithoutPages(request, response);
      else response.destroy();
    });
  }

  /** The sockets of the page workers that are ready, from now on. */
  use(sockets: readonly string[]): void {
    this.#sockets = sockets;
    this.#isReached = true;
  }

  /** Whether there is a page worker to ask, as far as is known. */
  state(): "ready" | "starting" {
    return this.#sockets.length > 0 && this.#isReached ? "ready" : "starting";
  }

  /** Answers a request with what a page worker answers, or with a page that says so when none can. */
  handle(request: IncomingMessage, response: ServerResponse): void {
    const target = this.#target();
    if (target === undefined) answerWithoutPages(request, response);
    else {
      nameCaller(request);
      // The offered protocol is not taken up: a page worker would wait for it.
      delete request.headers.upgrade;
      delete request.headers["http2-settings"];
      void this.#proxy.web(request, response, { target });
    }
  }

  /** Passes on what asks for another protocol, as the development server's reloading does. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const target = this.#target();
    if (target === undefined) socket.destroy();
    else {
      nameCaller(request);
      void this.#proxy.ws(request, socket as Socket, { target }, head);
    }
  }

  #target(): { socketPath: string } | undefined {
    const socketPath = this.#sockets[this.#next++ % this.#sockets.length];
    return socketPath === undefined ? undefined : { socketPath };
  }
}

/** A page worker believes one proxy, this one, which sends it the caller's address, and where that reached the service. */
function nameCaller({ headers, socket }: IncomingMessage): void {
  const received = {
    socketAddress: socket.remoteAddress ?? "",
    header: (name: string) => headers[name]?.toString(),
  };
  const { protocol, host } = forwardedTarget(received);
  headers["x-forwarded-for"] = readForwarded(received).address;
  headers["x-forwarded-proto"] = protocol === "https" ? "https" : "http";
  if (host === undefined) delete headers["x-forwarded-host"];
  else headers["x-forwarded-host"] = host;
}

/** Nothing was asked of a worker that took no connection; one that ends in the middle may be asked again for what changes nothing. */
function mayBeAskedAgain(
  error: NodeJS.ErrnoException,
  { method }: IncomingMessage,
  { headersSent }: ServerResponse,
): boolean {
  if (isNobodyThere(error)) return true;
  return error.code === "ECONNRESET" && method === "GET" && !headersSent;
}

function isNobodyThere({ code }: NodeJS.ErrnoException): boolean {
  return code === "ECONNREFUSED" || code === "ENOENT";
}

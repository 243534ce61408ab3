import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { AddressInfo } from "node:net";

/** Place in the tab's storage where complaints are kept from page to page. */
const COMPLAINTS = "tests.complaints";

/**
 * Runs in the page, before its first script. Errors that React mends by drawing a page anew, and refusals of the policy, are
 * complaints as well.
 */
function keepComplaints(name: string): void {
  const watched = window as typeof window & { isWatched?: boolean };
  if (watched.isWatched) return;
  watched.isWatched = true;
  let isLeaving = false;
  // A page that is left gives up what it is asking.
  window.addEventListener("beforeunload", () => {
    isLeaving = true;
  });
  const keep = (text: string) => {
    if (isLeaving) return;
    const kept = JSON.parse(sessionStorage.getItem(name) ?? "[]") as string[];
    sessionStorage.setItem(name, JSON.stringify([...kept, `${location.pathname}: ${text.slice(0, 600)}`]));
  };
  window.addEventListener("error", ({ message, error }) => keep(`${message} ${error?.stack}`));
  window.addEventListener("unhandledrejection", ({ reason }) => keep(`${reason} ${reason?.stack}`));
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    keep(`${violatedDirective} forbids ${blockedURI}`),
  );
  const { error } = console;
  console.error = (...said) => {
    keep(said.map(String).join(" "));
    error(...said);
  };
}

export interface ListeningProxy {
  url: string;
  stop(): Promise<void>;
}

/**
 * A line to the service that puts `keepComplaints` before each script, for browsers whose driver does not tell of errors. A script of
 * its own would be another page.
 */
export async function startListeningProxy(target: string): Promise<ListeningProxy> {
  const { hostname, port } = new URL(target);
  const before = `(${keepComplaints})(${JSON.stringify(COMPLAINTS)});`;
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const isScript = /\.js(\?|$)/.test(incoming.url ?? "");
    const { method, url: path } = incoming;
    const headers = { ...incoming.headers, ...(isScript && { "accept-encoding": "identity" }) };
    const request = send({ hostname, port, method, path, headers }, (answer) => {
      const { statusCode = 502, headers } = answer;
      const isChanged = isScript && statusCode === 200;
      if (isChanged) delete headers["content-length"];
      outgoing.writeHead(statusCode, headers);
      if (isChanged) outgoing.write(before);
      answer.pipe(outgoing);
    });
    request.on("error", () => outgoing.destroy());
    // The browser has gone on to another page.
    outgoing.on("close", () => request.destroy());
    incoming.pipe(request);
  };
  const server = createServer(forward);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Runs in the page: its tab's complaints. */
export const COMPLAINTS_SCRIPT = `return JSON.parse(sessionStorage.getItem("${COMPLAINTS}") ?? "[]")`;

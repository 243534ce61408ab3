import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import compression from "compression";
import { addRoute, createRouter, findRoute } from "rou3";
import { NodeRequest, sendNodeResponse } from "srvx/node";
import { ROUTES } from "@/bin/server/generated/routes";
import { requestIdOf } from "@/lib/platform/http/request-id";
import securityHeaders from "@/lib/platform/http/security-headers.json";
import { markSocketAddress } from "@/lib/platform/http/socket-address";
import { requestLog } from "@/lib/platform/log";
import { sendFile } from "./send-file";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

type Parameters = Record<string, string | string[]>;
type RouteHandler = (
  request: Request,
  context: { params: Promise<Parameters> },
) => Response | Promise<Response>;
/** Exports of a route file, as Next.js defines them. */
type RouteModule = Partial<Record<(typeof METHODS)[number], RouteHandler>>;

interface Route {
  path: string;
  load(): Promise<RouteModule>;
}

const router = createRouter<Route>();
for (const { path, load } of ROUTES)
  addRoute(router, "", path, { path, load: load as () => Promise<RouteModule> });

const compress = compression();

/**
 * Answers a request whose path has a route file in app/, as Next.js would: the same handler with web `Request` and
 * `Response`, HEAD by GET, OPTIONS with the existing methods, compression where it pays.
 * @returns false, with nothing done, when there is no such file
 */
export function serveRoute(request: IncomingMessage, response: ServerResponse): boolean {
  const path = request.url?.split("?", 1)[0] ?? "/";
  const match = findRoute(router, "", path);
  if (match === undefined) return false;
  markSocketAddress(request);
  if (!path.startsWith("/api/")) for (const { key, value } of securityHeaders) response.setHeader(key, value);
  // The types are those of Express, of which the library uses nothing but Node's own.
  compress(
    request as never,
    response as never,
    () => void answer(match.data, match.params, request, response),
  );
  return true;
}

/** Loads every route file at start, so that no request waits for one. */
export async function loadRoutes(): Promise<void> {
  for (const { load } of ROUTES) await load();
}

async function answer(
  route: Route,
  parameters: Record<string, string> | undefined,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const request = new NodeRequest({ req: incoming, res: outgoing });
  const respond = async (): Promise<Response> => {
    const params = decode(route, parameters);
    if (params === null) return problem(400, "The address is not valid.");
    const module = await route.load();
    const method = METHODS.find((name) => name === incoming.method);
    const handler = method && (module[method] ?? (method === "HEAD" ? module.GET : undefined));
    if (handler !== undefined) return handler(request, { params: Promise.resolve(params) });
    const headers = { Allow: allowed(module).join(", ") };
    return method === "OPTIONS"
      ? new Response(null, { status: 204, headers })
      : problem(405, "This method is not allowed here.", headers);
  };
  try {
    const response = withReason(await respond());
    const isFile = response.headers.get("content-disposition")?.startsWith("attachment") === true;
    await (isFile ? sendFile : sendNodeResponse)(outgoing, response);
  } catch (error) {
    const sent = incoming.headers["x-request-id"];
    const requestId = requestIdOf(typeof sent === "string" ? sent : undefined);
    requestLog(requestId).error({ err: error, path: route.path }, "A route file failed");
    if (outgoing.headersSent) outgoing.destroy();
    else
      await sendNodeResponse(outgoing, withReason(problem(500, `Unexpected error. Reference: ${requestId}`)));
  }
}

/** The library sends the reason phrase that the response has, which is none unless it was given one. */
function withReason(response: Response): Response {
  const { body, status, headers } = response;
  return new Response(body, { status, statusText: STATUS_CODES[status] ?? "", headers });
}

function allowed(module: RouteModule): string[] {
  const own = METHODS.filter((name) => module[name] !== undefined);
  const implied = [...(module.GET === undefined ? [] : (["HEAD"] as const)), "OPTIONS" as const];
  return [...new Set([...own, ...implied])].sort();
}

function problem(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error: { message } }, { status, headers });
}

/** Parameters as Next.js gives them: decoded, and what follows as a list. Null when they cannot be decoded. */
function decode({ path }: Route, parameters: Record<string, string> = {}): Parameters | null {
  try {
    return Object.fromEntries(
      Object.entries(parameters)
        .filter(([name]) => name !== "_")
        .map(([name, value]) => [
          name,
          path.endsWith(`/**:${name}`) ? value.split("/").map(decodeURIComponent) : decodeURIComponent(value),
        ]),
    );
  } catch {
    return null;
  }
}

import { addRoute, createRouter, findRoute } from "rou3";
import { type input, parse } from "zod/v4/core";
import { observePortalRequest } from "@/lib/platform/metrics";
import { traceRequest } from "@/lib/platform/tracing";
import type { AdminActor, SentRequest } from "@/lib/portal/acts/actor";
import type { LedgerAdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { isAllowed, PERMISSIONS } from "@/lib/portal/acts/permissions";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import type { Role } from "@/lib/portal/acts/roles";
import type { PortalSession } from "@/lib/portal/session/sessions";
import { adminActor, adminContext } from "./administration";
import type { Contract, Endpoint, Method, Read } from "./contract";
import { type PortalCall, type PortalRoute, parseSent, withPortal, withPublicPortal } from "./with-portal";

/** The caller, and the services of this process. */
export interface AdminWork {
  admin: AdminActor;
  context: LedgerAdminContext;
}
type SignedIn = AdminWork & { session: PortalSession; actor: PortalActor };

/** The request's parts as its schemas read them, and the caller. */
export type Call<It extends Endpoint> = Omit<PortalCall<null>, "session"> &
  (It["may"] extends "public" ? { session: null } : SignedIn) & {
    params: Read<PartOf<It, "params">>;
    query: Read<PartOf<It, "query">>;
    body: Read<PartOf<It, "body">>;
  };
type PartOf<It extends Endpoint, Name extends "params" | "query" | "body"> = Awaited<
  ReturnType<It["load"]>
>[Name];
type AnswerOf<It extends Endpoint> = input<Awaited<ReturnType<It["load"]>>["answer"]>;
export type Handler<It extends Endpoint> = (call: Call<It>) => Promise<AnswerOf<It> | Response>;

/** An endpoint with its handler: what routes are made of, and what a page reads ahead by. */
export interface Served<It extends Endpoint = Endpoint> {
  endpoint: It;
  handle(call: Call<It>): Promise<AnswerOf<It> | Response>;
}
export type ServedArea = Readonly<Record<string, Served>>;

/** Gives every endpoint of a contract its handler; one that is missing does not compile. */
export function serveContract<It extends Contract>(
  endpoints: It,
  handlers: { readonly [Name in keyof It]: Handler<It[Name]> },
): { readonly [Name in keyof It]: Served<It[Name]> } {
  const served = Object.fromEntries(
    Object.entries(endpoints).map(([name, endpoint]) => [name, { endpoint, handle: handlers[name] }]),
  ) as { [Name in keyof It]: Served<It[Name]> };
  for (const one of Object.values(served)) SERVED.set(nameOf(one.endpoint), one as Served);
  return served;
}

/** All endpoints that this process serves, by method and path. */
const SERVED = new Map<string, Served>();
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/**
 * Carries out a request that was kept, in the name of whoever sent it, by the right that they have now. Throws AdminError
 * `forbidden`, `not_found` (no such request in this release), `validation`, and what the handler throws.
 */
export async function sendAgain(
  { route, ...sent }: SentRequest,
  { admin, actor }: { admin: AdminActor; actor: PortalActor },
): Promise<void> {
  const served = SERVED.get(route);
  if (served === undefined) throw new AdminError("not_found");
  const { may } = served.endpoint;
  if (may !== "public" && !isAllowed(actor, may)) throw new AdminError("forbidden");
  const parts = parseSent(await served.endpoint.load(), sent);
  const call = {
    ...parts,
    actor,
    admin,
    context: adminContext(),
    requestId: admin.requestId ?? "",
    address: "",
  };
  await served.handle(call as never);
}

/** Roles that may use an endpoint; sets of permissions take some of their people out, and let others in. */
const rolesOf = ({ may }: Endpoint): readonly Role[] | "public" =>
  typeof may === "string" && may !== "public" ? PERMISSIONS[may] : may;

/** The route of an endpoint, as Next.js and the API workers call it. Its schemas are loaded with the first request. */
export function routeOf(served: Served): PortalRoute {
  const { reach, hasBody } = served.endpoint;
  const name = nameOf(served.endpoint);
  let made: Promise<PortalRoute> | undefined;
  const route = async (request: Request, context: Parameters<PortalRoute>[1]): Promise<Response> => {
    made ??= make(served);
    const startedAt = performance.now();
    const serveIt = await made;
    const response = await traceRequest(
      name,
      (header) => request.headers.get(header) ?? undefined,
      () => serveIt(request, context),
    );
    observePortalRequest(name, response.status, (performance.now() - startedAt) / 1_000);
    return response;
  };
  return Object.assign(route, { portal: { roles: rolesOf(served.endpoint), reach, hasBody } });
}

async function make({ endpoint, handle }: Served): Promise<PortalRoute> {
  const { params, query, body, answer } = await endpoint.load();
  const { reach, bodyBytesMax, comesFromElsewhere = false } = endpoint;
  const shared = {
    reach,
    answer,
    ...(params && { params }),
    ...(query && { query }),
    ...(body && { body }),
    ...(bodyBytesMax !== undefined && { bodyBytesMax }),
  };
  const { may } = endpoint;
  if (may === "public")
    return withPublicPortal({ ...shared, comesFromElsewhere, handler: (call) => handle(call as never) });
  return withPortal({
    ...shared,
    may,
    roles: rolesOf(endpoint),
    handler: ({ sent, ...call }) => {
      const admin = { ...adminActor(call), sent: keptOf(endpoint, sent) };
      return handle({ ...call, admin, context: adminContext() } as never);
    },
  });
}

/** The request as it waits for a second person; undefined where it brings a secret. */
function keptOf(endpoint: Endpoint, sent: Omit<SentRequest, "route">): SentRequest | undefined {
  if (endpoint.askerOnly === "brings") return undefined;
  const isAskers = endpoint.askerOnly === "answers";
  return { route: nameOf(endpoint), ...sent, ...(isAskers && { isAskers }) };
}

/** The texts that an address has of it, as `portalFetch` writes them. */
function inAddress(part: unknown): Record<string, string> {
  const given = Object.entries(part ?? {}).filter(([, value]) => value != null && value !== "");
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

/** An endpoint's answer for a page that is being rendered, in the name of its reader. The page has checked the role. */
export async function answerOnPage<It extends Endpoint>(
  { endpoint, handle }: Served<It>,
  session: PortalSession,
  asked: Partial<Record<"params" | "query" | "body", unknown>>,
): Promise<AnswerOf<It>> {
  const schemas = await endpoint.load();
  const partOf = (name: "params" | "query" | "body", sent: unknown) =>
    schemas[name] && parse(schemas[name], sent);
  const { actor } = session;
  const parts = {
    params: partOf("params", inAddress(asked.params)),
    query: partOf("query", inAddress(asked.query)),
    body: partOf("body", asked.body),
  };
  const admin = adminActor({ actor, address: "", requestId: "" });
  return (await handle({
    session,
    actor,
    admin,
    context: adminContext(),
    ...parts,
  } as never)) as AnswerOf<It>;
}

type Methods = Partial<Record<Method, PortalRoute>>;

/**
 * Answers every request below `/api/portal/` whose path an area has; `otherwise` answers the rest. HEAD is answered by GET's
 * handler, OPTIONS with the methods of the path.
 */
export function servePortal(
  areas: readonly ServedArea[],
  otherwise: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  const router = createRouter<Methods>();
  const paths = new Map<string, Methods>();
  for (const served of areas.flatMap((area) => Object.values(area))) {
    const { method, path } = served.endpoint;
    paths.set(path, { ...paths.get(path), [method]: routeOf(served) });
  }
  for (const [path, methods] of paths) addRoute(router, "", `/api/portal/${path}`, methods);
  return async (request) => {
    const found = findRoute(router, "", new URL(request.url).pathname);
    if (found === undefined) return otherwise(request);
    const route = found.data[request.method === "HEAD" ? "GET" : (request.method as Method)];
    if (route === undefined) return describeMethods(request, found.data);
    const params = decode(found.params);
    if (params === null) return problem(400, "The address is not valid.");
    return route(request, { params: Promise.resolve(params) });
  };
}

/** Null where a parameter is no encoded text. */
function decode(params: Readonly<Record<string, string>> = {}): Record<string, string> | null {
  try {
    return Object.fromEntries(Object.entries(params).map(([name, text]) => [name, decodeURIComponent(text)]));
  } catch {
    return null;
  }
}

const problem = (status: number, message: string, headers: Record<string, string> = {}) =>
  Response.json({ error: { message } }, { status, headers });

function describeMethods({ method }: Request, methods: Methods): Response {
  const implied = methods.GET === undefined ? ["OPTIONS"] : ["HEAD", "OPTIONS"];
  const headers = { Allow: [...Object.keys(methods), ...implied].sort().join(", ") };
  if (method === "OPTIONS") return new Response(null, { status: 204, headers });
  return problem(405, "This method is not allowed here.", headers);
}

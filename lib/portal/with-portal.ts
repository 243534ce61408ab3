import { type $ZodType, type input, parse, safeParse } from "zod/v4/core";
import { env } from "@/lib/platform/env";
import { requestIdOf } from "@/lib/platform/http/request-id";
import { withOrigin } from "@/lib/platform/http/request-origin";
import { addressOfRequest } from "@/lib/platform/http/socket-address";
import { requestLog } from "@/lib/platform/log";
import { releaseOf } from "@/lib/platform/release";
import { unstorableAt } from "@/lib/platform/unsafe-text";
import { AdminError } from "@/lib/portal/acts/errors";
import { isAllowed, type Needed } from "@/lib/portal/acts/permissions";
import { readIn } from "@/lib/portal/acts/person";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import type { Role } from "@/lib/portal/acts/roles";
import { recordSecurityEvent } from "@/lib/portal/security-log/record-event";
import { type PortalSession, readPortalSession } from "@/lib/portal/session/sessions";
import { PRESENT_HEADER, RELEASE_HEADER, USER_HEADER } from "@/lib/portal/wire/request";
import { chosenBranchId, languageOfRequest } from "./cookies";
import { readJsonBody } from "./read-body";
import { answerRefusal, fieldRefusal, validationRefusal } from "./refusal";
import { isFromPortal } from "./same-site";

/** Longest JSON body of the portal, unless a route asks for more. */
const BODY_BYTES_MAX = 64 * 1024;

/** Input of a handler. */
export interface PortalCall<Session> {
  session: Session;
  request: Request;
  requestId: string;
  /** The caller's address, after trusted proxies. */
  address: string;
  /** Adds `Set-Cookie` lines to the answer. */
  setCookies(lines: readonly string[]): void;
}

/** The input of a route that its schemas let through. */
interface PortalInput<Body, Query, Params> {
  body: Body;
  query: Query;
  params: Params;
}

/**
 * Reach of a route, for the authorisation tests: `self` the user's own account; `branch`, `merchant` one named in its input; `own` whatever
 * the actor may see; `programme` everybody.
 */
export type PortalReach = "self" | "own" | "branch" | "merchant" | "programme";

interface RouteDefinition<Body, Query, Params, Answer extends $ZodType> {
  reach: PortalReach;
  body?: $ZodType<Body>;
  query?: $ZodType<Query>;
  params?: $ZodType<Params>;
  /** The answer's schema. Fields that it does not name never leave the server. */
  answer: Answer;
  bodyBytesMax?: number;
}

export interface PortalRouteDefinition<Body, Query, Params, Answer extends $ZodType>
  extends RouteDefinition<Body, Query, Params, Answer> {
  may: Needed;
  roles: PortalRouteInfo["roles"];
  handler(
    call: PortalCall<PortalSession> & PortalInput<Body, Query, Params> & { actor: PortalActor; sent: Sent },
  ): Promise<input<NoInfer<Answer>> | Response>;
}

export interface PublicPortalRouteDefinition<Body, Query, Params, Answer extends $ZodType>
  extends RouteDefinition<Body, Query, Params, Answer> {
  /** True where another site sends people to, which then has to have been asked by this portal. */
  comesFromElsewhere?: boolean;
  handler(
    call: PortalCall<null> & PortalInput<Body, Query, Params>,
  ): Promise<input<NoInfer<Answer>> | Response>;
}

/** A route's facts for the tests. */
export interface PortalRouteInfo {
  roles: readonly Role[] | "public";
  reach: PortalReach;
  hasBody: boolean;
}

type NextContext = { params: Promise<Record<string, string | string[] | undefined>> };

/** A Next.js route handler that knows who may call it. */
export interface PortalRoute {
  (request: Request, context: NextContext): Promise<Response>;
  readonly portal: PortalRouteInfo;
}

/**
 * A route of `/api/portal` for signed-in users. The order is fixed: request id, same site, session, role, input,
 * handler, answer. Every error is answered from the error tables. The handler checks branches and merchants of the
 * input: `requireBranch`, `requireMerchant`.
 */
export function withPortal<Answer extends $ZodType, Body = undefined, Query = undefined, Params = undefined>(
  definition: PortalRouteDefinition<Body, Query, Params, Answer>,
): PortalRoute {
  return portalRoute(definition, definition.roles, async (call, context) => {
    const session = await readPortalSession(call.request.headers, {
      prolongs: isByPerson(call.request),
      chosenBranchId: chosenBranchId(call.request.headers),
    });
    if (session !== null) call.noteUser(session.user.id);
    if (session === null || isForAnother(call.request.headers, session))
      throw new AdminError("unauthenticated");
    call.setCookies(session.cookies);
    if (!isAllowed(session.actor, definition.may)) throw new AdminError("forbidden");
    // One's own account is where a second factor is set up.
    if (session.needsTwoFactor && definition.reach !== "self") throw new AdminError("two_factor_needed");
    if (session.needsTill && definition.reach !== "self") {
      await recordSecurityEvent({ kind: "till.refused", userId: session.user.id });
      throw new AdminError("till_not_registered");
    }
    const sent = await readSent(definition, call.request, context);
    const input = parseSent(definition, sent);
    return definition.handler({ ...call, ...input, sent, session, actor: session.actor });
  });
}

/** True when the page asks in the name of a person who is no longer the one signed in. */
function isForAnother(headers: Headers, { user }: PortalSession): boolean {
  const userId = headers.get(USER_HEADER);
  return userId !== null && userId !== String(user.id);
}

/**
 * Whether the request is a use of the session, which prolongs it: the page says whether a person is there. Where nothing says so, changes
 * count and reading does not: an unattended page asks for ever.
 */
function isByPerson({ method, headers }: Request): boolean {
  const present = headers.get(PRESENT_HEADER);
  return present === null ? method !== "GET" : present === "1";
}

/** A route of `/api/portal` that needs no session, such as signing in; everything else is as in {@link withPortal}. */
export function withPublicPortal<
  Answer extends $ZodType,
  Body = undefined,
  Query = undefined,
  Params = undefined,
>(definition: PublicPortalRouteDefinition<Body, Query, Params, Answer>): PortalRoute {
  return portalRoute(definition, "public", async (call, context) => {
    const input = parseSent(definition, await readSent(definition, call.request, context));
    return definition.handler({ ...call, ...input, session: null });
  });
}

type Carry = (
  call: Omit<PortalCall<null>, "session"> & { noteUser: (userId: number) => void },
  context: NextContext,
) => Promise<unknown>;

function portalRoute(
  {
    reach,
    body,
    answer,
    comesFromElsewhere = false,
  }: RouteDefinition<unknown, unknown, unknown, $ZodType> & { comesFromElsewhere?: boolean },
  roles: PortalRouteInfo["roles"],
  carry: Carry,
): PortalRoute {
  const route = async (request: Request, context: NextContext): Promise<Response> => {
    const startedAt = performance.now();
    const requestId = requestIdOf(request.headers.get("x-request-id") ?? undefined);
    const cookies: string[] = [];
    let userId: number | undefined;
    const respond = async (): Promise<Response> => {
      try {
        if (!comesFromElsewhere && !isFromPortal(request, env().publicUrl))
          throw new AdminError("cross_site");
        const setCookies = (lines: readonly string[]) => void cookies.push(...lines);
        const noteUser = (id: number) => {
          userId = id;
        };
        const address = addressOfRequest(request);
        const userAgent = request.headers.get("user-agent") ?? "";
        const result = await withOrigin({ ipAddress: address, userAgent, requestId }, () =>
          readIn(languageOfRequest(request.headers), () =>
            carry({ request, requestId, address, setCookies, noteUser }, context),
          ),
        );
        return result instanceof Response ? result : Response.json(parse(answer, result));
      } catch (error) {
        const refusal = answerRefusal(error, requestId);
        return Response.json(refusal.body, { status: refusal.status, headers: refusal.headers });
      }
    };
    const response = await respond();
    if (!response.headers.has("cache-control")) response.headers.set("cache-control", "no-store");
    response.headers.set("x-request-id", requestId);
    const release = releaseOf();
    if (release !== undefined) response.headers.set(RELEASE_HEADER, release);
    if (userId !== undefined) response.headers.set(USER_HEADER, String(userId));
    for (const line of cookies) response.headers.append("set-cookie", line);
    requestLog(requestId).info(
      {
        method: request.method,
        path: new URL(request.url).pathname,
        status: response.status,
        durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
      },
      "Portal request answered",
    );
    return response;
  };
  return Object.assign(route, { portal: { roles, reach, hasBody: body !== undefined } });
}

type Sent = PortalInput<unknown, unknown, unknown>;

/** The parts of a request that its schemas read, as they came in. */
async function readSent(
  {
    body,
    query,
    params,
    bodyBytesMax = BODY_BYTES_MAX,
  }: RouteDefinition<unknown, unknown, unknown, $ZodType>,
  request: Request,
  context: NextContext,
): Promise<Sent> {
  return {
    params: params && (await context.params),
    query: query && Object.fromEntries(new URL(request.url).searchParams),
    body: body && (await readJsonBody(request, bodyBytesMax)),
  };
}

/** Throws AdminError `validation`. */
export function parseSent<Body, Query, Params>(
  {
    body,
    query,
    params,
  }: {
    body?: $ZodType<Body> | undefined;
    query?: $ZodType<Query> | undefined;
    params?: $ZodType<Params> | undefined;
  },
  sent: Partial<Sent>,
): PortalInput<Body, Query, Params> {
  return {
    params: parseInput(params, sent.params),
    query: parseInput(query, sent.query),
    body: parseInput(body, sent.body),
  };
}

/** The one door for text: what the database cannot keep is refused here. A route without a schema has no such input, which its types say. */
function parseInput<T>(schema: $ZodType<T> | undefined, input: unknown): T {
  if (schema === undefined) return undefined as T;
  const unstorable = unstorableAt(input);
  if (unstorable !== null) throw fieldRefusal(unstorable, "unsafe_text");
  const result = safeParse(schema, input);
  if (!result.success) throw validationRefusal(result.error, input);
  return result.data;
}

import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { PORTAL_HEADER, PORTAL_HEADER_VALUE } from "@/lib/portal/wire/request";
import type { PortalRoute } from "@/lib/portal/with-portal";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { type NextServer, startNext } from "@/tests/support/next-server";
import { PORTAL_ROUTES } from "@/tests/support/portal/routes";
import { createPortalWorld, type PortalWorld, TEST_PASSWORD } from "@/tests/support/portal/world";
import { type RunningServer, startServer } from "@/tests/support/server";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof METHODS)[number];

interface Route {
  name: string;
  path: string;
  method: Method;
  portal?: PortalRoute["portal"];
}

/** Every route file except those of the portal, which its areas list, and those of the points API, which tests/api/suites/two-doors.ts compares operation by operation. */
const modules = import.meta.glob<Record<string, unknown>>(
  ["/app/**/route.ts", "!/app/api/Integration/**", "!/app/api/portal/**", "!/app/api/[[]...path[]]/**"],
  { eager: true },
);
const files = Object.entries(modules).flatMap(([file, module]) =>
  METHODS.filter((method) => method in module).map((method) => {
    const path = file.replace(/^\/app(.*)\/route\.ts$/, "$1");
    return {
      name: `${method} ${path}`,
      path,
      method,
    };
  }),
);

const routes: Route[] = [
  ...files,
  ...PORTAL_ROUTES.map(({ name, method, path, route }) => ({
    name,
    method: method as Method,
    path,
    portal: route.portal,
  })),
];

/** Headers of the connection or the moment. Next.js adds to `Vary` what its pages depend on. */
const OF_THE_CONNECTION = new Set([
  "connection",
  "keep-alive",
  "date",
  "transfer-encoding",
  "content-length",
  "content-encoding",
  "vary",
]);

/** Fields that say when the answer was made. */
const MOMENT = /"(at|readAt|until|codeUntil|challenge)":"[^"]*"/g;
const COOKIE_VALUE = /=[^;]*;/;
/** New each time: a till's code; in examples references, a mobile number without a wallet, and the time of the sale. */
const NEW_EACH_TIME = /"code":"\d{8}"|TRY-[\da-z]+-|015\d{8}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+\d\d:\d\d/g;

let database: TestDatabase;
let world: PortalWorld;
let service: RunningServer;
let next: NextServer;
let doors: readonly [string, string];
let cookie: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await ensureFoundation(database.prisma);
  world = await createPortalWorld(database);
  service = await startServer({ env: { DATABASE_URL: database.url } });
  next = await startNext(database.url);
  doors = [service.url, `http://127.0.0.1:${next.port}`];
  cookie = await signIn(service.url);
});
afterAll(async () => {
  await service?.stop();
  await next?.stop();
  await database?.drop();
});

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/portal/session`, {
    method: "POST",
    headers: headersOf("POST", url),
    body: JSON.stringify({ username: world.usernames.merchant_admin, password: TEST_PASSWORD }),
  });
  expect(answer.status).toBe(200);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
}

function headersOf(method: Method, url: string): Record<string, string> {
  return {
    "Accept-Language": "ar",
    "X-Request-Id": "a-request-of-the-test",
    ...(method !== "GET" &&
      method !== "HEAD" && {
        Origin: url,
        "Content-Type": "application/json",
        [PORTAL_HEADER]: PORTAL_HEADER_VALUE,
      }),
  };
}

function addressOf(path: string): string {
  const values: Record<string, string> = {
    branchId: String(world.branchIds[0]),
    merchantId: String(world.merchantId),
  };
  return path.replace(/\[(\w+)\]/g, (_all, name: string) => values[name] ?? "999999999");
}

interface Call {
  path: string;
  method: Method;
  headers?: Record<string, string>;
  body?: string;
}

/** An archive holds the address that it came from, as pages do. */
async function textOf(answer: Response): Promise<string> {
  const isArchive = answer.headers.get("content-type") === "application/gzip";
  return isArchive ? gunzipSync(await answer.bytes()).toString() : answer.text();
}

async function send(door: string, { path, method, headers = {}, body }: Call): Promise<unknown> {
  const answer = await fetch(`${door}${addressOf(path)}`, {
    method,
    headers: { ...headersOf(method, door), ...headers },
    redirect: "manual",
    ...(body !== undefined && { body }),
  });
  return {
    status: answer.status,
    reason: answer.statusText,
    headers: Object.fromEntries(
      [...answer.headers]
        .filter(([name]) => !OF_THE_CONNECTION.has(name))
        .map(([name, value]) => [name, name === "set-cookie" ? value.replace(COOKIE_VALUE, "=;") : value])
        .sort(),
    ),
    body: (await textOf(answer))
      .replace(MOMENT, '"$1":""')
      .replace(NEW_EACH_TIME, "")
      .replaceAll(door, "http://service"),
  };
}

async function expectSameAnswer(call: Call): Promise<void> {
  const [one, other] = [await send(doors[0], call), await send(doors[1], call)];
  expect(one).toEqual(other);
}

/** These routes end the session of their caller, so each door gets a session of its own. */
const ENDS_SESSION = new Set(["POST /api/portal/session/lock"]);

async function cookieFor(name: string): Promise<string> {
  return ENDS_SESSION.has(name) ? signIn(service.url) : cookie;
}

const bodyOf = (method: Method) => (method === "GET" || method === "HEAD" ? {} : { body: "{}" });

test.each(routes)(
  "$name is answered alike by the service and under `next start` to somebody who is not signed in",
  ({ path, method }) => expectSameAnswer({ path, method, ...bodyOf(method) }),
);

// Signing in and out would end the session of the tests.
test.each(routes.filter(({ portal }) => portal !== undefined && portal.roles !== "public"))(
  "$name is answered alike by the service and under `next start` to a merchant's admin",
  async ({ name, path, method }) => {
    const call = async () => ({
      path,
      method,
      headers: { cookie: await cookieFor(name) },
      ...bodyOf(method),
    });
    const one = await send(doors[0], await call());
    expect(one).toEqual(await send(doors[1], await call()));
    // Otherwise the requests behind this one would compare refusals alone.
    if (!ENDS_SESSION.has(name)) expect(one).not.toMatchObject({ status: 401 });
  },
);

describe("route files in general, through the service and under `next start`", () => {
  test.each(["/api/portal/deals", "/api/portal/wallets/lookup", "/livez", "/docs", "/docs/en/errors"])(
    "%s says alike which methods there are",
    async (path) => {
      const [one, other] = await Promise.all(
        doors.map((door) => fetch(`${door}${path}`, { method: "OPTIONS" })),
      );
      expect([one?.status, one?.headers.get("allow")?.split(/, */).sort()]).toEqual([
        other?.status,
        other?.headers.get("allow")?.split(/, */).sort(),
      ]);
    },
  );

  test("the service compresses an answer, and it holds the same", async () => {
    const [one, other] = await Promise.all(
      doors.map((door) => fetch(`${door}/docs/en/errors`, { headers: { "Accept-Encoding": "gzip" } })),
    );
    expect(one?.headers.get("content-encoding")).toBe("gzip");
    expect(one?.headers.get("vary")?.toLowerCase()).toContain("accept-encoding");
    const [text, otherText] = [await one?.text(), await other?.text()];
    expect(text?.replaceAll(doors[0], "")).toBe(otherText?.replaceAll(doors[1], ""));
  });

  test("a wrong method is refused with the methods there are; the service says so in JSON", async () => {
    const [one, other] = await Promise.all(doors.map((door) => fetch(`${door}/livez`, { method: "PUT" })));
    expect([one?.status, other?.status]).toEqual([405, 405]);
    expect(one?.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
    expect(await one?.json()).toEqual({ error: { message: "This method is not allowed here." } });
  });

  test("an address that cannot be decoded is refused", async () => {
    const answers = await Promise.all(doors.map((door) => fetch(`${door}/images/%ff`)));
    expect(answers[0]?.status).toBe(400);
  });
});

import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { type RunningServer, startServer } from "@/tests/support/server";

let database: TestDatabase;
let server: RunningServer;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startServer({
    env: { DATABASE_URL: database.url, DEMO_DATA: "off", PUBLIC_URL: "https://points.example" },
  });
});
afterAll(async () => {
  await server?.stop();
  await database?.drop();
});

/** A connection of its own on which bytes are sent as they are. */
async function open(): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  socket.on("error", () => undefined);
  await new Promise<void>((resolve) => socket.once("connect", resolve));
  return socket;
}

/** All that comes back until the other side ends the connection. */
async function untilEnd(socket: Socket): Promise<string> {
  let text = "";
  socket.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  if (!socket.closed) await new Promise((resolve) => socket.once("close", resolve));
  return text;
}

async function raw(request: string): Promise<string> {
  const socket = await open();
  socket.write(request);
  return untilEnd(socket);
}

describe("a request that offers another protocol", () => {
  test.each(["/api/Integration/v1/Reward", "/livez", "/sign-in"])(
    "is answered over HTTP/1.1, as Java's client expects: %s",
    async (path) => {
      const socket = await open();
      const answered = untilEnd(socket);
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA\r\n` +
          "Connection: Upgrade, HTTP2-Settings\r\n\r\n",
      );
      await new Promise((resolve) => socket.once("data", resolve));
      // The connection goes on as it began.
      socket.write("GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
      const answer = await answered;
      expect(answer).toMatch(/^HTTP\/1\.1 (?:200|405) /);
      expect(answer.match(/HTTP\/1\.1 \d{3} /g)).toHaveLength(2);
    },
  );
});

describe("a page", () => {
  test("runs only scripts with its own nonce, and cannot be framed", async () => {
    const pages = await Promise.all(
      [1, 2].map(async () => {
        const response = await fetch(`${server.url}/sign-in`);
        return { response, html: await response.text() };
      }),
    );
    const nonces = pages.map(({ response, html }) => {
      const policy = response.headers.get("content-security-policy") ?? "";
      const nonce = /script-src [^;]*'nonce-([^']+)'/.exec(policy)?.[1] ?? "none";
      expect(policy).not.toMatch(/(script-src|default-src|style-src)[^;-]*'unsafe-(inline|eval)'/);
      for (const directive of [
        "frame-ancestors 'none'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
      ])
        expect(policy).toContain(directive);
      const scripts = html.match(/<script[^>]*>/g) ?? [];
      expect(scripts.length).toBeGreaterThan(0);
      for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
      expect(html).not.toMatch(/<[^>]+\son[a-z]+="/i);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "x-frame-options": "DENY",
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",
        "strict-transport-security": expect.stringContaining("max-age="),
      });
      expect(response.headers.get("x-powered-by")).toBeNull();
      return nonce;
    });
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  test.each([
    ...[
      "/",
      "/wallets/1.2",
      "/no.such.page",
      "/sign-in.html",
      "/livez.html",
      "/metricsandmore",
      "/docs.html",
    ],
    ...["/icons/none.svg", "/images/none/none.png", "/_next/none.html", "/_next/static/none.html"],
    ...["/offline.html", "/sw.js", "/docs/en/none", "/api/portal/none", "/livez"],
  ])("has a policy whatever its address looks like: %s", async (path) => {
    const policy = (await fetch(server.url + path, { redirect: "manual" })).headers.get(
      "content-security-policy",
    );
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("default-src '");
    expect(policy).not.toMatch(/(script-src|default-src)[^;]*'unsafe-inline'/);
  });
});

describe("a path", () => {
  test.each([
    "/../package.json",
    "/..%2fpackage.json",
    "/_next/static/../../package.json",
    "/_next/static/..%2f..%2f..%2fpackage.json",
    "/_next/static/%2e%2e/%2e%2e/package.json",
    "/icons/..\\..\\package.json",
    "/images/..%2f..%2fpackage.json",
    "/docs/..%2f..%2fpackage.json",
    "/docs/../../../etc/passwd",
    "/%00/package.json",
    "//package.json",
  ])("%s leads to no file of the machine", async (path) => {
    const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 (30[1278]|40[04])/);
    expect(answer).not.toMatch(/"dependencies"|root:x/);
  });
});

describe("what cannot be understood", () => {
  test.each([
    ["TRACE", "/sign-in", "", 405],
    ["TRACE", "/api/portal/session", "", 405],
    ["GET", "/images/%ff", "", 400],
    ["GET", "/api/portal/wallets/%ff", "", 400],
    ["GET", "/wallets/%ff", "", 307],
    ["GET", "/api/portal/session", "Cookie: points.session_token=%ff; points.two_factor=%ff\r\n", 401],
  ])("is refused, and is no fault of the service: %s %s %s", async (method, path, header, status) => {
    const request = `${method} ${path} HTTP/1.1\r\nHost: a\r\n${header}Connection: close\r\n\r\n`;
    expect(await raw(request)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });
});

describe("a till that has its path wrong", () => {
  test.each(["/", "/docs", "/docs/en", "/docs/docs.css", "/sign-in", "/Integration/v1/Reward", "//api/x"])(
    "is told so in JSON at %s, and by no page and no redirect",
    async (path) => {
      const request = `GET ${path} HTTP/1.1\r\nHost: a\r\nClientId: x\r\nConnection: close\r\n\r\n`;
      const answer = await raw(request);
      expect(answer).toMatch(/^HTTP\/1\.1 404/);
      expect(answer).toMatch(/^content-type: application\/json/im);
      expect(answer).toContain('"errorCode":"1007"');
    },
  );

  test("still learns whether the service is there", async () => {
    const { status } = await fetch(`${server.url}/livez`, { headers: { ClientId: "x" } });
    expect(status).toBe(200);
  });
});

describe("a header", () => {
  test("is never written by what a request says", async () => {
    for (const path of [
      "/sign-in?next=%0d%0aSet-Cookie:%20x=1",
      "/till%0d%0aSet-Cookie:%20x=1",
      "/images/%0d%0aX-Made:%20up",
    ]) {
      const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      const [head = ""] = answer.split("\r\n\r\n");
      expect(head).not.toMatch(/^(set-cookie: x=1|x-made)/im);
    }
  });

  test("that names another host does not redirect there", async () => {
    const answer = await raw("GET /till HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    expect(/^location: (.*)$/im.exec(answer)?.[1]).toMatch(/^(\/|https:\/\/points\.example\/)/);
  });

  test("beyond any measure is refused, and the next connection served", async () => {
    const answer = await raw(`GET /livez HTTP/1.1\r\nHost: a\r\nX: ${"a".repeat(64 * 1024)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect((await fetch(`${server.url}/livez`)).status).toBe(200);
  });
});

describe("many who send slowly", () => {
  test("get no answer, hold up no other request, and are disconnected", async () => {
    const slow = await Promise.all(Array.from({ length: 200 }, open));
    const ends = slow.map(untilEnd);
    for (const socket of slow)
      socket.write("POST /api/Integration/v1/Reward HTTP/1.1\r\nHost: a\r\nX-Slow: ");
    const dripping = setInterval(() => {
      for (const socket of slow) if (socket.writable) socket.write("a");
    }, 500);
    try {
      const served = await Promise.all(
        Array.from({ length: 20 }, () => fetch(`${server.url}/api/Integration/v1/GetDeals`)),
      );
      expect(served.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 401));
      for (const answer of await Promise.all(ends)) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    } finally {
      clearInterval(dripping);
      for (const socket of slow) socket.destroy();
    }
  });
});

describe("text made to keep a pattern busy", () => {
  const LONGEST = 15_000;
  const hostile = [
    `${"a".repeat(LONGEST)}!`,
    "0".repeat(LONGEST),
    `+${"1 ".repeat(LONGEST / 2)}x`,
    `${"2026-".repeat(LONGEST / 5)}`,
    `${"%2e".repeat(LONGEST / 3)}`,
    `${" ".repeat(LONGEST)}x`,
    `${"a@".repeat(LONGEST / 2)}`,
    `2026-01-01T00:00:00.${"0".repeat(LONGEST)}Zx`,
  ];

  test("is answered like any other, in headers, queries and sign-in", async () => {
    const send = (path: string, headers: Record<string, string>, body?: string) =>
      fetch(`${server.url}${path}`, { headers, ...(body !== undefined && { method: "POST", body }) });
    const answers = await Promise.all(
      hostile.flatMap((text) => [
        send("/api/Integration/v1/GetDeals", { ClientId: text.slice(0, 8_000) }),
        send("/api/Integration/v1/GetDeals", { "Accept-Language": text.slice(0, 8_000) }),
        send("/api/Integration/v1/GetDeals", { Cookie: text.slice(0, 8_000) }),
        send(`/api/Integration/v1/GetDeals?ratePlan=${encodeURIComponent(text.slice(0, 3_000))}`, {}),
        send(
          "/api/portal/session",
          { "Content-Type": "application/json", Origin: server.url, "X-Portal": "1" },
          JSON.stringify({ username: text, password: text }),
        ),
      ]),
    );
    for (const { status } of answers) expect(status).toBeLessThan(500);
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionPortal } from "@/lib/areas/account/session-portal";
import type { ClientChoices, RequestLog } from "@/lib/areas/clients/desk-schemas";
import { clientsPortal } from "@/lib/areas/clients/portal";
import type { Client, ClientList, IssuedClientAnswer } from "@/lib/areas/clients/record";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { getDeals } from "@/lib/points-api/get-deals";
import { serve } from "@/lib/points-api/next-door";
import { ROLES, type Role } from "@/lib/portal/acts/roles";
import type { PortalRoute } from "@/lib/portal/with-portal";
import { services } from "@/lib/services";
import { actAlone } from "@/tests/support/admin-world";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { routesOf } from "@/tests/support/portal/routes-of";
import {
  createPortalWorld,
  type PortalWorld,
  TEST_PASSWORD,
  TestBrowser,
} from "@/tests/support/portal/world";

const {
  change,
  choices,
  create,
  list,
  read: readOne,
  requests,
  revoke,
  revokeSecret,
  revokeSigning,
  rotate,
  rotateSigning,
} = routesOf(clientsPortal);
const { signIn } = routesOf(sessionPortal);

let database: TestDatabase;
let world: PortalWorld;
const browsers = new Map<Role, TestBrowser>();

beforeAll(async () => {
  database = await createTestDatabase();
  await ensureFoundation(database.prisma);
  await actAlone({ database });
  world = await createPortalWorld(database);
  for (const role of ROLES) {
    const browser = new TestBrowser();
    const body = { username: world.usernames[role], password: TEST_PASSWORD };
    expect((await browser.call(signIn, { method: "POST", body })).status).toBe(200);
    browsers.set(role, browser);
  }
});
afterAll(async () => {
  await services().traffic.stop();
  await database.drop();
});

interface Options {
  method?: string;
  body?: unknown;
  params?: Record<string, string>;
  query?: string;
  role?: Role;
}

async function call<Body>(route: PortalRoute, options: Options = {}) {
  const { role = "merchant_admin", query = "", body, params, method } = options;
  const answer = await (browsers.get(role) ?? new TestBrowser()).call(route, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    path: `/api/portal/manage/clients${query}`,
    ...(body !== undefined && { body }),
    ...(params !== undefined && { params }),
  });
  return { status: answer.status, body: answer.body as Body, error: answer.body.error };
}

const params = (client: { id: number }) => ({ clientId: String(client.id) });

async function issue(settings: object = {}, role: Role = "merchant_admin"): Promise<IssuedClientAnswer> {
  const body = { merchantId: world.merchantId, name: "Tills", scopes: ["reward", "deals"], ...settings };
  const { status, body: issued } = await call<IssuedClientAnswer>(create, { body, role });
  expect(status).toBe(200);
  return issued;
}

/** What the points API answers GetDeals with this ClientId: 0 or the code. */
async function codeOf(secret: string): Promise<number> {
  services().clients.forget();
  const response = await serve(getDeals).GET(
    new Request("http://points.test/api/Integration/v1/GetDeals", { headers: { ClientId: secret } }),
  );
  return ((await response.json()) as { ErrorCode: number }).ErrorCode;
}

describe("an API client", () => {
  test("is issued with its ClientId, which works at once and is never told again", async () => {
    const { client, secret } = await issue();
    expect(secret).toMatch(/^pis_live_/);
    expect(client).toMatchObject({
      state: "live",
      name: "Tills",
      keyRequiredFor: [],
      lastUsedAt: null,
    });
    expect(await codeOf(secret)).toBe(0);
    const { body } = await call<Client>(readOne, { params: params(client) });
    expect(JSON.stringify(body)).not.toContain(secret);
    expect(body.secrets).toMatchObject([{ last4: secret.slice(-4), isLive: true }]);
    const { rows } = await database.pool.query<{ line: string }>("SELECT a::text AS line FROM audit_log a");
    expect(rows.filter(({ line }) => line.includes(secret))).toEqual([]);
    expect(rows.some(({ line }) => line.includes("client.create"))).toBe(true);
  });

  test("is listed with its use of the last day, and found by name and state", async () => {
    const { client, secret } = await issue({ name: "Kiosk 8 at the gate" });
    await codeOf(secret);
    await codeOf(secret);
    await services().traffic.flush();
    const { body } = await call<ClientList>(list, { query: "?text=kiosk&state=live" });
    expect(body.clients).toMatchObject([{ id: client.id, usage: { requests: 2, errors: 0 } }]);
    expect(body.unidentified).toBeNull();
    const arabic = `?text=${encodeURIComponent("kiosk ٨")}&state=live`;
    expect((await call<ClientList>(list, { query: arabic })).body.clients).toMatchObject([{ id: client.id }]);
    expect((await call<ClientList>(list, { query: "?text=kiosk&state=revoked" })).body.clients).toEqual([]);
    expect((await call(list, { query: "?state=unknown" })).status).toBe(422);
  });

  test("of another merchant is not found", async () => {
    const { client } = await issue({ merchantId: world.foreignMerchantId }, "programme_operator");
    const target = params(client);
    const secretId = String(client.secrets[0]?.id);
    for (const [route, options] of [
      [readOne, { params: target }],
      [requests, { params: target }],
      [change, { params: target, method: "PATCH", body: { version: client.version, name: "Mine" } }],
      [rotate, { params: target, body: { version: client.version } }],
      [revoke, { params: target, method: "POST" }],
      [revokeSecret, { params: { ...target, secretId }, method: "POST" }],
    ] as const)
      expect(await call(route, options)).toMatchObject({ status: 404, error: { code: "not_found" } });
    const own = await call<ClientList>(list);
    expect(own.body.clients.map(({ id }) => id)).not.toContain(client.id);
    const all = await call<ClientList>(list, { role: "programme_operator" });
    expect(all.body.clients.map(({ id }) => id)).toContain(client.id);
    expect(all.body.unidentified).not.toBeNull();
  });

  test("can be changed, and a second editor gets a conflict", async () => {
    const { client } = await issue();
    const changed = await call<Client>(change, {
      method: "PATCH",
      params: params(client),
      body: {
        version: client.version,
        ipRanges: ["10.1.0.0/16"],
        allowedOrigins: ["HTTPS://Till.Example/"],
        rate: { perSecond: 5, burst: 10 },
        legacyHttp200: true,
      },
    });
    expect(changed.body).toMatchObject({
      ipRanges: ["10.1.0.0/16"],
      allowedOrigins: ["https://till.example"],
      rate: { perSecond: 5, burst: 10 },
      legacyHttp200: true,
    });
    const late = await call(change, {
      method: "PATCH",
      params: params(client),
      body: { version: client.version, name: "Late" },
    });
    expect(late).toMatchObject({ status: 409, error: { code: "conflict" } });
  });

  test.each([
    [{ ipRanges: ["10.1.2"] }, "ipRanges.0"],
    [{ allowedOrigins: ["*"] }, "allowedOrigins.0"],
    [{ scopes: [] }, "scopes"],
    [{ name: "" }, "name"],
    [{ rate: { perSecond: 10, burst: 5 } }, "rate.burst"],
  ])("with %j is refused, field by field", async (settings, field) => {
    const body = { merchantId: world.merchantId, name: "Tills", scopes: ["reward"], ...settings };
    const { status, error } = await call(create, { body });
    expect([status, Object.keys(error?.fields ?? {})]).toEqual([422, [field]]);
  });

  test("gets no unlimited rate and no national ids from a merchant's admin", async () => {
    const body = { merchantId: world.merchantId, name: "Tills", scopes: ["reward"] };
    for (const settings of [{ rate: null }, { exposeNid: true }])
      expect((await call(create, { body: { ...body, ...settings } })).error?.code).toBe("forbidden");
    expect((await issue({ rate: null }, "programme_operator")).client.rate).toBeNull();
  });

  test("can be limited to branches of its own merchant only", async () => {
    const { body } = await call<ClientChoices>(choices);
    expect(body.merchants.map(({ id }) => id)).toEqual([world.merchantId]);
    expect(body.merchants[0]?.branches.map(({ id }) => id)).toEqual([
      ...world.branchIds,
      world.inactiveBranchId,
    ]);
    expect((await issue({ branchIds: [world.branchIds[0]] })).client.branchIds).toEqual([world.branchIds[0]]);
    const foreign = {
      merchantId: world.merchantId,
      name: "Tills",
      scopes: ["reward"],
      branchIds: [world.foreignBranchId],
    };
    expect((await call(create, { body: foreign })).error?.fields).toHaveProperty("branchIds");
  });
});

describe("a client's ClientIds", () => {
  test("are two while it rotates; a revoked one is refused, and its people see why", async () => {
    const { client, secret } = await issue();
    const rotated = await call<IssuedClientAnswer>(rotate, {
      params: params(client),
      body: { version: client.version, overlapDays: 7 },
    });
    expect([await codeOf(secret), await codeOf(rotated.body.secret)]).toEqual([0, 0]);
    const old = rotated.body.client.secrets.find(({ last4 }) => last4 === secret.slice(-4));
    expect(old?.expiresAt).not.toBeNull();
    const after = await call<Client>(revokeSecret, {
      method: "POST",
      params: { ...params(client), secretId: String(old?.id) },
    });
    expect(after.body.state).toBe("live");
    expect([await codeOf(secret), await codeOf(rotated.body.secret)]).toEqual([1102, 0]);
    expect((await call<Client>(revoke, { method: "POST", params: params(client) })).body.state).toBe(
      "revoked",
    );
    expect(await codeOf(rotated.body.secret)).toBe(1102);
    await services().traffic.flush();
    const log = await call<RequestLog>(requests, { params: params(client) });
    expect(log.body.requests.map(({ code, detail }) => [code, detail])).toEqual([
      [1102, "client_revoked"],
      [0, null],
      [1102, "secret_revoked"],
      [0, null],
      [0, null],
    ]);
    expect(log.body.requests[0]?.reason).toEqual({
      en: "ClientId is not valid",
      ar: "قيمة ClientId غير صحيحة",
    });
    expect(
      (await call(rotate, { params: params(client), body: { version: after.body.version + 1 } })).error?.code,
    ).toBe("revoked");
  });

  test("are joined by signing secrets, which only those who administer the client issue and revoke", async () => {
    const { client, secret } = await issue();
    const at = { params: params(client) };
    const required = { version: client.version, signing: "required" };
    const early = await call(change, { ...at, method: "PATCH", body: required });
    expect(early.error).toMatchObject({
      code: "validation",
      fields: { signing: { en: "Issue a signing secret first" } },
    });
    for (const role of ["cashier", "supervisor"] as const)
      expect((await call(rotateSigning, { ...at, body: { version: 1 }, role })).status).toBe(403);
    const issued = await call<IssuedClientAnswer>(rotateSigning, {
      ...at,
      body: { version: client.version },
    });
    expect(issued.body.secret).toMatch(/^pss_/);
    const [signing] = issued.body.client.signingSecrets;
    expect(signing).toMatchObject({ last4: issued.body.secret.slice(-4), isLive: true });
    const version = issued.body.client.version;
    const changed = await call<Client>(change, {
      ...at,
      method: "PATCH",
      body: { version, signing: "required" },
    });
    expect(changed.body.signing).toBe("required");
    expect(await codeOf(secret)).toBe(1105);
    const revoked = await call<Client>(revokeSigning, {
      method: "POST",
      params: { ...params(client), secretId: String(signing?.id) },
    });
    expect(revoked.body.signingSecrets).toMatchObject([{ isLive: false }]);
    // What was required stays required: a revoked secret lets nobody in unsigned.
    expect(revoked.body.signing).toBe("required");
    expect(await codeOf(secret)).toBe(1105);
    await services().traffic.flush();
    const log = await call<RequestLog>(requests, at);
    expect(log.body.requests[0]).toMatchObject({ code: 1105, detail: "signature_missing" });
  });

  test("leave a log that is read on from where one stopped, and filtered", async () => {
    const { client, secret } = await issue();
    for (let index = 0; index < 3; index += 1) await codeOf(secret);
    await services().traffic.flush();
    const read = (query: string) => call<RequestLog>(requests, { params: params(client), query });
    const all = (await read("")).body.requests.map(({ id }) => id);
    expect(all).toHaveLength(3);
    expect((await read(`?after=${all[1]}`)).body.requests.map(({ id }) => id)).toEqual([all[0]]);
    expect((await read(`?before=${all[1]}`)).body.requests.map(({ id }) => id)).toEqual([all[2]]);
    expect((await read("?outcome=refused")).body.requests).toEqual([]);
    expect((await read("?operation=Reward")).body.requests).toEqual([]);
    expect((await read("?code=abc")).status).toBe(422);
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as noProgress, GET as progress } from "@/app/api/sandbox/v1/certification/route";
import { POST as resetByClient } from "@/app/api/sandbox/v1/reset/route";
import { sessionPortal } from "@/lib/areas/account/session-portal";
import { certificationPortal } from "@/lib/areas/certification/portal";
import type { Certification } from "@/lib/areas/certification/schemas";
import { clientsPortal, sandboxPortal } from "@/lib/areas/clients/portal";
import type { Client, IssuedClientAnswer } from "@/lib/areas/clients/record";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { SCENARIO_WALLETS } from "@/lib/areas/sandbox/scenarios";
import type { SandboxAnswer } from "@/lib/areas/sandbox/schemas";
import { verify } from "@/lib/ledger/verify/verify";
import { serve } from "@/lib/points-api/next-door";
import { redeemUser } from "@/lib/points-api/redeem-user";
import { reward } from "@/lib/points-api/reward";
import { ROLES, type Role } from "@/lib/portal/acts/roles";
import type { PortalRoute } from "@/lib/portal/with-portal";
import { services } from "@/lib/services";
import { actAlone } from "@/tests/support/admin-world";
import { expectDescribed } from "@/tests/support/contract";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { routesOf } from "@/tests/support/portal/routes-of";
import {
  createPortalWorld,
  type PortalWorld,
  TEST_PASSWORD,
  TestBrowser,
} from "@/tests/support/portal/world";

const { certification: read, certify: issueRoute, withdraw: revokeRoute } = routesOf(certificationPortal);
const { change, create, read: readOne } = routesOf(clientsPortal);
const { resetSandbox: reset, sandbox: readSandbox } = routesOf(sandboxPortal);
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
  const { findings } = await verify(database.pool);
  await database.drop();
  expect(findings).toEqual([]);
});

interface Options {
  method?: string;
  body?: unknown;
  params?: Record<string, string>;
  role?: Role;
}

async function call<Body>(
  route: PortalRoute,
  { role = "merchant_admin", method, body, params }: Options = {},
) {
  const answer = await (browsers.get(role) ?? new TestBrowser()).call(route, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    path: "/api/portal/manage/clients",
    ...(body !== undefined && { body }),
    ...(params !== undefined && { params }),
  });
  return { status: answer.status, body: answer.body as Body, error: answer.body.error };
}

const params = ({ id }: { id: number }) => ({ clientId: String(id) });

async function issue(settings: object = {}, role: Role = "merchant_admin"): Promise<IssuedClientAnswer> {
  const body = {
    merchantId: world.merchantId,
    name: "Maker",
    scopes: ["reward", "redeem"],
    isTest: true,
    ...settings,
  };
  const answer = await call<IssuedClientAnswer>(create, { body, role });
  expect(answer.status).toBe(200);
  services().clients.forget();
  return answer.body;
}

const sandboxOf = async (client: Client) =>
  (await call<SandboxAnswer>(readSandbox, { params: params(client) })).body;

/** One movement with a ClientId. */
async function move(
  operation: typeof reward | typeof redeemUser,
  secret: string,
  fields: object,
): Promise<string> {
  const response = await serve(operation).POST(
    new Request(`http://points.test/api/Integration/v1/${operation.name}`, {
      method: "POST",
      headers: { ClientId: secret, "Content-Type": "application/json" },
      body: JSON.stringify({ BranchMsisdn: "01000000001", ...fields }),
    }),
  );
  return ((await response.json()) as { errorCode: string }).errorCode;
}

/** What a test client asks of its sandbox; every answer is compared with the contract. */
async function askSandbox(what: "reset" | "certification", headers: Record<string, string>) {
  const path = `/api/sandbox/v1/${what}`;
  const [route, method] =
    what === "reset" ? ([resetByClient, "post"] as const) : ([progress, "get"] as const);
  const response = await route(
    new Request(`http://points.test${path}`, { method: method.toUpperCase(), headers }),
  );
  const { status } = response;
  const body = await response.json();
  expectDescribed({ path, method, status, headers: Object.fromEntries(response.headers), json: body });
  return { status, body };
}

function named(sandbox: SandboxAnswer, suffix: string) {
  const wallet = sandbox.wallets.find(({ walletCode }) => walletCode.endsWith(`-${suffix}`));
  return { WalletCode: wallet?.walletCode, ContactMsisdn: wallet?.contactMsisdn };
}

describe("a test client at the desk", () => {
  test("is issued with its wallets, filled through the log, and says that it is one", async () => {
    const { client, secret } = await issue();
    expect(secret).toMatch(/^pis_test_/);
    expect(client.isTest).toBe(true);
    const { wallets, isDemo } = await sandboxOf(client);
    expect(isDemo).toBe(false);
    expect(wallets.map(({ totalPoints, pin, scenario }) => ({ points: totalPoints, pin, scenario }))).toEqual(
      SCENARIO_WALLETS.map(({ points, pin, scenario }) => ({ points, pin, scenario })),
    );
    const live = await issue({ isTest: false });
    expect(live.secret).toMatch(/^pis_live_/);
    expect(live.client.isTest).toBe(false);
    for (const route of [readSandbox, read])
      expect((await call(route, { params: params(live.client) })).status).toBe(404);
  });

  test("stays what it was issued as, whatever a change asks for", async () => {
    const { client } = await issue();
    const changed = await call<Client>(change, {
      method: "PATCH",
      params: params(client),
      body: { version: client.version, name: "Renamed", isTest: false },
    });
    expect(changed.body).toMatchObject({ name: "Renamed", isTest: true });
  });

  test("is reset: first balances by entries of the log, PINs unlocked, first attempts forgotten", async () => {
    const { client, secret } = await issue();
    const sandbox = await sandboxOf(client);
    const plain = named(sandbox, "01");
    const withPin = named(sandbox, "02");
    expect(await move(reward, secret, { ...plain, PointsValue: 333, ExternalLogId: "a" })).toBe("0");
    expect(await move(redeemUser, secret, { ...withPin, PointsValue: 5, PinCode: "1234" })).toBe("0");
    for (let wrong = 0; wrong < 5; wrong += 1)
      expect(await move(redeemUser, secret, { ...withPin, PointsValue: 5, PinCode: "9999" })).toBe("1311");
    expect(await move(redeemUser, secret, { ...withPin, PointsValue: 5, PinCode: "1234" })).toBe("1312");
    const busy = { ...named(sandbox, "21"), PointsValue: 1, ExternalLogId: "b" };
    expect(await move(reward, secret, busy)).toBe("1902");
    const before = await sandboxOf(client);
    expect(before.wallets.slice(0, 2)).toMatchObject([
      { totalPoints: 1_333, isPinLocked: false },
      { totalPoints: 4_995, isPinLocked: true },
    ]);
    const done = await call<SandboxAnswer>(reset, { method: "POST", params: params(client) });
    expect(done.body).toEqual(sandbox);
    expect(await move(redeemUser, secret, { ...withPin, PointsValue: 5, PinCode: "1234" })).toBe("0");
    expect(await move(reward, secret, busy)).toBe("1902");
    const { rows } = await database.pool.query(
      `SELECT e.log_type_id, e.amount, e.comment FROM entry e JOIN wallet w ON w.id = e.wallet_id
        WHERE w.wallet_code = $1 ORDER BY e.seq`,
      [plain.WalletCode],
    );
    expect(rows.map((row) => [row.log_type_id, Number(row.amount)])).toEqual([
      [6, 1_000],
      [2, 333],
      [7, 333],
    ]);
    const acts = await database.pool.query(
      "SELECT count(*)::int AS count FROM audit_log WHERE action = 'client.reset_sandbox' AND subject_id = $1",
      [String(client.id)],
    );
    expect(acts.rows[0].count).toBe(2);
  });

  test("resets by its own ClientId; a live one is refused, and so is none", async () => {
    const { client, secret } = await issue();
    await move(reward, secret, {
      ...named(await sandboxOf(client), "01"),
      PointsValue: 9,
      ExternalLogId: "a",
    });
    expect(await askSandbox("reset", { ClientId: secret })).toEqual({
      status: 200,
      body: { wallets: SCENARIO_WALLETS.length },
    });
    expect((await sandboxOf(client)).wallets[0]?.totalPoints).toBe(1_000);
    const live = await issue({ isTest: false });
    const refused = { status: 403, body: { errorCode: "1103" } };
    for (const what of ["reset", "certification"] as const) {
      expect(await askSandbox(what, { ClientId: live.secret })).toMatchObject(refused);
      expect(await askSandbox(what, {})).toMatchObject({ status: 401, body: { errorCode: "1101" } });
    }
  });
});

describe("certification", () => {
  test("shows how far a client has come, to the desk and to the client itself", async () => {
    const { client, secret } = await issue({ scopes: ["reward"] });
    const plain = named(await sandboxOf(client), "01");
    expect(await move(reward, secret, { ...plain, PointsValue: 9, ExternalLogId: "a" })).toBe("0");
    const { body } = await call<Certification>(read, { params: params(client) });
    const states = Object.fromEntries(body.requirements.map(({ name, state }) => [name, state]));
    expect(states).toMatchObject({ reward: "met", invoice_number: "violated", repeats_lost_answer: "open" });
    expect(states).not.toHaveProperty("redeem");
    const needed = body.requirements.filter(({ isOptional }) => !isOptional);
    expect((await askSandbox("certification", { ClientId: secret })).body).toEqual({
      met: needed.filter(({ state }) => state === "met").length,
      of: needed.length,
      requirements: body.requirements,
      wallets: expect.arrayContaining([
        expect.objectContaining({
          walletCode: plain.WalletCode,
          contactMsisdn: plain.ContactMsisdn,
          pinCode: null,
        }),
      ]),
    });
  });

  test("answers a method that its address lacks with 1007, in the reader's language", async () => {
    const response = noProgress(
      new Request("http://points.test/api/sandbox/v1/certification", {
        method: "POST",
        headers: { "Accept-Language": "ar" },
      }),
    );
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    expect(response.headers.get("link")).toContain("/docs/ar/errors#e1007");
    expect(await response.json()).toEqual({
      errorCode: "1007",
      errorMessage: expect.stringContaining("الطريقة غير مسموح بها، أرسله بطريقة GET, HEAD, OPTIONS"),
    });
  });

  test("ends with a certificate when everything is met, and not before", async () => {
    const { client } = await issue();
    const target = { params: params(client), body: { maker: "Maker of Tills" } };
    const refused = await call(issueRoute, target);
    expect(refused).toMatchObject({ status: 409, error: { code: "not_certifiable" } });
    const { body } = await call<Certification>(read, { params: params(client) });
    await database.prisma.certificationEvidence.createMany({
      data: body.requirements.map(({ name }) => ({
        clientId: client.id,
        requirement: name,
        state: "met",
        seenAt: new Date(),
        requests: [],
      })),
    });
    expect((await call(issueRoute, { ...target, body: { maker: " " } })).status).toBe(422);
    const issued = await call<Certification>(issueRoute, target);
    expect(issued.body.certificates).toMatchObject([{ maker: "Maker of Tills", standing: "valid" }]);
    const certificateId = String(issued.body.certificates[0]?.id);
    const revoked = await call<Certification>(revokeRoute, {
      method: "POST",
      params: { ...params(client), certificateId },
    });
    expect(revoked.body.certificates).toMatchObject([{ standing: "revoked" }]);
  });

  test("of another merchant's client is not found, and cashiers and supervisors are refused", async () => {
    const { client } = await issue({ merchantId: world.foreignMerchantId }, "programme_operator");
    const routes: [PortalRoute, Options][] = [
      [readSandbox, { params: params(client) }],
      [reset, { method: "POST", params: params(client) }],
      [read, { params: params(client) }],
      [issueRoute, { params: params(client), body: { maker: "Mine" } }],
      [revokeRoute, { method: "POST", params: { ...params(client), certificateId: "1" } }],
    ];
    for (const [route, options] of routes) {
      expect(await call(route, options)).toMatchObject({ status: 404, error: { code: "not_found" } });
      for (const role of ["cashier", "supervisor"] as const)
        expect((await call(route, { ...options, role })).status).toBe(403);
    }
    expect((await call(readOne, { params: params(client) })).status).toBe(404);
    expect((await call(read, { params: params(client), role: "programme_operator" })).status).toBe(200);
  });
});

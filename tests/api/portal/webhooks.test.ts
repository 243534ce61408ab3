import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as feed, OPTIONS as preflight } from "@/app/api/events/v1/route";
import { sessionPortal } from "@/lib/areas/account/session-portal";
import { hashClientSecret } from "@/lib/areas/clients/api-client";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { webhooksPortal } from "@/lib/areas/webhooks/portal";
import type { IssuedWebhookAnswer, WebhookDelivery } from "@/lib/areas/webhooks/record";
import { CHANNEL } from "@/lib/ledger/rules/types";
import { expectDescribed } from "@/tests/support/contract";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { commandsOf, createUser, createWallet, startProcess } from "@/tests/support/ledger";
import { routesOf } from "@/tests/support/portal/routes-of";
import {
  createPortalWorld,
  type PortalWorld,
  TEST_PASSWORD,
  TestBrowser,
} from "@/tests/support/portal/world";
import { Receiver } from "@/tests/support/receiver";

const { signIn } = routesOf(sessionPortal);

const {
  change: update,
  create,
  deliveries,
  disable,
  enable,
  list,
  remove,
  resend,
  rotate,
  test: sendTest,
} = routesOf(webhooksPortal);

let database: TestDatabase;
let world: PortalWorld;
const receiver = new Receiver();
let url: string;
const admin = new TestBrowser();
const operator = new TestBrowser();

beforeAll(async () => {
  database = await createTestDatabase();
  await ensureFoundation(database.prisma);
  world = await createPortalWorld(database);
  for (const [browser, username] of [
    [admin, "merchant_admin"],
    [operator, "programme_operator"],
  ] as const) {
    const body = { username, password: TEST_PASSWORD };
    expect((await browser.call(signIn, { method: "POST", body })).status).toBe(200);
  }
  await receiver.start();
  url = `${receiver.url}/hooks`;
});
afterAll(async () => {
  await receiver.stop();
  await database.drop();
});

const settings = () => ({
  merchantId: world.merchantId,
  url,
  description: "Accounting",
  eventTypes: ["points.rewarded"],
});

async function created(): Promise<IssuedWebhookAnswer> {
  const { status, body } = await admin.call(create, { method: "POST", body: settings() });
  expect(status).toBe(200);
  return body as unknown as IssuedWebhookAnswer;
}

const params = ({ webhook }: IssuedWebhookAnswer) => ({ webhookId: String(webhook.id) });

describe("an endpoint", () => {
  test("comes with a secret that is shown once and not kept in the open", async () => {
    const issued = await created();
    expect(issued.secret).toMatch(/^whsec_/);
    expect(JSON.stringify((await admin.call(list)).body)).not.toContain(issued.secret);
    const { rows } = await database.pool.query<{ found: boolean }>(
      "SELECT position(convert_to($1, 'UTF8') IN sealed) > 0 AS found FROM webhook_secret",
      [issued.secret.slice(6)],
    );
    expect(rows.every(({ found }) => !found)).toBe(true);
    const { rows: acts } = await database.pool.query(
      "SELECT action FROM audit_log WHERE subject_type = 'webhook' AND subject_id = $1",
      [String(issued.webhook.id)],
    );
    expect(acts).toEqual([{ action: "webhook.create" }]);
  });

  test.each([
    ["a private address", "https://10.0.0.1/"],
    ["no encryption", "http://example.com/"],
    ["a password", "https://me:secret@example.com/"],
    ["no address", "example"],
  ])("with %s is refused, and its field is marked", async (_, address) => {
    const answer = await admin.call(create, { method: "POST", body: { ...settings(), url: address } });
    expect([answer.status, Object.keys(answer.body.error?.fields ?? {})]).toEqual([422, ["url"]]);
  });

  test("says what it is for in words that can be shown as they are", async () => {
    const answer = await admin.call(create, {
      method: "POST",
      body: { ...settings(), description: "Acc\u202egnp.exe" },
    });
    expect([answer.status, Object.keys(answer.body.error?.fields ?? {})]).toEqual([422, ["description"]]);
  });

  test("can be tried at once: a signed test arrives, and its attempt is on record", async () => {
    const issued = await created();
    const { body } = await admin.call(sendTest, { method: "POST", params: params(issued) });
    expect(body).toMatchObject({ isDelivered: true, attempt: { status: 200, answerStart: "ok" } });
    const last = receiver.received.at(-1);
    expect(new Webhook(issued.secret).verify(last?.body ?? "", last?.headers ?? {})).toMatchObject({
      type: "test.ping",
    });
    const log = await admin.call(deliveries, { params: params(issued) });
    expect(log.body.deliveries).toMatchObject([{ type: "test.ping", state: "delivered", attempts: 1 }]);
  });

  test("gets a failed delivery again on request, under the same id", async () => {
    const issued = await created();
    receiver.answer = (_, response) => response.writeHead(500).end();
    await admin.call(sendTest, { method: "POST", params: params(issued) });
    receiver.answer = (_, response) => response.end();
    const log = await admin.call(deliveries, { params: params(issued), path: "/?state=dead" });
    const [failed] = log.body.deliveries as WebhookDelivery[];
    const answer = await admin.call(resend, {
      method: "POST",
      params: { ...params(issued), deliveryId: failed?.id ?? "" },
    });
    expect(answer.body).toMatchObject({ isDelivered: true });
    expect(receiver.received.slice(-2).map(({ headers }) => headers["webhook-id"])).toEqual([
      failed?.eventId,
      failed?.eventId,
    ]);
  });

  test("changed by two at once tells the second, and a rotation leaves two secrets", async () => {
    const issued = await created();
    const { version } = issued.webhook;
    const { merchantId, ...changes } = settings();
    const body = { ...changes, description: "Changed", version };
    expect((await admin.call(update, { method: "PATCH", params: params(issued), body })).status).toBe(200);
    const second = await operator.call(update, { method: "PATCH", params: params(issued), body });
    expect([second.status, second.body.error?.code]).toEqual([409, "conflict"]);
    const rotated = await admin.call(rotate, {
      method: "POST",
      params: params(issued),
      body: { version: version + 1 },
    });
    const { webhook, secret } = rotated.body as unknown as IssuedWebhookAnswer;
    expect(secret).not.toBe(issued.secret);
    expect(webhook.secrets).toHaveLength(2);
  });

  test("is switched off, on, and taken away", async () => {
    const issued = await created();
    const off = await admin.call(disable, { method: "POST", params: params(issued) });
    expect(off.body).toMatchObject({ isActive: false, disabledReason: "person" });
    const on = await admin.call(enable, { method: "POST", params: params(issued) });
    expect(on.body).toMatchObject({ isActive: true, disabledReason: null });
    expect((await admin.call(remove, { method: "DELETE", params: params(issued) })).status).toBe(200);
    expect((await admin.call(sendTest, { method: "POST", params: params(issued) })).status).toBe(404);
  });

  test("of a foreign merchant is not found, whatever is asked of it", async () => {
    const { body } = await operator.call(create, {
      method: "POST",
      body: { ...settings(), merchantId: world.foreignMerchantId },
    });
    const foreign = params(body as unknown as IssuedWebhookAnswer);
    const { merchantId, ...changes } = settings();
    const calls = [
      admin.call(update, { method: "PATCH", params: foreign, body: { ...changes, version: 1 } }),
      admin.call(rotate, { method: "POST", params: foreign, body: { version: 1 } }),
      admin.call(disable, { method: "POST", params: foreign }),
      admin.call(enable, { method: "POST", params: foreign }),
      admin.call(sendTest, { method: "POST", params: foreign }),
      admin.call(deliveries, { params: foreign }),
      admin.call(resend, { method: "POST", params: { ...foreign, deliveryId: "1" } }),
      admin.call(remove, { method: "DELETE", params: foreign }),
    ];
    for (const answer of await Promise.all(calls)) expect(answer.status).toBe(404);
  });
});

describe("the event feed", () => {
  const SECRET = "pis_test_feed";

  async function client(scopes: string[]): Promise<void> {
    const { rows } = await database.pool.query<{ id: number }>(
      "INSERT INTO api_client (merchant_id, user_id, name, scopes) VALUES ($1, $2, 'Feed', $3) RETURNING id",
      [world.merchantId, await createUser(database.pool), scopes],
    );
    await database.owner.query("DELETE FROM api_client_secret WHERE secret_hash = $1", [
      hashClientSecret(SECRET),
    ]);
    await database.pool.query(
      "INSERT INTO api_client_secret (client_id, secret_hash, last4) VALUES ($1, $2, 'feed')",
      [rows[0]?.id, hashClientSecret(SECRET)],
    );
    const { services } = await import("@/lib/services");
    services().clients.forget();
  }

  async function ask(query = "", secret: string | null = SECRET, others: Record<string, string> = {}) {
    const response = await feed(
      new Request(`http://portal.test/api/events/v1${query}`, {
        headers: { ...(secret !== null && { ClientId: secret }), ...others },
      }),
    );
    const { status } = response;
    const headers = Object.fromEntries(response.headers);
    const body = await response.json();
    expectDescribed({ path: "/api/events/v1", method: "get", status, headers, json: body });
    return { status, headers, body };
  }

  /** The server's second may turn in the middle of a test: a new client has used nothing up. */
  const freshClient = () => client(["events"]);

  test("gives a client with the right its merchant's events, page by page", async () => {
    await client(["events"]);
    const till = startProcess(database.url);
    const segment = await database.prisma.segment.findFirstOrThrow({ where: { isDefault: true } });
    const wallet = await createWallet(database.pool, { segmentId: segment.id });
    const make = commandsOf({
      userId: await createUser(database.pool),
      channelId: CHANNEL.posApi,
      merchantId: world.merchantId,
      branchId: world.branchIds[0],
      branchMsisdn: "+201000000001",
    });
    for (const value of [1, 2, 3]) await till.ledger.post(make.reward(wallet, value));
    await till.stop();
    const first = await ask("?limit=2");
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ events: [{ type: "points.rewarded" }, {}], hasMore: true });
    const next = await ask(`?limit=2&cursor=${first.body.cursor}`);
    expect(next.body).toMatchObject({ events: [{ data: { points: 3 } }], hasMore: false });
    const end = await ask(`?cursor=${next.body.cursor}`);
    expect(end.body).toEqual({ events: [], cursor: next.body.cursor, hasMore: false });
    const now = await ask("?cursor=now");
    expect(now.body).toMatchObject({ events: [], hasMore: false });
    // Nothing was missed, and nothing is told twice.
    const later = await ask(`?cursor=${now.body.cursor}`);
    expect(later.body).toEqual({ events: [], cursor: now.body.cursor, hasMore: false });
  });

  test("passes over rows of other merchants: a page is not empty while there is more", async () => {
    await client(["events"]);
    const till = startProcess(database.url);
    const segment = await database.prisma.segment.findFirstOrThrow({ where: { isDefault: true } });
    const wallet = await createWallet(database.pool, { segmentId: segment.id });
    const userId = await createUser(database.pool);
    const at = { userId, channelId: CHANNEL.posApi, branchMsisdn: "+201000000001" };
    const begun = (await ask("?cursor=now")).body.cursor;
    const { id: merchantId } = await database.prisma.merchant.create({
      data: { nameEn: "Another", nameAr: "تاجر آخر" },
    });
    const others = commandsOf({ ...at, merchantId, branchId: null });
    for (const value of [1, 2, 3, 4]) await till.ledger.post(others.reward(wallet, value));
    const own = commandsOf({ ...at, merchantId: world.merchantId, branchId: world.branchIds[0] });
    await till.ledger.post(own.reward(wallet, 5));
    await till.stop();
    const page = await ask(`?cursor=${begun}&limit=1`);
    expect(page.body.events).toMatchObject([{ data: { points: 5 } }]);
  });

  test.each([
    ["nobody", null, "", 401, "1101"],
    ["an unknown client", "pis_test_nobody", "", 401, "1102"],
    ["a cursor that is none", SECRET, "?cursor=abc", 400, "1002"],
    ["a type that is none", SECRET, "?types=points.lost", 400, "1002"],
    ["too many at once", SECRET, "?limit=5000", 400, "1002"],
  ])("refuses %s", async (_, secret, query, expected, code) => {
    const { status, body } = await ask(query, secret);
    expect([status, body.errorCode]).toEqual([expected, code]);
    if (code === "1002")
      expect(body.errorMessage, "says the form").toMatch(/^Invalid value for field: \w+\. \S/);
  });

  test("refuses a cursor of what the log does not hold, and says in both languages what to do next", async () => {
    await freshClient();
    for (const cursor of ["999999999.0", "0.999999999", "1.0.000000000000"]) {
      const { status, body } = await ask(`?cursor=${cursor}`);
      expect([status, body]).toEqual([
        400,
        {
          errorCode: "1002",
          errorMessage:
            "Invalid value for field: cursor. It was not given out for this log, or a backup was restored since. Read again without a cursor",
        },
      ]);
    }
    const { body } = await ask("?cursor=999999999.0", SECRET, { "Accept-Language": "ar" });
    expect(body.errorMessage).toContain("أعد القراءة بدون cursor");
  });

  test("has a rate of its own, also for a client that has none, and says where its reader stands", async () => {
    await freshClient();
    const answers = await Promise.all(Array.from({ length: 80 }, () => ask("?limit=1")));
    const refused = answers.filter(({ body }) => body.errorCode === "1701");
    expect(refused.length).toBeGreaterThan(0);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(20);
    for (const { headers } of answers) {
      expect(headers["ratelimit-policy"]).toBe('"events";q=10;w=1');
      expect(headers.ratelimit).toMatch(/^"events";r=\d+;t=\d+$/);
    }
    for (const { status, headers } of refused)
      expect([status, Number(headers["retry-after"]) >= 1]).toEqual([429, true]);
    // What the reader used up is missing nowhere else: its client has no limit.
    const { services } = await import("@/lib/services");
    expect((await services().clients.find(SECRET))?.rate).toBeNull();
  });

  test("lets pages read that its client allows, and no others", async () => {
    await freshClient();
    const { services } = await import("@/lib/services");
    const origin = "https://books.example";
    const question = () =>
      preflight(
        new Request("http://portal.test/api/events/v1", {
          method: "OPTIONS",
          headers: { Origin: origin, "Access-Control-Request-Method": "GET" },
        }),
      );
    expect((await question()).status).toBe(403);
    await database.pool.query(
      `UPDATE api_client SET allowed_origins = $1
        WHERE id = (SELECT client_id FROM api_client_secret WHERE secret_hash = $2)`,
      [[origin], hashClientSecret(SECRET)],
    );
    services().clients.forget();
    const granted = await question();
    expect([granted.status, granted.headers.get("access-control-allow-origin")]).toEqual([204, origin]);
    const page = await ask("", SECRET, { Origin: origin });
    expect([page.status, page.headers["access-control-allow-origin"]]).toEqual([200, origin]);
    const other = await ask("", SECRET, { Origin: "https://other.example" });
    expect([other.status, other.body.errorCode, other.headers["access-control-allow-origin"]]).toEqual([
      403,
      "1104",
      undefined,
    ]);
  });

  test("refuses a client without the right", async () => {
    await client(["reward"]);
    expect(await ask()).toMatchObject({ status: 403, body: { errorCode: "1103" } });
  });
});

import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { DELETE, GET, POST, PUT } from "@/app/api/sandbox/v1/webhook/route";
import { readEndpoints } from "@/lib/areas/watch/endpoints";
import { deliverDue } from "@/lib/areas/webhooks/deliver";
import { CLIENT_EVENT_TYPES } from "@/lib/areas/webhooks/event-types";
import { deliveryOptions } from "@/lib/areas/webhooks/portal";
import { pumpEvents } from "@/lib/areas/webhooks/pump";
import { completeEnv, type Env } from "@/lib/platform/env";
import type { SandboxWebhook } from "@/lib/points-api/sandbox-webhook";
import { startApi } from "@/tests/support/api";
import { expectDescribed } from "@/tests/support/contract";
import { Receiver } from "@/tests/support/receiver";
import { issue, issueTester } from "@/tests/support/sandbox";

const api = startApi();
const till = api.caller("node");

const receiver = new Receiver();
let url: string;

beforeAll(async () => {
  await receiver.start();
  url = `${receiver.url}/`;
});
afterAll(() => receiver.stop());
afterEach(async () => {
  receiver.reset();
  await api.database.pool.query(
    "UPDATE webhook_endpoint SET state = 'deleted', disabled_reason = 'person' WHERE state <> 'deleted'",
  );
  await api.database.pool.query("DELETE FROM webhook_delivery");
});

const HANDLERS = { GET, PUT, POST, DELETE };
type Told = SandboxWebhook & { errorCode?: string; errorMessage?: string };

async function ask(
  secret: string,
  method: keyof typeof HANDLERS = "GET",
  fields?: object | string,
): Promise<Told> {
  const body = typeof fields === "object" ? JSON.stringify(fields) : fields;
  const response = await HANDLERS[method](
    new Request("http://points.test/api/sandbox/v1/webhook", {
      method,
      headers: {
        ClientId: secret,
        ...(body && { "Content-Type": "application/json" }),
      },
      ...(body && { body }),
    }),
  );
  const json = await response.json();
  const headers = Object.fromEntries(response.headers);
  expectDescribed({
    path: "/api/sandbox/v1/webhook",
    method: method.toLowerCase() as "get",
    status: response.status,
    headers,
    json,
  });
  return json as Told;
}

async function sendAll(): Promise<void> {
  const options = await deliveryOptions();
  while (await pumpEvents(options));
  while ((await deliverDue(options)) > 0);
}

test("a maker with a ClientId names an endpoint, and sees each delivery as it was sent and answered", async () => {
  const tester = await issueTester(api);
  await sendAll();
  expect(await ask(tester.secret)).toEqual({ webhook: null, deliveries: [] });
  const { secret = "", webhook } = await ask(tester.secret, "PUT", { url });
  expect(webhook).toMatchObject({ url, eventTypes: CLIENT_EVENT_TYPES, isActive: true });
  const { json } = await till.reward(tester.wallet("01"), { clientId: tester.secret });
  await sendAll();
  const [sent] = receiver.received;
  expect(new Webhook(secret).verify(sent?.body ?? "", sent?.headers ?? {})).toMatchObject({
    type: "points.rewarded",
    data: { logId: json.pointsLog?.id },
  });
  const told = await ask(tester.secret);
  expect(told).not.toHaveProperty("secret");
  const [delivery] = told.deliveries;
  expect(delivery).toMatchObject({ type: "points.rewarded", state: "delivered", body: sent?.body });
  const [attempt] = delivery?.attempts ?? [];
  expect(attempt).toMatchObject({ status: 200, error: null, answer: "ok" });
  expect(sent?.headers).toMatchObject(attempt?.headers ?? { none: "" });
});

test("a test event is sent at once, and its outcome is told", async () => {
  const tester = await issueTester(api);
  expect(await ask(tester.secret, "POST")).toMatchObject({ errorCode: "1002" });
  await ask(tester.secret, "PUT", { url });
  expect(await ask(tester.secret, "POST")).toMatchObject({
    isDelivered: true,
    deliveries: [{ type: "test.ping", state: "delivered", attempts: [{ status: 200 }] }],
  });
  receiver.answer = (_, response) => response.writeHead(500).end("ok");
  expect(await ask(tester.secret, "POST")).toMatchObject({
    isDelivered: false,
    deliveries: [{ type: "test.ping", attempts: [{ status: 500, answer: "ok" }] }, {}],
  });
  expect(await readEndpoints(api.database.pool), "the operators' watch").toEqual([]);
});

test("an endpoint of a test client is told of the client's own test wallets alone", async () => {
  const [tester, other] = [await issueTester(api), await issueTester(api)];
  const live = await issue(api, { isTest: false });
  const { fields } = await api.customer();
  await sendAll();
  await ask(tester.secret, "PUT", { url });
  for (const [wallet, clientId] of [
    [tester.wallet("01"), tester.secret],
    [other.wallet("01"), other.secret],
    [fields, live.secret],
  ] as const)
    expect((await till.reward(wallet, { clientId })).json.errorCode).toBe("0");
  await sendAll();
  const codes = receiver.received.map(({ body }) => JSON.parse(body).data.walletCode);
  expect(codes).toEqual([tester.wallet("01").WalletCode]);
});

test("a merchant's endpoint is told of no test wallet, also beside one of a test client", async () => {
  const tester = await issueTester(api);
  await sendAll();
  await ask(tester.secret, "PUT", { url });
  await api.database.pool.query(
    "INSERT INTO webhook_endpoint (merchant_id, url, event_types) VALUES (1, $1, '{points.rewarded}')",
    [url],
  );
  await till.reward(tester.wallet("01"), { clientId: tester.secret });
  while (await pumpEvents(await deliveryOptions()));
  const { rows } = await api.database.pool.query(
    "SELECT client_id FROM webhook_delivery d JOIN webhook_endpoint e ON e.id = d.endpoint_id",
  );
  expect(rows).toEqual([{ client_id: tester.clientId }]);
});

test("another address takes the place of the first, with a new secret; removed, nothing is sent any more", async () => {
  const tester = await issueTester(api);
  await sendAll();
  const first = await ask(tester.secret, "PUT", { url: `${url}first` });
  const second = await ask(tester.secret, "PUT", { url, eventTypes: ["points.redeemed"] });
  expect(second.secret).not.toBe(first.secret);
  expect(second.webhook).toMatchObject({ url, eventTypes: ["points.redeemed"] });
  const rows = async (sql: string) => (await api.database.pool.query(sql)).rows;
  expect(await rows("SELECT state FROM webhook_endpoint WHERE state <> 'deleted'")).toHaveLength(1);
  await till.redeem(tester.wallet("01"), { clientId: tester.secret });
  await till.reward(tester.wallet("01"), { clientId: tester.secret });
  await sendAll();
  const [sent, ...more] = receiver.received;
  expect(more).toEqual([]);
  expect(() => new Webhook(first.secret ?? "").verify(sent?.body ?? "", sent?.headers ?? {})).toThrow();
  new Webhook(second.secret ?? "").verify(sent?.body ?? "", sent?.headers ?? {});
  expect(await ask(tester.secret, "DELETE")).toEqual({ webhook: null, deliveries: [] });
  await till.redeem(tester.wallet("01"), { clientId: tester.secret });
  await sendAll();
  expect(receiver.received).toHaveLength(1);
  expect(
    await rows(
      "SELECT action, user_id IS NOT NULL AS has_user FROM audit_log WHERE subject_type = 'webhook' ORDER BY id DESC LIMIT 3",
    ),
  ).toEqual(["delete", "update", "create"].map((act) => ({ action: `webhook.${act}`, has_user: true })));
});

test("nothing is sent to the endpoint of a client that was revoked", async () => {
  const tester = await issueTester(api);
  await sendAll();
  await ask(tester.secret, "PUT", { url });
  await till.reward(tester.wallet("01"), { clientId: tester.secret });
  const options = await deliveryOptions();
  while (await pumpEvents(options));
  await api.database.pool.query("UPDATE api_client SET revoked_at = now() WHERE id = $1", [tester.clientId]);
  await sendAll();
  expect(receiver.received).toEqual([]);
});

test("the newest hundred deliveries of a test client are kept", async () => {
  const tester = await issueTester(api);
  await sendAll();
  await ask(tester.secret, "PUT", { url });
  const { rows } = await api.database.pool.query(
    `INSERT INTO webhook_delivery (endpoint_id, event_id, type, subject, payload, next_attempt_at, give_up_at, created_at)
     SELECT e.id, 'evt_p' || n, 'points.rewarded', 'wallet:' || n, '{}', now(), now(), now()
       FROM webhook_endpoint e, generate_series(1, 120) n WHERE e.client_id = $1 RETURNING endpoint_id`,
    [tester.clientId],
  );
  await till.reward(tester.wallet("01"), { clientId: tester.secret });
  while (await pumpEvents(await deliveryOptions()));
  const kept = await api.database.pool.query(
    "SELECT count(*)::int AS count FROM webhook_delivery WHERE endpoint_id = $1",
    [rows[0]?.endpoint_id],
  );
  expect(kept.rows).toEqual([{ count: 100 }]);
});

test("addresses inside a network, and this machine where others reach the service, are refused in words", async () => {
  let tester = await issueTester(api);
  const refused = async (fields: object | string) => {
    const { errorCode, errorMessage = "" } = await ask(tester.secret, "PUT", fields);
    return [errorCode, errorMessage];
  };
  for (const address of ["http://10.0.0.1/", "https://192.168.1.5/", "http://points.example/", "file:///etc"])
    expect(await refused({ url: address })).toEqual(["1002", expect.stringContaining("url")]);
  const mayReachItself = (allowsLoopbackOfClients: boolean) =>
    completeEnv({ allowsLoopbackOfClients } satisfies Partial<Env> as Parameters<typeof completeEnv>[0]);
  mayReachItself(false);
  try {
    expect(await refused({ url })).toEqual(["1002", expect.stringContaining("127.0.0.1")]);
  } finally {
    mayReachItself(true);
  }
  // Another client, with a rate of its own.
  tester = await issueTester(api);
  for (const type of ["security.alert", "anchor.created", "deal.created", "nonsense"])
    expect(await refused({ url, eventTypes: [type] })).toEqual([
      "1002",
      expect.stringContaining("points.rewarded"),
    ]);
  expect(await refused({})).toEqual(["1001", expect.stringContaining("url")]);
  expect(await refused("[]")).toEqual(["1003", expect.any(String)]);
  expect((await ask((await issue(api, { isTest: false })).secret)).errorCode).toBe("1103");
});

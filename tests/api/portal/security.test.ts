import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sessionPortal } from "@/lib/areas/account/session-portal";
import { checkChain } from "@/lib/areas/anchors/store";
import { auditPortal } from "@/lib/areas/audit/portal";
import type { AuditPage } from "@/lib/areas/audit/schemas";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { staffPortal } from "@/lib/areas/staff/portal";
import { webhooksPortal } from "@/lib/areas/webhooks/portal";
import type { IssuedWebhookAnswer, WebhookList } from "@/lib/areas/webhooks/record";
import { DomainError } from "@/lib/ledger/rules/errors";
import { portalPool } from "@/lib/platform/database/pg-pools";
import { inTransaction } from "@/lib/platform/transaction";
import { noteRefusal } from "@/lib/points-api/note-answer";
import { openWalletView } from "@/lib/portal/acts/wallet-views";
import { ALL_SECURITY_KINDS } from "@/lib/portal/security-log/kinds";
import { writeSecurityLog } from "@/lib/portal/security-log/log-lines";
import { recordSecurityEvent, storeSecurityEvents } from "@/lib/portal/security-log/record-event";
import { routeOf } from "@/lib/portal/serve";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { routesOf } from "@/tests/support/portal/routes-of";
import {
  createPortalWorld,
  type PortalWorld,
  TEST_PASSWORD,
  TestBrowser,
} from "@/tests/support/portal/world";
import { createTemporaryFolder } from "@/tests/support/test-server";

const issueLink = routeOf(staffPortal.issueLink);

const list = routeOf(auditPortal.list);

const auditReport = routeOf(auditPortal.report);
const { askForPasskey, signInWithPasskey, signIn, signOut } = routesOf(sessionPortal);

const { create: addWebhook, list: listWebhooks } = routesOf(webhooksPortal);

let database: TestDatabase;
let world: PortalWorld;
let admin: TestBrowser;
let operator: TestBrowser;
let cashier: TestBrowser;
let folder: string;
const userAgent =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";

beforeAll(async () => {
  folder = await createTemporaryFolder();
  database = await createTestDatabase();
  await ensureFoundation(database.prisma);
  world = await createPortalWorld(database);
  await database.prisma.webhookEndpoint.create({
    data: {
      merchantId: world.merchantId,
      url: "https://receiver.example/events",
      eventTypes: ["security.alert"],
    },
  });
  [admin, operator] = [await signedIn("merchant_admin"), await signedIn("programme_operator")];
  cashier = await signedIn("cashier");
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function trySignIn(username: string, password: string): Promise<TestBrowser> {
  const browser = new TestBrowser();
  const headers = { "user-agent": userAgent };
  await browser.call(signIn, { method: "POST", body: { username, password }, headers });
  return browser;
}
const signedIn = (username: string) => trySignIn(username, TEST_PASSWORD);

async function read(browser: TestBrowser, query = ""): Promise<AuditPage["events"]> {
  await storeSecurityEvents();
  const answer = await browser.call(list, {
    path: `/api/portal/manage/audit?${query.replace("kind=", "action=")}&kind=events`,
  });
  expect(answer.status).toBe(200);
  return (answer.body as unknown as AuditPage).events;
}
const kindsIn = (events: AuditPage["events"]) => events.map(({ kind }) => kind);

test("sign-ins and failures are noted with person, address and device, and nothing that was typed", async () => {
  expect((await cashier.call(list)).status).toBe(403);
  await trySignIn("cashier", "wrong password");
  await trySignIn("MyPassw0rd-in-the-wrong-field", "x");
  const [unknown, failed] = await read(operator, "kind=sign_in.failed");
  expect(failed).toMatchObject({
    user: { name: expect.any(String) },
    merchantId: world.merchantId,
    isGrave: false,
    device: "Chrome, Windows",
    ipAddress: expect.any(String),
    requestId: expect.any(String),
  });
  expect(unknown).toMatchObject({ user: null, merchantId: null });
  const { rows } = await database.pool.query("SELECT e::text AS line FROM security_event e");
  expect(JSON.stringify(rows)).not.toMatch(/MyPassw0rd|wrong password/i);
  expect(kindsIn(await read(admin, "kind=sign_in.succeeded"))).toEqual([
    "sign_in.succeeded",
    "sign_in.succeeded",
  ]);
});

test("who is stopped after too many attempts is noted once a minute, and the merchant's webhook is told", async () => {
  for (let attempt = 1; attempt <= 8; attempt += 1) await trySignIn("supervisor", `wrong ${attempt}`);
  const locked = await read(admin, "kind=sign_in.locked");
  expect(locked).toHaveLength(1);
  expect(locked[0]).toMatchObject({ isGrave: true, user: { name: expect.any(String) } });
  const deliveries = await database.prisma.webhookDelivery.findMany({ where: { type: "security.alert" } });
  expect(deliveries.map(({ eventId }) => eventId)).toEqual([`evt_s${locked[0]?.id}`]);
  expect(JSON.parse(deliveries[0]?.payload ?? "")).toMatchObject({
    id: `evt_s${locked[0]?.id}`,
    type: "security.alert",
    timestamp: locked[0]?.at,
    data: { kind: "sign_in.locked", merchantId: world.merchantId },
  });
});

test("a change of rights is noted with the change itself, and downloads are noted", async () => {
  const person = await database.prisma.user.findUniqueOrThrow({ where: { username: "cashier" } });
  const answer = await admin.call(issueLink, {
    method: "POST",
    params: { userId: String(person.id) },
  });
  expect([answer.status, answer.body]).toMatchObject([200, {}]);
  await admin.call(auditReport, { path: "/api/portal/manage/audit/report" });
  const [file, link] = await read(admin, "");
  expect(file).toMatchObject({ kind: "export.audit", isGrave: false });
  expect(link).toMatchObject({
    kind: "user.issue_link",
    isGrave: true,
    subject: { type: "user", id: String(person.id), name: { en: person.name } },
  });
  const acts = await database.prisma.auditLog.count({ where: { action: "user.issue_link" } });
  expect(acts).toBe(1);
});

test("admins read their merchant's events, operators all; filters narrow", async () => {
  await recordSecurityEvent({ kind: "export.wallets", merchantId: world.foreignMerchantId });
  expect(kindsIn(await read(admin))).not.toContain("export.wallets");
  expect(kindsIn(await read(operator, `merchant=${world.foreignMerchantId}`))).toEqual(["export.wallets"]);
  expect(new Set(kindsIn(await read(operator, "grave=yes")))).toEqual(
    new Set(["user.issue_link", "sign_in.locked"]),
  );
  expect(await read(operator, "until=2020-01-01")).toEqual([]);
  const foreign = await admin.call(list, {
    path: `/api/portal/manage/audit?merchant=${world.foreignMerchantId}`,
  });
  expect(foreign.status).toBe(403);
});

test("mobile numbers in details are masked, and every kind can be stored", async () => {
  await recordSecurityEvent({
    kind: "view.unusual",
    details: { said: "asked for 01110000001, +20 111 000 0002" },
  });
  for (const kind of ALL_SECURITY_KINDS) await recordSecurityEvent({ kind, ipAddress: "192.0.2.9" });
  await storeSecurityEvents();
  const rows = await database.prisma.securityEvent.findMany({ where: { kind: "view.unusual" } });
  expect(rows[0]?.details).toEqual({ said: "asked for •••001, •••002" });
  const stored = await database.prisma.securityEvent.findMany({ where: { ipAddress: "192.0.2.9" } });
  expect(stored.map(({ kind }) => kind).sort()).toEqual([...ALL_SECURITY_KINDS].sort());
});

test("junk passkey answers of a stranger are one event, and those of very many addresses no more than a few", async () => {
  const told = async () => {
    await storeSecurityEvents();
    return database.prisma.securityEvent.count({ where: { kind: "sign_in.passkey_failed" } });
  };
  const before = await told();
  const junk = { method: "POST", body: { response: { id: "junk" } } };
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => new TestBrowser().call(signInWithPasskey, junk)),
  );
  // The first are refused, the others wait, and neither they nor what they are asked leave a row.
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(20).fill(401), ...Array(30).fill(429)]);
  const stranger = new TestBrowser();
  const { body } = await stranger.call(askForPasskey, { method: "POST" });
  expect(body.options).toMatchObject({ challenge: expect.any(String), userVerification: "required" });
  expect(stranger.cookies.size).toBe(2);
  expect(await database.prisma.verification.count()).toBe(0);
  expect(await told()).toBe(before + 1);
  for (let index = 0; index < 301; index += 1)
    await recordSecurityEvent({ kind: "sign_in.passkey_failed", ipAddress: `2001:db8::${index}` });
  const after = await told();
  expect(after - before).toBeGreaterThan(10);
  expect(after - before).toBeLessThanOrEqual(30);
});

test("many at once become one chain, and the log can only be added to", async () => {
  const before = await database.prisma.securityEvent.count();
  await Promise.all(
    Array.from({ length: 500 }, (_, index) =>
      recordSecurityEvent({ kind: "pin.failed", details: { index } }),
    ),
  );
  await storeSecurityEvents();
  const report = await inTransaction(database.pool, (client) => checkChain(client, "security"));
  expect(report).toMatchObject({ links: before + 500, findingCount: 0 });
  await expect(portalPool().query("UPDATE security_event SET kind = 'x'")).rejects.toMatchObject({
    code: "42501",
  });
  await expect(database.owner.query("DELETE FROM security_event")).rejects.toMatchObject({
    constraint: "security_event_append_only",
  });
});

test("collectors get every event once as a JSON line, also across restarts", async () => {
  const file = path.join(folder, "log", "security.jsonl");
  const count = await database.prisma.securityEvent.count();
  expect(await writeSecurityLog(portalPool(), file)).toBe(count);
  expect(await writeSecurityLog(portalPool(), file)).toBe(0);
  await recordSecurityEvent({ kind: "sign_in.locked", ipAddress: "192.0.2.77" });
  const written = await Promise.all([
    writeSecurityLog(portalPool(), file),
    writeSecurityLog(portalPool(), file),
  ]);
  expect(written.reduce((sum: number, one) => sum + (one ?? 0), 0)).toBe(1);
  const lines = (await readFile(file, "utf8"))
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines).toHaveLength(count + 1);
  expect(lines.at(-1)).toMatchObject({ log: "security", kind: "sign_in.locked", ip_address: "192.0.2.77" });
});

test("the programme's webhook is told of grave events of everybody and of no merchant, and of nothing else", async () => {
  const { body } = await operator.call(addWebhook, {
    method: "POST",
    body: {
      merchantId: "programme",
      url: "https://programme.example/alerts",
      description: "",
      eventTypes: ["security.alert"],
    },
  });
  const { webhook } = body as unknown as IssuedWebhookAnswer;
  expect(webhook).toMatchObject({ merchantId: null });
  const told = () =>
    database.prisma.webhookDelivery.findMany({ where: { endpointId: webhook.id }, orderBy: { id: "asc" } });
  await recordSecurityEvent({ kind: "user.reset_two_factor", merchantId: world.merchantId });
  await recordSecurityEvent({ kind: "user.reset_two_factor", merchantId: null });
  await recordSecurityEvent({ kind: "export.audit", merchantId: null });
  await storeSecurityEvents();
  const payloads = (await told()).map(({ payload }) => JSON.parse(payload).data);
  expect(payloads).toMatchObject([
    { kind: "user.reset_two_factor", merchantId: world.merchantId },
    { kind: "user.reset_two_factor", merchantId: null },
  ]);
  const of = (merchantId: unknown, eventTypes: string[]) => ({
    method: "POST" as const,
    body: { merchantId, url: "https://programme.example/more", description: "", eventTypes },
  });
  // A merchant's events are not the programme's, and the programme's endpoints no merchant's.
  expect((await operator.call(addWebhook, of("programme", ["points.rewarded"]))).status).toBe(422);
  expect((await operator.call(addWebhook, of(null, ["security.alert"]))).status).toBe(422);
  expect((await admin.call(addWebhook, of("programme", ["security.alert"]))).status).toBe(403);
  const shown = await admin.call(listWebhooks, { path: "/api/portal/manage/webhooks" });
  const { webhooks } = shown.body as unknown as WebhookList;
  expect(webhooks.map(({ id }) => id)).not.toContain(webhook.id);
  await database.prisma.webhookDelivery.deleteMany({ where: { endpointId: webhook.id } });
  await database.prisma.webhookEndpoint.update({
    where: { id: webhook.id },
    data: { state: "deleted", disabledReason: "person", disabledAt: new Date() },
  });
});

test("signing out is noted, and a ClientId that is missing or wrong once a minute and address", async () => {
  const person = await database.prisma.user.findUniqueOrThrow({ where: { username: "merchant_admin" } });
  const noted = `kind=sign_out.succeeded&who=${person.id}`;
  const leaving = await signedIn("merchant_admin");
  await leaving.call(signOut, { method: "DELETE" });
  expect(await read(operator, noted)).toMatchObject([{ user: { id: person.id } }]);
  // Who is not signed in any more does not sign out again.
  await leaving.call(signOut, { method: "DELETE" });
  expect(await read(operator, noted)).toHaveLength(1);
  const where = { userAgent: "till/1.0", requestId: "r-1" };
  const refuse = (code: 1101 | 1102 | 1201, ipAddress: string) =>
    noteRefusal(new DomainError(code), { client: null, ipAddress, ...where });
  for (const code of [1101, 1102, 1201, 1102] as const) refuse(code, "192.0.2.50");
  refuse(1102, "192.0.2.51");
  const refused = (await read(operator, "kind=api.refused")).map(({ ipAddress }) => ipAddress);
  expect(refused.filter((address) => address !== "192.0.2.9")).toEqual(["192.0.2.51", "192.0.2.50"]);
  const client = { userId: person.id, merchantId: world.merchantId, sandbox: undefined };
  const limited = new DomainError(1701, {}, { retryAfterSeconds: 1 });
  for (let attempt = 1; attempt <= 3; attempt += 1)
    noteRefusal(limited, { client, ipAddress: "192.0.2.52", ...where });
  noteRefusal(limited, {
    client: { ...client, sandbox: { id: 1 } as never },
    ipAddress: "192.0.2.53",
    ...where,
  });
  expect(await read(admin, "kind=api.limited")).toMatchObject([{ ipAddress: "192.0.2.52" }]);
});

test("who opens far more customers than usual is noted once a day", async () => {
  const person = await database.prisma.user.findUniqueOrThrow({ where: { username: "supervisor" } });
  const now = new Date("2026-11-20T12:00:00Z");
  const viewer = { userId: person.id, role: "merchant_admin" } as const;
  await database.prisma.programme.update({ where: { id: 1 }, data: { walletViewsPerMinute: 100_000 } });
  // Six days of thirty customers each.
  await database.pool.query(
    `INSERT INTO wallet_view (user_id, wallet_id, at, how)
     SELECT $1, w, $2::timestamptz - d * interval '1 day', 'desk' FROM generate_series(1, 6) d, generate_series(1, 30) w`,
    [person.id, now.toISOString()],
  );
  for (let walletId = 1; walletId <= 130; walletId += 1)
    await openWalletView({ database: database.prisma, now }, viewer, { walletId, how: "desk" });
  const noted = await read(admin, "kind=view.unusual");
  expect(noted).toMatchObject([{ user: { id: person.id }, details: { opened: 101, usual: 30 } }]);
});

import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as auditReport } from "@/app/api/portal/manage/audit/report/route";
import { GET as list } from "@/app/api/portal/manage/security/route";
import { POST as issueLink } from "@/app/api/portal/manage/staff/[userId]/link/route";
import { POST as signIn } from "@/app/api/portal/session/route";
import { checkChain } from "@/lib/areas/anchors/chains";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { ALL_SECURITY_KINDS } from "@/lib/areas/security/kinds";
import { writeSecurityLog } from "@/lib/areas/security/log-lines";
import { recordSecurityEvent, storeSecurityEvents } from "@/lib/areas/security/record";
import type { SecurityPage } from "@/lib/areas/security/schemas";
import { portalPool } from "@/lib/platform/database/pg-pools";
import { inTransaction } from "@/lib/platform/transaction";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import {
  createPortalWorld,
  type PortalWorld,
  TEST_PASSWORD,
  TestBrowser,
} from "@/tests/support/portal/world";
import { createTemporaryFolder } from "@/tests/support/test-server";

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

async function read(browser: TestBrowser, query = ""): Promise<SecurityPage["events"]> {
  await storeSecurityEvents();
  const answer = await browser.call(list, { path: `/api/portal/manage/security?${query}` });
  expect(answer.status).toBe(200);
  return (answer.body as unknown as SecurityPage).events;
}
const kindsIn = (events: SecurityPage["events"]) => events.map(({ kind }) => kind);

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
    path: `/api/portal/manage/security?merchant=${world.foreignMerchantId}`,
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
  await expect(database.pool.query("DELETE FROM security_event")).rejects.toMatchObject({
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

import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sessionPortal } from "@/lib/areas/account/session-portal";
import { auditPortal } from "@/lib/areas/audit/portal";
import type { AuditChoices, AuditPage } from "@/lib/areas/audit/schemas";
import { branchesPortal } from "@/lib/areas/branches/portal";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { walletsPortal } from "@/lib/areas/wallets/desk-portal";
import { ROLES } from "@/lib/portal/acts/roles";
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

const choices = routeOf(auditPortal.choices);
const report = routeOf(auditPortal.report);
const list = routeOf(auditPortal.list);
const exportWallets = routeOf(walletsPortal.export);
const { signIn } = routesOf(sessionPortal);

let database: TestDatabase;
let world: PortalWorld;
let admin: TestBrowser;
let operator: TestBrowser;
let adminId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  await ensureFoundation(database.prisma);
  world = await createPortalWorld(database);
  [admin, operator] = [await signedIn("merchant_admin"), await signedIn("programme_operator")];
  adminId = (await database.prisma.user.findUniqueOrThrow({ where: { username: "merchant_admin" } })).id;
  const row = (merchantId: number | null, day: number, name: string) => ({
    merchantId,
    userId: adminId,
    action: "branch.update",
    subjectType: "branch",
    subjectId: String(world.branchIds[0]),
    before: { nameEn: "Old" },
    after: { nameEn: name },
    createdAt: new Date(Date.UTC(2026, 0, day, 21, 59)),
    ipAddress: "192.0.2.1",
  });
  await database.prisma.auditLog.createMany({
    data: [
      ...Array.from({ length: 120 }, (_, day) => row(world.merchantId, 1 + (day % 28), `Name ${day}`)),
      row(world.foreignMerchantId, 3, "Foreign"),
      row(null, 3, "Programme"),
      row(world.merchantId, 5, '=HYPERLINK("https://evil.example")'),
    ],
  });
});
afterAll(() => database.drop());

async function signedIn(username: string): Promise<TestBrowser> {
  const browser = new TestBrowser();
  await browser.call(signIn, { method: "POST", body: { username, password: TEST_PASSWORD } });
  return browser;
}
const read = async (browser: TestBrowser, query = "") =>
  (await browser.call(list, { path: `/api/portal/manage/audit?${query}` })).body as unknown as AuditPage;

test("an admin reads what concerns the own merchant, newest first, page by page, each act and event once", async () => {
  for (let count = 0; count < 60; count += 1)
    await recordSecurityEvent({ kind: "export.wallets", merchantId: world.merchantId });
  await recordSecurityEvent({ kind: "user.update", merchantId: world.merchantId });
  await storeSecurityEvents();
  const seen: string[] = [];
  const events: AuditPage["events"] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page: AuditPage = await read(admin, cursor === "" ? "" : `cursor=${cursor}`);
    expect(page.acts.every(({ merchantId }) => merchantId === world.merchantId)).toBe(true);
    seen.push(...page.acts.map(({ id }) => id));
    events.push(...page.events);
    cursor = page.nextCursor;
  }
  expect(seen).toEqual([...new Set(seen)].sort((one, other) => Number(other) - Number(one)));
  expect(seen).toHaveLength(121);
  expect(events.filter(({ kind }) => kind === "export.wallets")).toHaveLength(60);
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  // An event that is an act is told as one.
  expect(events.map(({ kind }) => kind)).not.toContain("user.update");
  expect((await read(admin, "kind=events&action=user.update")).events).toHaveLength(1);
  expect((await read(admin, "kind=acts")).events).toEqual([]);
  expect((await read(admin, "grave=yes")).acts).toEqual([]);
});

test("an operator reads everything, or what concerns one merchant", async () => {
  const foreign = await read(operator, `merchant=${world.foreignMerchantId}`);
  expect(foreign.acts.map(({ after }) => after)).toEqual([{ nameEn: "Foreign" }]);
  const all = await read(operator, "from=2026-01-03&until=2026-01-03");
  expect(new Set(all.acts.map(({ merchantId }) => merchantId))).toEqual(
    new Set([world.merchantId, world.foreignMerchantId, null]),
  );
});

test("a file of customers is one row of the log, and collectors of security events have it too", async () => {
  const answer = await admin.call(exportWallets, { path: "/api/portal/manage/wallets/export" });
  expect(answer.status).toBe(200);
  await storeSecurityEvents();
  const { acts, events } = await read(admin);
  expect(acts[0]).toMatchObject({ action: "wallet.export" });
  expect(events.filter(({ at }) => at >= (acts[0]?.at ?? ""))).toEqual([]);
  expect((await read(admin, "kind=events")).events[0]).toMatchObject({ kind: "wallet.export" });
});

test("the log is searched by who, act, subject and day of the programme's calendar", async () => {
  const body = { merchantId: world.merchantId, msisdn: "01122334455", nameEn: "New", nameAr: "جديد" };
  const created = (await admin.call(routeOf(branchesPortal.create), { method: "POST", body })).body;
  const found = await read(admin, `action=branch.create&who=${adminId}&type=branch&subject=${created.id}`);
  expect(found.acts).toMatchObject([
    {
      user: { id: adminId, name: "The merchant_admin" },
      subject: { type: "branch", id: String(created.id), name: { en: "New", ar: "جديد" } },
      before: null,
      after: { nameEn: "New", msisdn: "+201122334455" },
    },
  ]);
  expect(found.acts[0]?.requestId).not.toBeNull();
  // 21:59 in UTC is 23:59 in Cairo: still the same day, and the last minute of it.
  const day = await read(admin, "from=2026-01-05&until=2026-01-05");
  expect(new Set(day.acts.map(({ at }) => at.slice(0, 10)))).toEqual(new Set(["2026-01-05"]));
  expect((await read(admin, "who=999999")).acts).toEqual([]);
  expect((await read(admin, "action=client.")).acts).toEqual([]);
});

test("what makes no sense is refused", async () => {
  for (const query of ["cursor=x", "who=0", "from=yesterday", "action=%00"]) {
    const answer = await admin.call(list, { path: `/api/portal/manage/audit?${query}` });
    expect([query, answer.status]).toEqual([query, 422]);
  }
});

test("the file holds every act that matches, and no formula", async () => {
  const { text, headers } = await admin.call(report, {
    path: "/api/portal/manage/audit/report?from=2026-01-01&until=2026-01-28",
  });
  expect(headers.get("content-type")).toMatch(/^text\/csv/);
  const rows = parse(text, { bom: true, columns: true }) as Record<string, string>[];
  expect(rows).toHaveLength(121);
  expect(rows[0]).toMatchObject({ Person: "The merchant_admin", "From address": "192.0.2.1" });
  for (const cell of rows.flatMap((row) => Object.values(row))) expect(cell).not.toMatch(/^[=+@\t\r-]/);
  expect(text).toContain("HYPERLINK");
  expect(text).not.toContain("Foreign");
  const arabic = await admin.call(report, {
    path: "/api/portal/manage/audit/report?from=2026-01-01&until=2026-01-28",
    headers: { "accept-language": "ar" },
  });
  expect(arabic.text).toMatch(/^\ufeffالرقم,الوقت,/);
});

test("the choices are the own staff and everything that can be done", async () => {
  const { users, actions, subjects } = (await admin.call(choices)).body as unknown as AuditChoices;
  const own = ROLES.filter((role) => role !== "programme_operator");
  expect(users.map(({ username }) => username).sort()).toEqual(own.sort());
  expect(actions).toContain("account.change_password");
  expect(actions.filter((action) => action.endsWith(".read"))).toEqual([]);
  expect(subjects).toContain("branch");
});

test.each(["UPDATE audit_log SET action = 'nothing'", "DELETE FROM audit_log", "TRUNCATE audit_log"])(
  "%s is refused by the database itself",
  async (statement) => {
    const count = await database.prisma.auditLog.count();
    await expect(database.owner.query(statement)).rejects.toMatchObject({
      constraint: "audit_log_append_only",
    });
    expect(await database.prisma.auditLog.count()).toBe(count);
  },
);

test("acts come with the names of what they are about and of what their fields hold numbers of", async () => {
  const [first = 0, second = 0] = world.branchIds;
  const names = new Map(
    (await database.prisma.branch.findMany()).map(({ id, nameEn, nameAr }) => [
      id,
      { en: nameEn, ar: nameAr },
    ]),
  );
  const segment = await database.prisma.segmentVersion.findFirstOrThrow();
  const noted = (subjectType: string, subjectId: string, snapshots: object) => ({
    merchantId: world.merchantId,
    userId: adminId,
    action: `${subjectType}.update`,
    subjectType,
    subjectId,
    createdAt: new Date("2026-03-01T10:00:00Z"),
    ...snapshots,
  });
  await database.prisma.auditLog.createMany({
    data: [
      noted("user", String(adminId), {
        before: { branchIds: [first] },
        after: { branchIds: [first, second] },
      }),
      noted("wallet", "W-1", { after: { segmentId: segment.segmentId, consentBy: adminId } }),
      noted("deal", "999999", { before: { titleEn: "Gone", titleAr: "" }, after: {} }),
      noted("image", "5f0c2b7d9a1e", { after: { sizeBytes: 3 } }),
    ],
  });
  const { acts } = await read(admin, "from=2026-03-01&until=2026-03-01");
  const admins = { en: "The merchant_admin", ar: "The merchant_admin" };
  const byType = Object.fromEntries(
    acts.map(({ subject, names }) => [subject.type, { name: subject.name, names }]),
  );
  expect(byType).toEqual({
    user: {
      name: admins,
      names: { [`branchIds ${first}`]: names.get(first), [`branchIds ${second}`]: names.get(second) },
    },
    wallet: {
      name: { en: "W-1", ar: "W-1" },
      names: {
        [`segmentId ${segment.segmentId}`]: { en: segment.nameEn, ar: segment.nameAr },
        [`consentBy ${adminId}`]: admins,
      },
    },
    deal: { name: { en: "Gone", ar: "Gone" }, names: {} },
    image: { name: null, names: {} },
  });
});

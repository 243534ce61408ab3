import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as check } from "@/app/api/portal/reports/check/route";
import { GET as choices } from "@/app/api/portal/reports/choices/route";
import { GET as exported } from "@/app/api/portal/reports/export/route";
import { GET as outstanding } from "@/app/api/portal/reports/outstanding/route";
import { GET as report } from "@/app/api/portal/reports/route";
import { POST as signIn } from "@/app/api/portal/session/route";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { rollUpNextPart } from "@/lib/areas/reports/rollup";
import { measured, type OutstandingPoints, type Report } from "@/lib/areas/reports/schemas";
import { CHANNEL } from "@/lib/ledger/types";
import { ManualClock } from "@/lib/platform/clock";
import { services } from "@/lib/services";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { commandsOf, createUser, createWallet, startProcess, type TestProcess } from "@/tests/support/ledger";
import {
  createPortalWorld,
  type PortalWorld,
  TEST_PASSWORD,
  TestBrowser,
} from "@/tests/support/portal/world";

const NOW = new Date("2026-06-10T11:30:00Z");
let database: TestDatabase;
let world: PortalWorld;
let till: TestProcess;
const browsers = new Map<string, TestBrowser>();

beforeAll(async () => {
  database = await createTestDatabase();
  await ensureFoundation(database.prisma);
  world = await createPortalWorld(database);
  till = startProcess(database.url, { clock: new ManualClock(NOW) });
  for (const username of ["supervisor", "merchant_admin", "programme_operator"]) {
    const browser = new TestBrowser();
    const body = { username, password: TEST_PASSWORD };
    expect((await browser.call(signIn, { method: "POST", body })).status).toBe(200);
    browsers.set(username, browser);
  }
  Object.assign(services(), { clock: new ManualClock(NOW) });
  await move();
  while (true) {
    const outcome = await rollUpNextPart({ pool: database.pool, clock: services().clock });
    if (outcome.kind === "done" && !outcome.isBehind) break;
  }
});
afterAll(async () => {
  await till.stop();
  await database.drop();
});

/** At the own merchant two wallets earn 100 and 50 and one redeems 30, none of them for a whole amount; at a foreign one 7 are earned; 5 come from nobody. */
async function move(): Promise<void> {
  const { id: segmentId } = await database.prisma.segment.findFirstOrThrow({ where: { isDefault: true } });
  const till1 = await createUser(database.pool, { name: "=HYPERLINK(1)" });
  const actor = {
    userId: till1,
    channelId: CHANNEL.posApi,
    merchantId: world.merchantId,
    branchId: world.branchIds[0],
    branchMsisdn: "+201000000001",
  };
  const own = commandsOf(actor);
  const foreign = commandsOf({
    ...actor,
    merchantId: world.foreignMerchantId,
    branchId: world.foreignBranchId,
  });
  const nobody = commandsOf({ ...actor, merchantId: null, branchId: null, branchMsisdn: null });
  const one = await createWallet(database.pool, { segmentId });
  const other = await createWallet(database.pool, { segmentId });
  await till.ledger.post(own.reward(one, 100.1));
  await till.ledger.post(own.reward(other, 50.2));
  await till.ledger.post(own.redeem(one, 29.75));
  await till.ledger.post(foreign.reward(one, 7));
  await till.ledger.post(nobody.adjust(one, 5));
}

function browserOf(username: string): TestBrowser {
  const browser = browsers.get(username);
  if (browser === undefined) throw new Error(`Nobody is signed in as ${username}.`);
  return browser;
}

async function reportOf(username: string, query = ""): Promise<Report> {
  const { status, body } = await browserOf(username).call(report, { path: `/api/portal/reports${query}` });
  expect(status).toBe(200);
  return body as unknown as Report;
}

describe("a report", () => {
  test("tells a merchant of its own points only, by branch and person, up to which entry", async () => {
    const own = await reportOf("supervisor");
    expect(own.range).toEqual({ from: "2026-05-12", to: "2026-06-10", today: "2026-06-10" });
    expect(own.standing).toMatchObject({ behind: 0, lastEntryAt: NOW.toISOString() });
    expect(measured(own.kinds, "issued")).toEqual({ entries: 2, points: 150, value: 150.3 });
    expect(measured(own.kinds, "redeemed")).toEqual({ entries: 1, points: 30, value: 29.75 });
    expect(own.activeWallets).toBe(2);
    expect(own.withoutMerchant).toBeNull();
    expect(own.branches.map(({ branch }) => branch?.id)).toEqual([world.branchIds[0]]);
    expect(own.series.map(({ day }) => day)).toEqual(["2026-06-10"]);
  });

  test("tells an admin besides what happened at no merchant, and an operator of all of it", async () => {
    const admin = await reportOf("merchant_admin");
    expect(measured(admin.withoutMerchant ?? [], "adjustedUp").points).toBe(5);
    const all = await reportOf("programme_operator");
    expect(measured(all.kinds, "issued").points).toBe(157);
    expect(measured(all.kinds, "adjustedUp").points).toBe(5);
    const foreign = await reportOf("programme_operator", `?merchantId=${world.foreignMerchantId}`);
    expect(measured(foreign.kinds, "issued").points).toBe(7);
  });

  test("of a branch or a range is limited to it, and empty where nothing happened", async () => {
    const other = await reportOf("supervisor", `?branchId=${world.branchIds[1]}`);
    expect(other).toMatchObject({ kinds: [], series: [], activeWallets: 0 });
    const before = await reportOf("supervisor", "?from=2026-01-01&to=2026-05-31");
    expect(before).toMatchObject({ kinds: [], grain: "month" });
    const after = await reportOf("supervisor", "?from=2026-06-11&to=2026-06-11");
    expect(measured(after.kindsBefore, "issued").points).toBe(150);
  });

  test.each([
    ["a foreign merchant", () => `?merchantId=${world.foreignMerchantId}`, 403],
    ["a foreign branch", () => `?branchId=${world.foreignBranchId}`, 403],
    ["an end before the beginning", () => "?from=2026-02-01&to=2026-01-01", 422],
    ["a hundred years", () => "?from=1926-01-01&to=2026-01-01", 422],
    ["no day", () => "?from=2026-02-30", 422],
  ])("of %s is refused", async (_, query, status) => {
    const answer = await browserOf("merchant_admin").call(report, { path: `/api/portal/reports${query()}` });
    expect(answer.status).toBe(status);
  });

  test("can be limited to what the asker may see", async () => {
    const own = await browserOf("supervisor").call(choices);
    expect(own.body).toMatchObject({ merchants: [] });
    expect((own.body.branches as { id: number }[]).map(({ id }) => id)).not.toContain(world.foreignBranchId);
    const all = await browserOf("programme_operator").call(choices);
    expect(all.body.merchants).toHaveLength(2);
  });
});

describe("a report's file", () => {
  test("has the same sums, and nothing that a spreadsheet would carry out", async () => {
    const { text, headers } = await browserOf("supervisor").call(exported, {
      path: "/api/portal/reports/export?table=people",
    });
    expect(headers.get("content-disposition")).toContain("attachment");
    const [row] = parse(text, { bom: true, columns: true }) as Record<string, string>[];
    expect(row).toMatchObject({ Name: "'=HYPERLINK(1)", "Issued: points": "150", "Redeemed: points": "30" });
    expect(row).toMatchObject({ "Issued: value": "150.3", "Redeemed: value": "29.75" });
  });

  test("of days names active wallets, and that of outstanding points is not for supervisors", async () => {
    const { text } = await browserOf("supervisor").call(exported, {
      path: "/api/portal/reports/export?table=days",
    });
    expect(parse(text, { bom: true, columns: true })).toMatchObject([
      { Day: "2026-06-10", "Active wallets": "2", "Issued: transactions": "2" },
    ]);
    const refused = await browserOf("supervisor").call(exported, {
      path: "/api/portal/reports/export?table=outstanding",
    });
    expect(refused.status).toBe(403);
  });
});

test("outstanding points are those of the whole programme, and proven", async () => {
  const { body } = await browserOf("merchant_admin").call(outstanding);
  const { points, value, proof, months } = body as unknown as OutstandingPoints;
  expect({ points, value }).toEqual({ points: 132, value: 132 });
  expect(proof).toEqual({ lots: 132, balances: 132, log: 132, isEqual: true });
  expect(months).toMatchObject([{ month: "2028-06-01", points: 132, wallets: 2, isLapsed: false }]);
});

test("an operator can have the sums compared with the log, and the report says so", async () => {
  const { status, body } = await browserOf("programme_operator").call(check, { method: "POST", body: {} });
  expect([status, body]).toEqual([200, { entryId: expect.any(Number), findings: 0 }]);
  const { standing } = await reportOf("supervisor");
  expect(standing.check).toMatchObject({ at: NOW.toISOString(), findings: 0 });
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { sessionPortal } from "@/lib/areas/account/session-portal";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { habitOf, isBeyondHabit, readTallies } from "@/lib/areas/radar/judge";
import { radarPortal } from "@/lib/areas/radar/portal";
import { lookAtDay } from "@/lib/areas/radar/radar";
import type { Evidence, RadarList, RadarPerson } from "@/lib/areas/radar/schemas";
import { measureDay, readEvidence } from "@/lib/log/odd-days";
import { systemClock } from "@/lib/platform/clock";
import { DEFAULT_TIME_ZONE, plusDays } from "@/lib/platform/time";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { routesOf } from "@/tests/support/portal/routes-of";
import {
  createPortalWorld,
  type PortalWorld,
  TEST_PASSWORD,
  TestBrowser,
} from "@/tests/support/portal/world";
import { scoreRadar } from "@/tests/support/radar/score";
import { makeTraffic, PATTERNS, type Traffic } from "@/tests/support/radar/traffic";

const { assign, close, finding, list, note, numbers, openCase, person, report } = routesOf(radarPortal);
const { signIn } = routesOf(sessionPortal);

let database: TestDatabase;
let world: PortalWorld;
let traffic: Traffic;
const browsers = new Map<string, TestBrowser>();
const ids = new Map<string, number>();
const zone = DEFAULT_TIME_ZONE;
const ORDINARY_DAYS = 28;

beforeAll(async () => {
  database = await createTestDatabase();
  await ensureFoundation(database.prisma);
  world = await createPortalWorld(database);
  for (const username of Object.values(world.usernames)) {
    const browser = new TestBrowser();
    await browser.call(signIn, { method: "POST", body: { username, password: TEST_PASSWORD } });
    browsers.set(username, browser);
  }
  const users = await database.prisma.user.findMany({ where: { username: { not: null } } });
  for (const { id, username } of users) ids.set(username ?? "", id);
  traffic = await makeTraffic({
    ...{ pool: database.pool, clock: systemClock, zone, seed: 3, branches: 7, days: 43, entries: 7_000 },
    ...{ lastDay: "2026-10-31", patterns: PATTERNS },
  });
}, 120_000);
afterAll(() => database.drop());

const as = (username: string) => {
  const browser = browsers.get(username);
  if (browser === undefined) throw new Error(`Nobody is called ${username}`);
  return browser;
};
const idOf = (username: string) => ids.get(username) ?? 0;

async function addFinding(userId: number, branchId: number, merchantId: number): Promise<string> {
  const { id } = await database.prisma.radarFinding.create({
    data: {
      ...{ userId, branchId, merchantId, signal: "without_invoice", day: new Date("2026-11-01"), days: 7 },
      ...{ count: 20, total: 100, habit: 1.5, evidence: [], foundAt: new Date() },
    },
  });
  return String(id);
}

test("all but two of twenty hidden patterns are found, with at most one false case at a branch in a week", async () => {
  const { firstDay, lastDay } = traffic;
  const from = plusDays(firstDay, ORDINARY_DAYS);
  const context = { pool: database.pool, log: database.pool, clock: systemClock, zone };
  for (let day = firstDay; day <= lastDay; day = plusDays(day, 1))
    await lookAtDay(context, { day, isJudged: day >= from });
  const score = await scoreRadar(database.pool, traffic, { from, until: lastDay });
  expect(traffic.planted).toHaveLength(20);
  expect(score.missed.length, JSON.stringify(score.missed)).toBeLessThanOrEqual(2);
  expect(score.falseMost, JSON.stringify(score.falseCases)).toBeLessThanOrEqual(1);

  const before = await database.prisma.radarFinding.findMany({
    orderBy: { id: "asc" },
    omit: { foundAt: true },
  });
  await lookAtDay(context, { day: lastDay });
  const after = await database.prisma.radarFinding.findMany({
    orderBy: { id: "asc" },
    omit: { foundAt: true },
  });
  // Looked at again, a day says the same.
  expect(after).toEqual(before);
}, 120_000);

test("a finding leads to its transactions, on the page and as a file", async () => {
  const found = await database.prisma.radarFinding.findFirstOrThrow({ where: { signal: "wallet_share" } });
  const params = { findingId: String(found.id) };
  const answer = await as("programme_operator").call(finding, { params });
  const { entries, finding: shown } = answer.body as unknown as Evidence;
  expect(answer.status).toBe(200);
  expect(entries).toHaveLength(found.count);
  expect(new Set(entries.map(({ wallet }) => wallet.walletCode))).toEqual(
    new Set([shown.wallet?.walletCode]),
  );
  expect(new Set(entries.map(({ by }) => by.id))).toEqual(new Set([found.userId]));
  const file = await as("programme_operator").call(report, { params });
  expect(file.headers.get("content-type")).toContain("text/csv");
  expect(file.text.trim().split("\r\n")).toHaveLength(found.count + 1);
});

test("supervisors and admins are shown their merchant's people, nobody themselves, supervisors no admins, cashiers nothing", async () => {
  const [branchId] = world.branchIds;
  const about = {
    cashier: await addFinding(idOf("cashier"), branchId, world.merchantId),
    supervisor: await addFinding(idOf("supervisor"), branchId, world.merchantId),
    merchant_admin: await addFinding(idOf("merchant_admin"), branchId, world.merchantId),
  };
  const shownTo = async (username: string) => {
    const answer = await as(username).call(list);
    return (answer.body as unknown as RadarList).people.map((one) => one.person.id);
  };
  expect(await shownTo("supervisor")).toEqual([idOf("cashier")]);
  expect(await shownTo("merchant_admin")).toEqual(
    expect.arrayContaining([idOf("cashier"), idOf("supervisor")]),
  );
  expect(await shownTo("merchant_admin")).toHaveLength(2);
  expect(await shownTo("programme_operator")).toContain(idOf("merchant_admin"));
  expect((await as("cashier").call(list)).status).toBe(403);

  for (const findingId of [about.supervisor, about.merchant_admin])
    expect((await as("supervisor").call(finding, { params: { findingId } })).status).toBe(404);
  for (const username of ["supervisor", "merchant_admin"]) {
    const params = { userId: String(idOf("merchant_admin")) };
    expect((await as(username).call(person, { params })).status).toBe(404);
    expect((await as(username).call(openCase, { method: "POST", params })).status).toBe(404);
  }
  const foreign = { userId: String(traffic.people[0]?.userId) };
  expect((await as("merchant_admin").call(person, { params: foreign })).status).toBe(404);
  const foreignBranch = `/api/portal/radar?branch=${traffic.branchIds[0]}`;
  expect((await as("merchant_admin").call(list, { path: foreignBranch })).status).toBe(403);
  expect(await database.prisma.radarCase.count()).toBe(0);
});

test("a case is opened once, assigned, noted and closed with a verdict, and each act is in the audit log", async () => {
  const params = { userId: String(idOf("cashier")) };
  const caseIn = (answer: { body: unknown }) => (answer.body as RadarPerson).cases[0];
  const opened = caseIn(await as("supervisor").call(openCase, { method: "POST", params }));
  const again = caseIn(await as("merchant_admin").call(openCase, { method: "POST", params }));
  expect(opened).toMatchObject({ findingCount: 1, closed: null, assignedTo: null });
  expect(again?.id).toBe(opened?.id);
  const target = { caseId: String(opened?.id) };
  const to = (assignedTo: number, version = 1) =>
    as("merchant_admin").call(assign, { method: "PATCH", params: target, body: { version, assignedTo } });
  // Not to whom it is about.
  expect((await to(idOf("cashier"))).status).toBe(422);
  expect(caseIn(await to(idOf("supervisor")))?.assignedTo?.id).toBe(idOf("supervisor"));
  expect((await to(idOf("merchant_admin"))).status).toBe(409);
  const text = "Asked: the printer was out of order";
  const noted = await as("supervisor").call(note, { method: "POST", params: target, body: { text } });
  expect(caseIn(noted)?.notes).toMatchObject([{ text, by: { id: idOf("supervisor") } }]);
  const body = { version: 2, verdict: "explained" };
  const closed = caseIn(await as("supervisor").call(close, { method: "PUT", params: target, body }));
  expect(closed?.closed).toMatchObject({ verdict: "explained", by: { id: idOf("supervisor") } });
  expect((await as("supervisor").call(note, { method: "POST", params: target, body: { text } })).status).toBe(
    409,
  );
  const acts = await database.prisma.auditLog.findMany({
    where: { action: { startsWith: "radar_case." } },
    orderBy: { id: "asc" },
    select: { action: true, userId: true },
  });
  expect(acts).toEqual([
    { action: "radar_case.open", userId: idOf("supervisor") },
    { action: "radar_case.assign", userId: idOf("merchant_admin") },
    { action: "radar_case.note", userId: idOf("supervisor") },
    { action: "radar_case.close", userId: idOf("supervisor") },
  ]);
});

test("a live API client is compared with what it did before, and its case is not closed by whoever saw its ClientId", async () => {
  const { prisma, pool } = database;
  const [branchId] = world.branchIds;
  const { merchantId } = world;
  const at = new Date();
  const client = async (name: string, sandboxId: number | null) => {
    const user = await prisma.user.create({
      data: { kind: "technical", name, email: `${name}@technical.invalid`, merchantId },
    });
    const made = await prisma.apiClient.create({
      data: {
        ...{ merchantId, userId: user.id, name, scopes: ["reward"], sandboxId },
        apiClientSecrets: {
          create: { secretHash: Buffer.from(name.padEnd(32)), last4: "abcd", createdAt: at },
        },
      },
    });
    return { userId: user.id, id: String(made.id) };
  };
  const sandbox = await prisma.sandbox.create({ data: {} });
  const [live, tried] = [await client("pos", null), await client("try", sandbox.id)];
  await pool.query(
    `INSERT INTO radar_day (branch_id, day, user_id, rewards, reward_points, redemptions, refunds, cancellations, week_rewards, week_top_rewards, counts, hours)
     SELECT $1, '2026-10-31'::date - n, u, 10, 100, 0, 0, 0, 70, 1,
            jsonb_build_object('reversals', CASE WHEN n < 7 THEN 3 ELSE 0 END, 'out_of_hours', 5), array_fill(0, ARRAY[24])
       FROM generate_series(0, 30) n, unnest($2::int[]) u`,
    [branchId, [live.userId, tried.userId]],
  );
  const tallies = await readTallies(pool, [branchId], "2026-10-31");
  const odd = tallies.filter((one) => {
    const habit = habitOf(one);
    return habit !== null && isBeyondHabit(one.signal, one.count, habit);
  });
  expect(odd).toMatchObject([{ user_id: live.userId, role: null, signal: "reversals", count: 21 }]);

  await addFinding(live.userId, branchId, merchantId);
  const seenBy = async (username: string) =>
    ((await as(username).call(list)).body as unknown as RadarList).people.filter(
      (one) => one.person.id === live.userId,
    );
  expect(await seenBy("merchant_admin")).toMatchObject([{ person: { name: "pos", role: null } }]);
  expect(await seenBy("supervisor")).toEqual([]);
  await prisma.auditLog.create({
    data: {
      ...{ createdAt: at, userId: idOf("merchant_admin"), merchantId, action: "client.create" },
      ...{ subjectType: "client", subjectId: live.id },
    },
  });
  const params = { userId: String(live.userId) };
  const opened = await as("merchant_admin").call(openCase, { method: "POST", params });
  const target = { caseId: String((opened.body as unknown as RadarPerson).cases[0]?.id) };
  const closeAs = (username: string) =>
    as(username).call(close, { method: "PUT", params: target, body: { version: 1, verdict: "explained" } });
  expect((await closeAs("merchant_admin")).body).toMatchObject({ error: { code: "approver_not_allowed" } });
  expect((await closeAs("programme_operator")).status).toBe(200);
});

test("own numbers are kept by admins, shown and audited by their last digits, and not shown to supervisors", async () => {
  const params = { userId: String(idOf("cashier")) };
  const change = (username: string, body: unknown) =>
    as(username).call(numbers, { method: "PATCH", params, body });
  expect((await change("supervisor", { add: "01055555555" })).status).toBe(403);
  expect((await change("merchant_admin", { add: "12" })).status).toBe(422);
  const added = (await change("merchant_admin", { add: "01055555555" })).body as unknown as RadarPerson;
  expect(added.numbers).toMatchObject([{ masked: expect.stringContaining("555") }]);
  expect(JSON.stringify(added)).not.toContain("1055555555");
  const seen = (await as("supervisor").call(person, { params })).body as unknown as RadarPerson;
  expect(seen.numbers).toBeNull();
  const audited = await database.prisma.auditLog.findMany({ where: { action: "user.set_numbers" } });
  expect(audited).toHaveLength(1);
  expect(JSON.stringify(audited[0]?.after)).not.toContain("1055555555");
  const removed = await change("merchant_admin", { remove: added.numbers?.[0]?.id });
  expect((removed.body as unknown as RadarPerson).numbers).toEqual([]);
  expect(await database.prisma.staffNumber.count({ where: { userId: idOf("cashier") } })).toBe(0);
});

test("PINs that customers with points chose at a person's till are counted apart from wrong ones, and are the evidence", async () => {
  const { pool } = database;
  const [branchId] = world.branchIds;
  const userId = idOf("cashier");
  await pool.query(
    `INSERT INTO security_event (created_at, kind, is_grave, user_id, branch_id, details)
     SELECT '2026-12-01T10:00:00Z', kind, false, $1, $2, details::jsonb
       FROM (VALUES ('pin.chosen', '{"hadPoints": true}', 7), ('pin.chosen', '{"hadPoints": false}', 2), ('pin.failed', null, 3)) e (kind, details, times),
            generate_series(1, times)`,
    [userId, branchId],
  );
  const from = new Date("2026-12-01T00:00:00Z");
  const until = new Date("2026-12-02T00:00:00Z");
  const stretch = { branchIds: [branchId], from, until, zone, day: "2026-12-01" };
  expect(await measureDay(pool, { ...stretch, week: from })).toMatchObject([
    { user_id: userId, counts: { pins_chosen: 7, pin_failures: 3 } },
  ]);
  const evidence = await readEvidence(pool, stretch, {
    ...{ signal: "pins_chosen", userId, branchId, walletId: null },
  });
  expect(evidence).toHaveLength(7);
});

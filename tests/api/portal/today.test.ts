import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sessionPortal } from "@/lib/areas/account/session-portal";
import type { PortalEntry } from "@/lib/areas/entries/schemas";
import { readHomeDays } from "@/lib/areas/home/days";
import { homePortal } from "@/lib/areas/home/portal";
import type { Home } from "@/lib/areas/home/schemas";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { rollUpNextPart } from "@/lib/areas/reports/rollup";
import { todayPortal } from "@/lib/areas/today/portal";
import type {
  BranchChanges,
  BranchDay,
  BranchEntries,
  BranchesDay,
  LookAlikes,
} from "@/lib/areas/today/schemas";
import type { Actor, Command } from "@/lib/ledger/rules/commands";
import { CHANNEL } from "@/lib/ledger/rules/types";
import { ManualClock } from "@/lib/platform/clock";
import { routeOf } from "@/lib/portal/serve";
import type { PortalRoute } from "@/lib/portal/with-portal";
import { services } from "@/lib/services";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import {
  commandsOf,
  createSegment,
  createUser,
  createWallet,
  startProcess,
  type TestProcess,
  type TestWallet,
} from "@/tests/support/ledger";
import { routesOf } from "@/tests/support/portal/routes-of";
import {
  createPortalWorld,
  type PortalWorld,
  TEST_PASSWORD,
  TestBrowser,
} from "@/tests/support/portal/world";

const getHome = routeOf(homePortal.read);
const {
  changes: getChanges,
  day: getDay,
  entries: getEntries,
  lookAlikes: getLookAlikes,
  report: getReport,
  totals: getTotals,
} = routesOf(todayPortal);
const { signIn } = routesOf(sessionPortal);

/** Half past two in the afternoon in Cairo, in summer time. */
const NOW = new Date("2026-06-10T11:30:00Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let database: TestDatabase;
let world: PortalWorld;
let till: TestProcess;
let segmentId: number;
let userIds: { cashier: number; supervisor: number; client: number };
const clock = new ManualClock(NOW);
const browsers = new Map<string, TestBrowser>();

beforeAll(async () => {
  database = await createTestDatabase();
  await ensureFoundation(database.prisma);
  world = await createPortalWorld(database);
  till = startProcess(database.url, { clock: new ManualClock(NOW) });
  segmentId = (await createSegment(database.pool)).id;
  for (const username of ["cashier", "supervisor", "merchant_admin", "programme_operator"]) {
    const browser = new TestBrowser();
    const body = { username, password: TEST_PASSWORD };
    expect((await browser.call(signIn, { method: "POST", body })).status).toBe(200);
    browsers.set(username, browser);
  }
  const idOf = async (username: string) =>
    (await database.prisma.user.findUniqueOrThrow({ where: { username } })).id;
  userIds = {
    cashier: await idOf("cashier"),
    supervisor: await idOf("supervisor"),
    client: await createUser(database.pool, { name: "Main POS" }),
  };
  Object.assign(services(), { clock });
});
afterAll(async () => {
  await till.stop();
  await database.drop();
});

/** Each test has branches of its own, so that it sees what it did and nothing else. */
let branchIds: [number, number];
beforeEach(async () => {
  clock.set(NOW);
  branchIds = [await newBranch(), await newBranch()];
});

let branches = 0;
async function newBranch(): Promise<number> {
  branches += 1;
  const { id } = await database.prisma.branch.create({
    data: {
      merchantId: world.merchantId,
      msisdn: `+2012${String(branches).padStart(8, "0")}`,
      nameEn: `Maadi ${branches}`,
      nameAr: `المعادي ${branches}`,
      userBranches: { create: { userId: userIds.cashier } },
    },
  });
  return id;
}

interface Doing {
  at?: Date;
  by?: number;
  branchId?: number;
  extra?: { externalLogId?: string; invoiceNumber?: string; comment?: string };
}

function actorOf({ by = userIds.cashier, branchId = branchIds[0] }: Doing): Actor {
  const channelId = by === userIds.client ? CHANNEL.posApi : CHANNEL.cashierPortal;
  return { userId: by, channelId, merchantId: world.merchantId, branchId, branchMsisdn: "+201200000001" };
}

async function post(
  doing: Doing,
  command: (make: ReturnType<typeof commandsOf>) => Command,
): Promise<number> {
  till.clock.set(doing.at ?? NOW);
  const made = command(commandsOf(actorOf(doing)));
  if (made.type === "expire") throw new Error("Nobody does that at a branch.");
  return (await till.ledger.post({ ...made, ...doing.extra })).entry.id;
}

const newWallet = () => createWallet(database.pool, { segmentId });
const reward = (wallet: TestWallet, value: number, doing: Doing = {}) =>
  post(doing, (make) => make.reward(wallet, value));
const redeem = (wallet: TestWallet, value: number, doing: Doing = {}) =>
  post(doing, (make) => make.redeem(wallet, value));
const refund = (wallet: TestWallet, entryId: number, points: number, doing: Doing = {}) =>
  post(doing, (make) => make.refund(wallet, entryId, { points }));
const cancel = (wallet: TestWallet, entryId: number, doing: Doing = {}) =>
  post(doing, (make) => make.cancel(wallet, entryId));

type Query = Record<string, string | number>;

interface Asker {
  as?: string;
  branchId?: number | undefined;
  headers?: Record<string, string>;
}

async function ask(
  route: PortalRoute,
  query: Query = {},
  { as = "cashier", branchId = branchIds[0], headers = {} }: Asker = {},
) {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const browser = browsers.get(as);
  if (browser === undefined) throw new Error(`${as} is not signed in.`);
  return browser.call(route, {
    path: `/api/portal/branches?${text}`,
    params: { branchId: String(branchId) },
    headers,
  });
}

async function read<Body>(...asked: Parameters<typeof ask>): Promise<Body> {
  const { status, body } = await ask(...asked);
  expect([status, body.error]).toEqual([200, undefined]);
  return body as unknown as Body;
}

const idsOf = ({ entries }: { entries: PortalEntry[] | null }) => entries?.map(({ id }) => id);

describe("the entries of a branch's day", () => {
  test("are those between midnight and midnight there, newest first, page by page, each once", async () => {
    const wallet = await newWallet();
    const midnight = new Date("2026-06-09T21:00:00Z");
    await reward(wallet, 1, { at: new Date(midnight.getTime() - 1) });
    const ids: number[] = [];
    for (const at of [midnight, new Date(midnight.getTime() + HOUR), NOW, NOW, NOW])
      ids.unshift(await reward(wallet, 2, { at }));
    await reward(wallet, 3, { branchId: branchIds[1] });

    const listed: number[] = [];
    let cursor: string | null = null;
    do {
      const page: BranchEntries = await read(getEntries, { limit: 2, ...(cursor !== null && { cursor }) });
      listed.push(...(idsOf(page) ?? []));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(listed).toEqual(ids);
    expect(idsOf(await read(getEntries, { day: "2026-06-09" }))).toHaveLength(1);
    expect(idsOf(await read(getEntries, { day: "2026-06-08" }))).toEqual([]);
  });

  test.each([
    // Midnight does not exist: the day begins at one o'clock, and has 23 hours.
    ["2024-04-26", "2024-04-25T22:00:00Z", "2024-04-26T21:00:00Z"],
    // The last hour comes twice: 25 hours.
    ["2024-10-31", "2024-10-30T21:00:00Z", "2024-10-31T22:00:00Z"],
  ])("are all those of the day %s, on which the clocks change, and no others", async (day, from, until) => {
    const wallet = await newWallet();
    const at = (text: string, milliseconds: number) => new Date(Date.parse(text) + milliseconds);
    await reward(wallet, 10, { at: at(from, -1) });
    const first = await reward(wallet, 20.2, { at: at(from, 0) });
    const middle = await reward(wallet, 40.1, { at: at(until, -90 * MINUTE) });
    const last = await reward(wallet, 80, { at: at(until, -1) });
    await reward(wallet, 160, { at: at(until, 0) });

    expect(idsOf(await read(getEntries, { day }))).toEqual([last, middle, first]);
    const { kinds, kindsBefore } = await read<BranchDay>(getDay, { day });
    expect(kinds).toMatchObject([{ logTypeId: 2, entries: 3, points: 140, value: 140.3 }]);
    expect(kindsBefore).toMatchObject([{ logTypeId: 2, entries: 1, points: 10 }]);
    const report = parse((await ask(getReport, { day })).text, { bom: true, columns: true });
    expect(report).toHaveLength(3);
  });

  test("are filtered by kind, person and text", async () => {
    const wallet = await newWallet();
    const one = await reward(wallet, 100, {
      extra: { externalLogId: "POS-7-0001", invoiceNumber: "INV 12" },
    });
    const other = await reward(wallet, 50, { by: userIds.client, extra: { externalLogId: "POS-7-0002" } });
    const spent = await redeem(wallet, 30, { by: userIds.client });
    expect(idsOf(await read(getEntries, { kinds: "1,3" }))).toEqual([spent]);
    expect(idsOf(await read(getEntries, { userId: userIds.client }))).toEqual([spent, other]);
    expect(idsOf(await read(getEntries, { text: "inv 12" }))).toEqual([one]);
    expect(idsOf(await read(getEntries, { text: "pos-7", userId: userIds.client }))).toEqual([other]);
    expect(idsOf(await read(getEntries, { text: String(spent) }))).toEqual([spent]);
  });

  test.each([
    [{ day: "2026-06-11" }, "day"],
    [{ day: "2026-02-30" }, "day"],
    [{ day: "yesterday" }, "day"],
    [{ day: "0000-01-01" }, "day"],
    [{ kinds: "13" }, "kinds"],
    [{ limit: 0 }, "limit"],
    [{ limit: 201 }, "limit"],
    [{ userId: "me" }, "userId"],
  ])("are not asked for with %j", async (query, field) => {
    const { status, body } = await ask(getEntries, query as Query);
    expect([status, body.error?.code, Object.keys(body.error?.fields ?? {})]).toEqual([
      422,
      "validation",
      [field],
    ]);
  });
});

describe("the totals of a branch's day", () => {
  test("are per kind and person what its entries add up to, cancellations by what they undid", async () => {
    const wallet = await newWallet();
    const first = await reward(wallet, 500);
    await reward(wallet, 200, { by: userIds.client });
    const bought = await redeem(wallet, 100, { by: userIds.client });
    const other = await redeem(wallet, 50);
    const given = await refund(wallet, bought, 40, { by: userIds.supervisor });
    await cancel(wallet, given, { by: userIds.supervisor });
    await cancel(wallet, other);
    await cancel(wallet, first, { by: userIds.supervisor });

    const day = await read<BranchDay>(getDay);
    const total = (
      logTypeId: number,
      cancelledLogTypeId: number | null,
      entries: number,
      points: number,
    ) => ({ logTypeId, cancelledLogTypeId, entries, points, value: points });
    expect(day.kinds).toEqual([
      total(1, null, 2, 150),
      total(2, null, 2, 700),
      total(3, null, 1, 40),
      total(4, 1, 1, 50),
      total(4, 2, 1, 500),
      total(4, 3, 1, 40),
    ]);
    expect(day.people).toEqual([
      {
        by: { id: userIds.cashier, name: "The cashier", kind: "portal" },
        kinds: [total(1, null, 1, 50), total(2, null, 1, 500), total(4, 1, 1, 50)],
      },
      {
        by: { id: userIds.supervisor, name: "The supervisor", kind: "portal" },
        kinds: [total(3, null, 1, 40), total(4, 2, 1, 500), total(4, 3, 1, 40)],
      },
      {
        by: { id: userIds.client, name: "Main POS", kind: "client" },
        kinds: [total(1, null, 1, 100), total(2, null, 1, 200)],
      },
    ]);
    const { entries } = await read<BranchEntries>(getEntries);
    const counted = day.kinds.reduce((sum, kind) => sum + kind.entries, 0);
    expect(counted).toBe(entries.length);
    const signs: Record<string, number> = { "1": -1, "2": 1, "3": 1, "4 1": 1, "4 2": -1, "4 3": -1 };
    const net = day.kinds.reduce(
      (sum, { logTypeId, cancelledLogTypeId, points }) =>
        sum + points * (signs[[logTypeId, cancelledLogTypeId].filter(Boolean).join(" ")] ?? Number.NaN),
      0,
    );
    expect(net).toBe(entries.reduce((sum, { points }) => sum + points, 0));
  });

  test("are compared with yesterday up to the same time of day, and once over with the whole day before", async () => {
    const wallet = await newWallet();
    const sameTime = new Date(NOW.getTime() - DAY);
    await reward(wallet, 10, { at: new Date(sameTime.getTime() - 1) });
    await reward(wallet, 20, { at: sameTime });
    await reward(wallet, 40, { at: new Date(sameTime.getTime() - DAY) });
    await reward(wallet, 80, { at: new Date(NOW.getTime() - 1) });

    const today = await read<BranchDay>(getDay);
    expect([today.day, today.today]).toEqual(["2026-06-10", "2026-06-10"]);
    expect(today.before).toEqual({ day: "2026-06-09", until: sameTime.toISOString(), isWholeDay: false });
    expect(today.kinds).toMatchObject([{ points: 80 }]);
    expect(today.kindsBefore).toMatchObject([{ points: 10 }]);
    const yesterday = await read<BranchDay>(getDay, { day: "2026-06-09" });
    expect(yesterday.before).toEqual({
      day: "2026-06-08",
      until: "2026-06-08T21:00:00.000Z",
      isWholeDay: true,
    });
    expect(yesterday.kinds).toMatchObject([{ entries: 2, points: 30 }]);
    expect(yesterday.kindsBefore).toMatchObject([{ points: 40 }]);
  });

  test("flag what may be one sale sent twice, until one of the two is cancelled", async () => {
    const wallet = await newWallet();
    const first = await reward(wallet, 75, { at: new Date(NOW.getTime() - 40_000), by: userIds.client });
    const second = await reward(wallet, 75, { by: userIds.client });
    await reward(wallet, 76);
    const flagged = await read<BranchDay>(getDay);
    expect(flagged.lookAlikes).toMatchObject({
      count: 1,
      groups: [{ count: 2, entries: [{ id: first }, { id: second }] }],
    });
    expect(await read<LookAlikes>(getLookAlikes)).toEqual(flagged.lookAlikes);
    const none = { count: 0, groups: [] };
    expect((await read<BranchDay>(getDay, { day: "2026-06-09" })).lookAlikes).toEqual(none);
    expect(await read<LookAlikes>(getLookAlikes, { day: "2026-06-09" })).toEqual(none);
    await cancel(wallet, second);
    expect((await read<BranchDay>(getDay)).lookAlikes).toEqual(none);
  });

  test("tell three of what may be one sale sent twice, and all when asked for", async () => {
    const wallet = await newWallet();
    for (const value of [41, 42, 43, 44]) {
      await reward(wallet, value, { at: new Date(NOW.getTime() - 1_000 * value) });
      await reward(wallet, value, { at: new Date(NOW.getTime() - 1_000 * value + 500) });
    }
    const { lookAlikes } = await read<BranchDay>(getDay);
    const valuesOf = ({ groups }: LookAlikes) => groups.map(({ entries }) => entries[0]?.value);
    expect(lookAlikes.count).toBe(4);
    expect(valuesOf(lookAlikes)).toEqual([41, 42, 43]);
    const all = await read<LookAlikes>(getLookAlikes);
    expect(all.count).toBe(4);
    expect(valuesOf(all)).toEqual([41, 42, 43, 44]);
  });

  test("can be read of a branch that was closed", async () => {
    const wallet = await newWallet();
    await reward(wallet, 5);
    await database.prisma.branch.update({ where: { id: branchIds[0] }, data: { isActive: false } });
    expect((await read<BranchDay>(getDay)).kinds).toMatchObject([{ points: 5 }]);
  });

  test("are of all branches for a supervisor, closed ones where nothing happened left out", async () => {
    const wallet = await newWallet();
    await reward(wallet, 5);
    await reward(wallet, 7, { branchId: branchIds[1] });
    await reward(wallet, 9, { branchId: branchIds[1], at: new Date(NOW.getTime() - DAY - 1) });
    await reward(wallet, 1_000, { branchId: world.foreignBranchId });
    const { branches } = await read<BranchesDay>(getTotals, {}, { as: "supervisor" });
    const ids = branches.map(({ branch }) => branch.id);
    expect(ids).toEqual(expect.arrayContaining([...world.branchIds, ...branchIds]));
    expect(ids).not.toContain(world.foreignBranchId);
    expect(ids).not.toContain(world.inactiveBranchId);
    const at = (id: number) => branches.find(({ branch }) => branch.id === id);
    expect(at(branchIds[0])).toMatchObject({ kinds: [{ points: 5 }], kindsBefore: [] });
    expect(at(branchIds[1])).toMatchObject({ kinds: [{ points: 7 }], kindsBefore: [{ points: 9 }] });
  });
});

describe("what was added", () => {
  test("is nothing while nothing was, then what is new, with no entry ever missed", async () => {
    const wallet = await newWallet();
    const old = await reward(wallet, 1, { at: new Date(NOW.getTime() - HOUR) });
    const { mark, entries } = await read<BranchEntries>(getEntries);
    expect(entries.map(({ id }) => id)).toEqual([old]);
    const unchanged = await read<BranchChanges>(getChanges, { mark });
    expect(unchanged).toEqual({ today: "2026-06-10", mark, entries: [] });

    const fresh = await reward(wallet, 2);
    const changed = await read<BranchChanges>(getChanges, { mark });
    // Some that were there already may come again.
    expect(idsOf(changed)).toEqual([fresh, old]);
    expect(changed.mark).not.toBe(mark);
    expect((await read<BranchDay>(getDay)).mark).toBe(changed.mark);

    // An operation that began earlier and took longer.
    const late = await reward(wallet, 3, { at: new Date(NOW.getTime() - 9_000) });
    const again = await read<BranchChanges>(getChanges, { mark: changed.mark });
    expect(idsOf(again)).toEqual([fresh, late]);
    expect((await read<BranchChanges>(getChanges, { mark: again.mark })).entries).toEqual([]);
  });

  test("begins with the first entry of the day", async () => {
    const wallet = await newWallet();
    await reward(wallet, 1, { at: new Date(NOW.getTime() - DAY) });
    const { mark } = await read<BranchEntries>(getEntries);
    const first = await reward(wallet, 2);
    expect(idsOf(await read(getChanges, { mark }))).toEqual([first]);
  });

  test("passes the filter of the list, and moves the mark whether or not anything does", async () => {
    const wallet = await newWallet();
    const { mark } = await read<BranchEntries>(getEntries);
    await reward(wallet, 100);
    const filtered = await read<BranchChanges>(getChanges, { mark, kinds: "1" });
    expect(filtered.entries).toEqual([]);
    const spent = await redeem(wallet, 10, { at: new Date(NOW.getTime() + 2 * MINUTE) });
    expect(idsOf(await read(getChanges, { mark: filtered.mark, kinds: "1" }))).toEqual([spent]);
  });

  test("is not told one by one when it is too much", async () => {
    const wallet = await newWallet();
    const { mark } = await read<BranchEntries>(getEntries);
    for (let value = 1; value <= 101; value += 1) await reward(wallet, value);
    expect(await read<BranchChanges>(getChanges, { mark })).toMatchObject({ entries: null });
  });

  test("does not keep the session of an unattended page alive, as using it does", async () => {
    const expiresAt = new Date(Date.now() + 3 * HOUR);
    const where = { userId: userIds.cashier };
    await database.prisma.session.updateMany({ where, data: { expiresAt } });
    const present = (isPresent: string) => ({ headers: { "x-portal-present": isPresent } });
    const { mark } = await read<BranchDay>(getDay);
    await read<BranchChanges>(getChanges, { mark });
    await read<BranchEntries>(getEntries, {}, present("0"));
    expect((await database.prisma.session.findFirstOrThrow({ where })).expiresAt).toEqual(expiresAt);
    await read<BranchChanges>(getChanges, { mark }, present("1"));
    const prolonged = await database.prisma.session.findFirstOrThrow({ where });
    expect(prolonged.expiresAt.getTime()).toBeGreaterThan(expiresAt.getTime());
  });

  test.each(["", "1", "x.y", "1.1.1", "-1.0"])("is not asked for with the mark %j", async (mark) => {
    expect((await ask(getChanges, { mark })).body.error?.code).toBe("validation");
  });
});

describe("the report of a branch's day", () => {
  test("holds every entry of the day with the times of its zone, and defuses what callers wrote", async () => {
    const wallet = await newWallet();
    const extra = { externalLogId: "=1+1", invoiceNumber: '-5" ,x', comment: "@SUM(A1)\r\nتم" };
    const bought = await reward(wallet, 1_000.5, { by: userIds.client, extra });
    const spent = await redeem(wallet, 250, { at: new Date(NOW.getTime() + 1) });
    const undone = await cancel(wallet, spent, { at: new Date(NOW.getTime() + 2) });

    const { headers, text } = await ask(getReport);
    expect(text.startsWith("\uFEFFReceipt number,Time,Kind,Wallet code,Points,")).toBe(true);
    expect(headers.get("content-type")).toContain("text/csv; charset=utf-8");
    expect(headers.get("cache-control")).toBe("no-store");
    const rows = parse(text, { bom: true, columns: true }) as Record<string, string>[];
    expect(rows.map((row) => Number(row["Receipt number"]))).toEqual([undone, spent, bought]);
    expect(rows[2]).toMatchObject({
      Time: "2026-06-10T14:30:00+03:00",
      Kind: "reward",
      "Wallet code": wallet.walletCode,
      Points: "1000",
      Bill: "1000.5",
      Person: "Main POS",
      "Kind of person": "client",
      "Channel number": "1",
      Reference: "'=1+1",
      "Invoice number": `'-5" ,x`,
      Comment: "'@SUM(A1)\r\nتم",
      "Related receipt": "",
      "Branch number": String(branchIds[0]),
    });
    expect(rows[1]).toMatchObject({
      Kind: "redemption",
      Points: "-250",
      "Voided by receipt": String(undone),
    });
    expect(rows[0]).toMatchObject({ Kind: "cancellation", Points: "250", "Related receipt": String(spent) });
  });

  test("is whole however long the day, and can be one person's", async () => {
    const wallets = [await newWallet(), await newWallet(), await newWallet()];
    const ids: string[] = [];
    for (let number = 0; number < 450; number += 1) {
      const wallet = wallets[number % 3];
      if (wallet === undefined) continue;
      const by = number % 10 === 0 ? userIds.supervisor : userIds.cashier;
      ids.unshift(String(await reward(wallet, number + 1, { by })));
    }
    const idsIn = (text: string) =>
      (parse(text, { bom: true, columns: true }) as Record<string, string>[]).map(
        (row) => row["Receipt number"],
      );
    expect(idsIn((await ask(getReport)).text)).toEqual(ids);
    const own = await ask(getReport, { userId: userIds.supervisor });
    expect(idsIn(own.text)).toHaveLength(45);
    expect(own.headers.get("content-disposition")).toContain(`(${userIds.supervisor})`);
  });

  test("is named after branch and day, in the language of the page", async () => {
    const browser = browsers.get("supervisor");
    browser?.cookies.set("points.language", "ar");
    const { headers: arabic, text } = await ask(getReport, { day: "2026-06-09" }, { as: "supervisor" });
    browser?.cookies.delete("points.language");
    expect(text).toMatch(/^\ufeffرقم الإيصال,الوقت,النوع,/);
    expect(arabic.get("content-disposition")).toContain(
      `filename*=UTF-8''${encodeURIComponent(`المعادي ${branches - 1} 2026-06-09`)}.csv`,
    );
    expect(arabic.get("content-disposition")).toContain(`filename="branch-${branchIds[0]} 2026-06-09.csv"`);
    const english = (await ask(getReport, { day: "2026-06-09" }, { as: "supervisor" })).headers;
    expect(english.get("content-disposition")).toContain(`Maadi%20${branches - 1}%202026-06-09.csv`);
  });
});

describe("the home of a desk", () => {
  /** A day that no other test writes to, at half past two in the afternoon. */
  const HERE = new Date("2026-07-15T11:30:00Z");
  const WEEK_AGO = new Date(HERE.getTime() - 7 * DAY);
  const home = (as: string) => read<Home>(getHome, {}, { as });
  const needsOf = async (as: string) =>
    Object.fromEntries((await home(as)).needs.map(({ kind, count }) => [kind, count]));

  test("compares today with the same weekday up to the same time, of the reader's merchant only", async () => {
    const [one, other] = [await newWallet(), await newWallet()];
    await reward(one, 100, { at: new Date(WEEK_AGO.getTime() - HOUR) });
    await reward(one, 50, { at: new Date(WEEK_AGO.getTime() + HOUR) });
    await reward(one, 30, { at: HERE, branchId: branchIds[1] });
    await redeem(one, 10, { at: HERE });
    await reward(other, 20.5, { at: HERE });
    const foreign = { merchantId: world.foreignMerchantId, branchId: world.foreignBranchId };
    await till.ledger.post(commandsOf({ ...actorOf({ at: HERE }), ...foreign }).reward(other, 7));
    const rolledUp = () => rollUpNextPart({ pool: database.pool, clock });
    for (let done = await rolledUp(); done.kind === "done" && done.isBehind; ) done = await rolledUp();

    clock.set(HERE);
    const { now, before, days, acts, entries } = await home("supervisor");
    expect(now).toEqual({ rewards: 2, redemptions: 1, value: 50.5, customers: 2 });
    expect(before).toEqual({
      ...{ day: "2026-07-08", until: WEEK_AGO.toISOString(), isWholeDay: false },
      ...{ rewards: 1, redemptions: 0, value: 100, customers: 1 },
    });
    expect(days.map(({ day }) => day)).toHaveLength(14);
    expect(days.at(-8)).toEqual({ day: "2026-07-08", rewards: 2, redemptions: 0, value: 150, customers: 1 });
    expect(days.at(-1)).toEqual({ day: "2026-07-15", ...now });
    expect([acts, entries.every(({ branch }) => branch?.id === entries[0]?.branch?.id)]).toEqual([
      null,
      true,
    ]);
    expect((await home("programme_operator")).now).toEqual({ ...now, rewards: 3, value: 57.5 });
    expect((await home("merchant_admin")).entries).toEqual([]);

    // Where there is too much to be read one by one, whole days are compared.
    const whole = await readHomeDays(
      { reports: database.pool, log: database.pool },
      {
        ...{ merchantId: world.merchantId, branchIds, now: HERE, zone: "Africa/Cairo" },
        entriesReadMax: 1,
      },
    );
    expect(whole.before).toMatchObject({ isWholeDay: true, rewards: 2, customers: 1, value: 150_00n });
    expect(whole.now).toMatchObject({ rewards: 2, redemptions: 1, customers: 2, value: 50_50n });
  });

  test("says what waits for the reader, by role and merchant, and nothing where nothing does", async () => {
    clock.set(HERE);
    const { prisma } = database;
    const { merchantId, foreignMerchantId } = world;
    const before = await needsOf("merchant_admin");
    expect(before).toEqual({});
    const category = await prisma.category.create({ data: { nameEn: "Food", nameAr: "طعام", icon: "food" } });
    for (const [place, [merchant, daysLeft]] of [
      [merchantId, 2],
      [merchantId, 9],
      [foreignMerchantId, 1],
    ].entries()) {
      const endDate = new Date(HERE.getTime() + (daysLeft ?? 0) * DAY);
      await prisma.deal.create({
        data: {
          ...{ merchantId: merchant ?? 0, categoryId: category.id, state: "published" },
          ...{ offerNumber: `HOME-${place}`, titleEn: `Deal ${place}`, titleAr: `عرض ${place}` },
          ...{ discountType: 1, discount: 10, startDate: WEEK_AGO, endDate, expiryDate: endDate },
        },
      });
      await prisma.webhookEndpoint.create({
        data: {
          merchantId: merchant ?? 0,
          url: `https://pos.example/${place}?token=secret`,
          eventTypes: ["reward.created"],
          failingSince: place === 1 ? null : WEEK_AGO,
        },
      });
    }
    const { id: walletId } = await newWallet();
    await prisma.tillApproval.create({
      data: {
        ...{ userId: userIds.cashier, operation: 2, key: "home-approval", requestHash: Buffer.alloc(32) },
        ...{ walletId, merchantId, branchId: branchIds[0], points: 900, valueHundredths: 90_000n },
        ...{ breaches: [], askedAt: HERE, expiresAt: new Date(HERE.getTime() + HOUR) },
      },
    });
    const admin = await prisma.user.findUniqueOrThrow({ where: { username: "merchant_admin" } });
    for (const userId of [userIds.cashier, admin.id])
      await prisma.radarCase.create({
        data: { userId, merchantId, openedBy: userIds.supervisor, openedAt: HERE },
      });
    // Of the clients one ends, one has a second secret that goes on, and one is another merchant's.
    const secret = (place: number, daysLeft: number | null) => ({
      secretHash: Buffer.alloc(32, place),
      last4: String(place).padStart(4, "0"),
      expiresAt: daysLeft === null ? null : new Date(HERE.getTime() + daysLeft * DAY),
    });
    for (const [place, [merchant, ...secrets]] of [
      [merchantId, secret(1, 3)],
      [merchantId, secret(2, 3), secret(3, null)],
      [foreignMerchantId, secret(4, 5)],
    ].entries()) {
      const userId = await createUser(database.pool, { name: `Home client ${place}` });
      const data = { merchantId: merchant as number, userId, name: `Home client ${place}`, scopes: [] };
      await prisma.apiClient.create({
        data: { ...data, apiClientSecrets: { create: secrets as ReturnType<typeof secret>[] } },
      });
    }
    const asked = {
      ...{ reason: "Card", requestedAt: HERE, expiresAt: new Date(HERE.getTime() + DAY), points: 20_000 },
      ...{ kind: "adjust", walletId, direction: "up", pocket: "spendable", merchantId },
    };
    const operator = await prisma.user.findUniqueOrThrow({ where: { username: "programme_operator" } });
    for (const [place, requestedBy] of [userIds.supervisor, admin.id].entries())
      await prisma.pointAdjustment.create({ data: { ...asked, requestedBy, reference: `home-${place}` } });
    for (const createdBy of [admin.id, operator.id])
      await prisma.walletImport.create({
        data: {
          ...{ state: "checked", fileName: `${createdBy}.csv`, bytes: 10, lines: 4, createdAt: HERE },
          ...{ createdBy, merchantId: createdBy === admin.id ? merchantId : null },
        },
      });
    const sale = await newWallet();
    await reward(sale, 40, { at: new Date(HERE.getTime() - MINUTE) });
    await reward(sale, 40, { at: new Date(HERE.getTime() - MINUTE + 5_000) });

    // Of a case about an admin a supervisor is told nothing, nor is the admin; of an own request, who can decide.
    expect(await needsOf("supervisor")).toEqual({ approvals: 1, lookAlikes: 1, ownRequests: 1, cases: 1 });
    const own = {
      ...{
        approvals: 1,
        webhooks: 1,
        adjustments: 1,
        imports: 1,
        lookAlikes: 1,
        ownRequests: 1,
        clients: 1,
        deals: 1,
        cases: 1,
      },
    };
    expect(await needsOf("merchant_admin")).toEqual(own);
    expect(await needsOf("programme_operator")).toEqual({
      ...{ approvals: 1, webhooks: 2, adjustments: 2, imports: 1, clients: 2, deals: 2, cases: 2 },
    });
    const { needs, acts } = await home("merchant_admin");
    expect(needs.map(({ kind }) => kind)).toEqual(Object.keys(own));
    expect(acts).not.toBe(null);
    // Whoever asked sees what became of it, and nobody else does.
    const decided = { state: "refused", decidedBy: operator.id, decidedAt: HERE, note: "Not this one" };
    await prisma.pointAdjustment.updateMany({ where: { requestedBy: admin.id }, data: decided });
    expect((await home("merchant_admin")).answers).toMatchObject([
      { state: "refused", note: "Not this one", decidedBy: { id: operator.id } },
    ]);
    expect((await home("supervisor")).answers).toEqual([]);
    const answer = JSON.stringify(needs);
    expect(answer).toContain("pos.example");
    expect(answer).not.toMatch(/secret|Deal [12]|Home client [12]|contactMsisdn/);
    expect((await ask(getHome, {}, { as: "cashier" })).status).toBe(403);
  });
});

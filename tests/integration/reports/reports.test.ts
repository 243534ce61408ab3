import fc from "fast-check";
import { DateTime } from "luxon";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COLUMNS } from "@/components/reports/report-table";
import { checkReports } from "@/lib/areas/reports/check";
import { readDetails } from "@/lib/areas/reports/details";
import { momentOf, readOutstanding, readRollForward } from "@/lib/areas/reports/outstanding";
import { type KindSum, type ReportScope, readReport } from "@/lib/areas/reports/read";
import { rollUpNextPart } from "@/lib/areas/reports/rollup";
import { MEASURES, type MeasureKey, measured } from "@/lib/areas/reports/words";
import { isDomainError } from "@/lib/ledger/rules/errors";
import type { Entry } from "@/lib/ledger/rules/types";
import { readLog } from "@/lib/log/tail";
import { ManualClock } from "@/lib/platform/clock";
import { inUnits, type Money } from "@/lib/platform/money";
import { formatLocalDate, startOfDayAfter } from "@/lib/platform/time";
import { VISITS_ARE_COUNTED } from "@/lib/wallet/visits";
import { createTestDatabase, type TestDatabase, untilHeldUp } from "@/tests/support/database";
import {
  createMerchant,
  createSegment,
  createUser,
  createWorld,
  START,
  startProcess,
  type TestProcess,
  type TestWallet,
  type World,
} from "@/tests/support/ledger";
import { act, commandOf } from "@/tests/support/ledger-acts";
import { seedOf } from "@/tests/support/rounds";

const ZONE = "Africa/Cairo";
const clock = new ManualClock(START);
let database: TestDatabase;
let world: World;
let processes: TestProcess[];
let wallets: TestWallet[];
let otherMerchantId: number;
let users: number[];

beforeAll(async () => {
  database = await createTestDatabase();
  world = await createWorld(database.pool, { points_validity_months: 2, cancel_window_business_days: 60 });
  otherMerchantId = await createMerchant(database.pool);
  users = [world.userId, await createUser(database.pool)];
  processes = [startProcess(database.url, { clock }), startProcess(database.url, { clock, lanes: 2 })];
  wallets = await Promise.all(Array.from({ length: 9 }, () => world.wallet()));
});
afterAll(async () => {
  for (const running of processes) await running.stop();
  await database.drop();
});

const step = fc.record({
  act,
  /** By how much time goes on before it: often over midnight, now and then by weeks. */
  hours: fc.constantFrom(0, 0, 0, 1, 7, 19, 24 * 9),
  place: fc.nat(3),
  sku: fc.constantFrom(undefined, undefined, "110001", "110002", "no deal of ours"),
});

/** Random movements through both processes, a few at once. Refusals are part of it. */
async function write(count: number, seed: number): Promise<void> {
  const steps = fc.sample(step, { numRuns: count, seed });
  const entries: Entry[] = [];
  const scene = { world, wallets, entries, name: `reports ${seed}` };
  for (let first = 0; first < steps.length; first += 4) {
    const together = steps.slice(first, first + 4);
    clock.advance(Math.max(...together.map(({ hours }) => hours)) * 3_600_000);
    await Promise.all(
      together.map(async ({ act, place, sku }, index) => {
        const command = commandOf(scene, { ...act, wallet: act.wallet * 3 + index });
        const branch = place === 0 ? world.otherBranch : world.branch;
        const actor = {
          ...command.actor,
          branchId: branch.id,
          branchMsisdn: branch.msisdn,
          userId: users[place % users.length] ?? world.userId,
          merchantId: place === 3 && command.type === "reward" ? otherMerchantId : world.merchantId,
        };
        const running = processes[index % processes.length];
        try {
          const posted =
            command.type === "expire"
              ? await running?.ledger.expire({
                  ...command,
                  actor: { ...actor, merchantId: null, branchId: null },
                })
              : await running?.ledger.post({
                  ...command,
                  actor,
                  ...(command.type === "reward" && sku !== undefined && { skuId: sku }),
                });
          if (posted) entries.push(posted.entry);
        } catch (error) {
          if (!isDomainError(error)) throw error;
        }
      }),
    );
  }
}

async function rollUpAll(): Promise<void> {
  for (;;) {
    const outcome = await rollUpNextPart({ pool: database.pool, clock, partSize: 37 });
    if (outcome.kind === "done" && !outcome.isBehind) return;
  }
}

async function wholeLog(): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let after = 0; ; ) {
    const part = await readLog(database.pool, { after, limit: 5_000 });
    if (part.entries.length === 0) return entries;
    entries.push(...part.entries);
    after = part.cursor;
  }
}

/** The same sums, added up here, entry by entry. */
function sumsOf(entries: readonly Entry[], all: readonly Entry[]): KindSum[] {
  const byId = new Map(all.map((entry) => [entry.id, entry]));
  const sums = new Map<string, Omit<KindSum, "value"> & { value: Money }>();
  for (const { logTypeId, relatedEntryId, amount, amountValue } of entries) {
    const cancelledLogTypeId = logTypeId === 4 ? (byId.get(relatedEntryId ?? 0)?.logTypeId ?? null) : null;
    const key = `${logTypeId} ${cancelledLogTypeId}`;
    const sum = sums.get(key) ?? { logTypeId, cancelledLogTypeId, entries: 0, points: 0, value: 0n };
    sums.set(key, {
      ...sum,
      entries: sum.entries + 1,
      points: sum.points + amount,
      value: sum.value + amountValue,
    });
  }
  return [...sums.values()]
    .map((sum) => ({ ...sum, value: inUnits(sum.value) }))
    .sort(
      (one, other) =>
        one.logTypeId - other.logTypeId || (one.cancelledLogTypeId ?? 0) - (other.cancelledLogTypeId ?? 0),
    );
}

const dayOf = (entry: Entry) => formatLocalDate(entry.createdAt, ZONE);
const isVisit = ({ logTypeId }: Entry) => logTypeId === 1 || logTypeId === 2;
const walletsIn = (entries: readonly Entry[]) =>
  new Set(entries.filter(isVisit).map(({ walletId }) => walletId)).size;

function inScope({ from, to, merchantId, branchId }: ReportScope) {
  return (entry: Entry) =>
    dayOf(entry) >= from &&
    dayOf(entry) <= to &&
    (merchantId === null || entry.merchantId === merchantId) &&
    (branchId === null || entry.branchId === branchId);
}

async function expectReport(scope: ReportScope, all: readonly Entry[]): Promise<void> {
  const entries = all.filter(inScope(scope));
  const report = await readReport(database.pool, scope);
  expect(report.kinds).toEqual(sumsOf(entries, all));
  expect(report.activeWallets).toBe(walletsIn(entries));
  const days = [...new Set(entries.map(dayOf))].sort();
  if (report.grain === "day") {
    expect(report.series).toEqual(
      days.map((day) => {
        const ofDay = entries.filter((entry) => dayOf(entry) === day);
        const activeWallets = scope.branchId === null ? walletsIn(ofDay) : null;
        return { day, activeWallets, kinds: sumsOf(ofDay, all) };
      }),
    );
  }
  const byMonth = await readReport(database.pool, scope, { grain: "month" });
  const byDay = await readReport(database.pool, scope, { grain: "day" });
  expect(byDay.series.map(({ day, kinds }) => ({ day, kinds }))).toEqual(
    days.map((day) => ({
      day,
      kinds: sumsOf(
        entries.filter((entry) => dayOf(entry) === day),
        all,
      ),
    })),
  );
  const withoutSeries = { series: [], seriesBefore: [], grain: "day" };
  expect({ ...byDay, ...withoutSeries }).toEqual({ ...byMonth, ...withoutSeries });
  expect(byMonth.kinds).toEqual(report.kinds);
  expect(byMonth.people).toEqual(report.people);
  const monthOf = (entry: Entry) => `${dayOf(entry).slice(0, 7)}-01`;
  expect(byMonth.series).toEqual(
    [...new Set(entries.map(monthOf))].sort().map((day) => {
      const ofMonth = entries.filter((entry) => monthOf(entry) === day);
      const activeWallets = scope.branchId === null ? walletsIn(ofMonth) : null;
      return { day, activeWallets, kinds: sumsOf(ofMonth, all) };
    }),
  );
  for (const { userId, kinds } of report.people)
    expect(kinds).toEqual(
      sumsOf(
        entries.filter((entry) => entry.userId === userId),
        all,
      ),
    );
  for (const { branchId, kinds } of report.branches)
    expect(kinds).toEqual(
      sumsOf(
        entries.filter((entry) => (entry.branchId ?? 0) === branchId),
        all,
      ),
    );
  const total = (groups: readonly { kinds: readonly KindSum[] }[]) =>
    groups.flatMap(({ kinds }) => kinds).reduce((sum, kind) => sum + kind.entries, 0);
  expect(total(report.people)).toBe(entries.length);
  expect(total(report.branches)).toBe(entries.length);
}

/** Hours, tiers and returning customers of all merchants, added up here, entry by entry. */
async function expectDetails(scope: ReportScope, all: readonly Entry[]): Promise<void> {
  const visits = all.filter(isVisit).filter(inScope(scope));
  const details = await readDetails(database.pool, scope);
  const local = ({ createdAt }: Entry) => DateTime.fromJSDate(createdAt, { zone: ZONE });
  const total = (keyOf: (entry: Entry) => string) => {
    const sums: Record<string, number[]> = {};
    for (const entry of visits) {
      const [entries = 0, points = 0] = sums[keyOf(entry)] ?? [];
      sums[keyOf(entry)] = [entries + 1, points + entry.amount];
    }
    return sums;
  };
  expect(
    Object.fromEntries(
      details.hours.map(({ weekday, hour, logTypeId, entries, points }) => [
        `${weekday} ${hour} ${logTypeId}`,
        [entries, points],
      ]),
    ),
  ).toEqual(total((entry) => `${local(entry).weekday} ${local(entry).hour} ${entry.logTypeId}`));
  expect(
    Object.fromEntries(
      details.tiers.map(({ segmentId, logTypeId, entries, points }) => [
        `${segmentId} ${logTypeId}`,
        [entries, points],
      ]),
    ),
    // All wallets of this world are of one segment.
  ).toEqual(total(({ logTypeId }) => `${world.segment.id} ${logTypeId}`));
  if (scope.branchId !== null) return;
  const monthOf = (entry: Entry) => `${dayOf(entry).slice(0, 7)}-01`;
  const seen = new Map<number, Set<string>>();
  for (const entry of all.filter(isVisit))
    if (scope.merchantId === null || entry.merchantId === scope.merchantId)
      seen.set(entry.walletId, (seen.get(entry.walletId) ?? new Set()).add(monthOf(entry)));
  const cohorts: Record<string, number> = {};
  const earliest = DateTime.fromISO(scope.to).startOf("month").minus({ months: 11 }).toISODate() ?? "";
  for (const months of seen.values()) {
    const first = [...months].sort()[0] ?? "";
    for (const month of months)
      if (first >= earliest && month <= scope.to)
        cohorts[`${first} ${month}`] = (cohorts[`${first} ${month}`] ?? 0) + 1;
  }
  expect(
    Object.fromEntries(
      details.cohorts.map(({ firstMonth, month, wallets }) => [`${firstMonth} ${month}`, wallets]),
    ),
  ).toEqual(cohorts);
}

describe("reports of a random log", () => {
  test("are equal to the sums over the log while it is written, by several jobs, one of which is killed again and again", async () => {
    const seed = seedOf("Reports of a random log");
    let isWriting = true;
    let killed = 0;
    const jobs = ["one", "two", "victim"].map(async (name) => {
      const pool = new pg.Pool({ connectionString: database.url, max: 2, application_name: `job ${name}` });
      pool.on("error", () => undefined);
      while (isWriting)
        await rollUpNextPart({ pool, clock, partSize: 11 }).catch((error: unknown) => {
          if (name !== "victim") throw error;
          killed += 1;
        });
      await pool.end();
    });
    const killer = (async () => {
      while (isWriting) {
        await database.pool.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'job victim' AND state <> 'idle'",
        );
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    await write(500, seed).finally(() => {
      isWriting = false;
    });
    await Promise.all([...jobs, killer]);
    expect(killed, "the job was interrupted").toBeGreaterThan(0);
    await rollUpAll();

    const all = await wholeLog();
    const check = await checkReports(database.pool);
    expect(check).toMatchObject({ findingCount: 0, findings: [] });
    // Numbers may have been taken for nothing.
    expect(check?.entryId).toBeGreaterThanOrEqual(all.at(-1)?.id ?? 0);
    const days = [...new Set(all.map(dayOf))].sort();
    const whole = { from: days[0] ?? "", to: days.at(-1) ?? "" };
    await expectReport({ ...whole, merchantId: null, branchId: null }, all);
    const ranges = fc.sample(fc.tuple(fc.nat(days.length - 1), fc.nat(days.length - 1)), {
      numRuns: 12,
      seed,
    });
    for (const [one, other] of ranges) {
      const range = {
        from: days[Math.min(one, other)] ?? "",
        to: days[Math.max(one, other)] ?? "",
      };
      await expectReport({ ...range, merchantId: null, branchId: null }, all);
      await expectReport({ ...range, merchantId: world.merchantId, branchId: null }, all);
      await expectReport({ ...range, merchantId: otherMerchantId, branchId: null }, all);
      await expectReport({ ...range, merchantId: world.merchantId, branchId: world.branch.id }, all);
      await expectDetails({ ...range, merchantId: null, branchId: null }, all);
      await expectDetails({ ...range, merchantId: world.merchantId, branchId: null }, all);
      await expectDetails({ ...range, merchantId: world.merchantId, branchId: world.branch.id }, all);
    }
  }, 900_000);

  test("tell each kind of entry in exactly one column of the page and one of the files, a bonus that was taken back included", async () => {
    await database.pool.query("UPDATE programme SET referral_bonus = 200");
    const newcomer = await world.wallet({ broughtBy: await world.wallet() });
    const [{ ledger }] = processes as [TestProcess];
    const { entry } = await ledger.post(world.commands.reward(newcomer, 10));
    await ledger.post(world.commands.cancel(newcomer, entry.id));
    await database.pool.query("UPDATE programme SET referral_bonus = 0");
    await write(60, 31);
    await rollUpAll();
    const { kinds } = await readReport(database.pool, wide());
    expect(kinds).toContainEqual(
      expect.objectContaining({ logTypeId: 4, cancelledLogTypeId: 6, points: 200 }),
    );
    for (const kind of kinds) {
      const of = (measures: readonly MeasureKey[]) => measured([kind], ...measures).entries;
      expect(
        MEASURES.map(({ key }) => of([key])).filter((entries) => entries > 0),
        `${kind.logTypeId} ${kind.cancelledLogTypeId}`,
      ).toEqual([kind.entries]);
      expect(
        Object.values(COLUMNS)
          .map((measures) => of(measures))
          .filter((entries) => entries > 0),
      ).toEqual([kind.entries]);
    }
  });

  test("compare any days with any others, and tell of those what they tell of themselves", async () => {
    const all = await wholeLog();
    const days = [...new Set(all.map(dayOf))].sort();
    const middle = days[Math.floor(days.length / 2)] ?? "";
    const scope = { from: middle, to: days.at(-1) ?? "", merchantId: null, branchId: null };
    const compared = { from: days[0] ?? "", to: middle };
    const report = await readReport(database.pool, scope, { compared, grain: "day" });
    const other = await readReport(
      database.pool,
      { ...scope, ...compared },
      { compared: null, grain: "day" },
    );
    expect(report.compared).toEqual(compared);
    expect(report.kindsBefore).toEqual(other.kinds);
    expect(report.branchesBefore).toEqual(other.branches);
    expect(report.seriesBefore).toEqual(other.series.map(({ day, kinds }) => ({ day, kinds })));
    expect(other).toMatchObject({ compared: null, kindsBefore: [], seriesBefore: [], branchesBefore: [] });
  });

  test.each([
    // A log that was there before there were details, and a process of the version before that goes on without them.
    ["behind", "UPDATE report_cursor SET detail_entry_id = 0, visit_entry_id = 0"],
    // Such a process that began anew: its mark is before that of the details.
    ["ahead", "UPDATE report_cursor SET detail_entry_id = entry_id + 5, visit_entry_id = entry_id + 5"],
  ])("make their details from the first entry when these are found %s", async (_, statement) => {
    await database.pool.query(
      "TRUNCATE report_hour, report_tier_day, report_customer, report_cohort, report_visit",
    );
    await database.pool.query(statement);
    const before = await readReport(database.pool, wide());
    await rollUpAll();
    const all = await wholeLog();
    const { behind, ...details } = await readDetails(database.pool, wide());
    expect(behind).toBe(0);
    expect((await database.pool.query(VISITS_ARE_COUNTED)).rows).toEqual([{ isCounted: true }]);
    expect(details.hours.reduce((sum, { entries }) => sum + entries, 0)).toBe(all.filter(isVisit).length);
    expect(await checkReports(database.pool)).toMatchObject({ findingCount: 0, findings: [] });
    expect(await readReport(database.pool, wide())).toEqual(before);
  });

  test("say how many entries they are behind, and never count half of a part", async () => {
    const before = await readReport(database.pool, wide());
    await write(30, 7);
    const behind = await readReport(database.pool, wide());
    expect(behind.standing.behind).toBeGreaterThan(0);
    expect({ ...behind, standing: before.standing }).toEqual(before);
    await rollUpAll();
    expect((await readReport(database.pool, wide())).standing.behind).toBe(0);
  });

  test("wait for a movement that is under way, and count it once it is committed", async () => {
    const other = await database.pool.connect();
    try {
      await other.query("BEGIN");
      await other.query("SELECT nextval('entry_id_seq')");
      await write(8, 11);
      const { standing } = await readReport(database.pool, wide());
      const outcome = await rollUpNextPart({ pool: database.pool, clock });
      expect(outcome).toEqual({ kind: "done", entryId: standing.entryId, isBehind: false });
      await other.query("COMMIT");
    } finally {
      other.release();
    }
    await rollUpAll();
    expect((await checkReports(database.pool))?.findingCount).toBe(0);
  });

  test.each([
    ["read", (pool: pg.Pool) => readReport(pool, wide())],
    ["checked", (pool: pg.Pool) => checkReports(pool)],
  ])("are %s for longer than a connection waits for an answer", async (_, work) => {
    const pool = new pg.Pool({ connectionString: database.url, max: 1, query_timeout: 200 });
    const other = await database.pool.connect();
    try {
      await other.query("BEGIN");
      await other.query("LOCK TABLE report_cursor");
      const outcome = work(pool);
      await untilHeldUp(database.pool);
      await other.query("COMMIT");
      expect(await outcome).not.toBeNull();
    } finally {
      other.release();
      await pool.end();
    }
  });

  test("name each sum that was tampered with", async () => {
    await database.pool.query(
      "UPDATE report_day SET points = points + 1 WHERE (merchant_id, day, branch_id, user_id, log_type_id, cancelled_log_type_id) = (SELECT merchant_id, day, branch_id, user_id, log_type_id, cancelled_log_type_id FROM report_day ORDER BY day LIMIT 1)",
    );
    const check = await checkReports(database.pool, { clock });
    // The month that holds the day is no longer what its days come to either.
    expect(check?.findings.map(({ table }) => table)).toEqual(["report_day", "report_month"]);
    expect((await readReport(database.pool, wide())).standing.check).toMatchObject({ findings: 2 });
  });

  test("are made anew, by other days, when the programme's time zone changes", async () => {
    await database.pool.query("UPDATE programme SET time_zone = 'Pacific/Auckland'");
    try {
      await rollUpAll();
      expect((await checkReports(database.pool))?.findingCount).toBe(0);
      const all = await wholeLog();
      const { kinds } = await readReport(database.pool, wide());
      expect(kinds).toEqual(sumsOf(all, all));
    } finally {
      await database.pool.query("UPDATE programme SET time_zone = $1", [ZONE]);
      await rollUpAll();
    }
  });
});

function wide(): ReportScope {
  return { from: "2026-01-01", to: "2099-01-01", merchantId: null, branchId: null };
}

describe("a deal", () => {
  test("sums its rewards less cancelled and returned ones, at its own merchant", async () => {
    await database.pool.query("INSERT INTO category (name_en, name_ar) VALUES ('Food', 'طعام')");
    await database.pool.query(
      `INSERT INTO deal (merchant_id, category_id, offer_number, title_en, title_ar, discount_type, discount, start_date, end_date, expiry_date)
       SELECT $1, 1, '110001', 'One', 'واحد', 1, 10, '2026-01-01', '2026-12-01', '2026-12-31'`,
      [world.merchantId],
    );
    const all = await wholeLog();
    const byId = new Map(all.map((entry) => [entry.id, entry]));
    const ofDeal = all.filter(({ merchantId, skuId, logTypeId, relatedEntryId }) => {
      const isTakenBack = logTypeId === 4 || logTypeId === 11;
      const sku = isTakenBack ? byId.get(relatedEntryId ?? 0)?.skuId : skuId;
      return sku === "110001" && merchantId === world.merchantId;
    });
    expect(ofDeal.length).toBeGreaterThan(0);
    const { deals } = await readReport(database.pool, wide());
    expect(deals.map(({ kinds }) => kinds)).toEqual([sumsOf(ofDeal, all)]);
  });
});

const dayNow = () => formatLocalDate(clock.now(), ZONE);
const endOf = (day: string) => startOfDayAfter(day, ZONE).toISOString();
const outstandingAt = (day: string) => readOutstanding(database.pool, momentOf(day, dayNow(), endOf));
const hundredths = (value: string) => Math.round(Number(value) * 100);
const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);

describe("outstanding points", () => {
  test("tie out with the wallets and the log to the point, while points move", async () => {
    let isWriting = true;
    const writing = write(80, 23).finally(() => {
      isWriting = false;
    });
    let looks = 0;
    while (isWriting || looks < 3) {
      expect((await outstandingAt(dayNow())).proof).toMatchObject({ isEqual: true });
      if (looks % 2 === 0) await rollUpNextPart({ pool: database.pool, clock, partSize: 5 });
      looks += 1;
    }
    await writing;
  });

  test("are worth what the wallets' segments pay for them, and told by month", async () => {
    await rollUpAll();
    const { parts, points, value } = await outstandingAt(dayNow());
    const { rows } = await database.pool.query<{ points: string }>("SELECT sum(points) AS points FROM lot");
    const spendable = parts.filter(({ state }) => state === "spendable");
    expect(sum(spendable.map((part) => part.points))).toBe(Number(rows[0]?.points));
    expect(sum(parts.map((part) => part.points))).toBe(points);
    // Both factors of the test's segment are 1.
    expect(Number(value)).toBe(points);
  });

  test("of a past day are what they were at its end, whatever came after, and their rows add up", async () => {
    const { id: segmentId } = await createSegment(database.pool, { redeem_factor: "3" });
    const third = await world.wallet({ segmentId });
    await database.pool.query("UPDATE programme SET ripening_days = 2");
    const [{ ledger }] = processes as [TestProcess];
    const seen = new Map<string, Awaited<ReturnType<typeof outstandingAt>>>();
    for (let round = 0; round < 6; round += 1) {
      await ledger.post(world.commands.reward(third, 100));
      await write(40, 100 + round);
      await rollUpAll();
      seen.set(dayNow(), await outstandingAt(dayNow()));
      clock.advance(24 * 3_600_000);
    }
    await database.pool.query("UPDATE programme SET ripening_days = 0");
    const states = new Set([...seen.values()].flatMap(({ parts }) => parts.map(({ state }) => state)));
    expect([...states].sort()).toEqual(["by_hand", "debt", "held", "pending", "spendable"]);
    for (const [day, then] of seen) {
      const { parts, ...now } = await outstandingAt(day);
      // Points whose last day it was have lapsed at its end.
      const lapsing = parts.map(({ isLapsed: _, ...part }) => part);
      expect(totals(lapsing), day).toEqual(totals(then.parts));
      expect({ points: now.points, value: now.value }, day).toEqual({
        points: then.points,
        value: then.value,
      });
      expect(now.proof, day).toMatchObject({ isEqual: true, log: then.proof.log });
      expect(sum(parts.map(({ value }) => hundredths(value)))).toBe(hundredths(now.value));
      const shares = now.merchants.map(({ value }) => hundredths(value));
      expect(sum([...shares, hundredths(now.revalued)])).toBe(hundredths(now.value));
      expect(sum(now.merchants.map((share) => share.points))).toBe(now.points);
    }
  });
});

test("points are told apart by whether their customers can spend them, and a past day keeps what was so then", async () => {
  const [{ ledger }] = processes as [TestProcess];
  const joining = await world.wallet();
  const stopped = await world.wallet();
  for (const wallet of [joining, stopped]) await ledger.post(world.commands.reward(wallet, 70));
  const standing = async (day: string) => {
    const { parts, proof } = await outstandingAt(day);
    expect(proof).toMatchObject({ isEqual: true });
    return {
      notJoined: sum(parts.filter(({ state }) => state === "not_joined").map(({ points }) => points)),
      stopped: sum(parts.filter(({ state }) => state === "stopped").map(({ points }) => points)),
    };
  };
  const write = async (id: number, isGiven: boolean) => {
    await database.pool.query("UPDATE wallet SET is_opted_in = $2 WHERE id = $1", [id, isGiven]);
    // The day on the paper is long past; the moment of the record counts.
    await database.pool.query(
      `INSERT INTO wallet_consent (wallet_id, is_given, via, at, user_id, recorded_at) VALUES ($1, $2, 'desk', '2020-01-01', $3, $4)`,
      [id, isGiven, world.userId, clock.now()],
    );
  };
  const before = await standing(dayNow());
  await database.pool.query("UPDATE wallet SET is_opted_in = false WHERE id = $1", [joining.id]);
  await database.pool.query("UPDATE wallet SET status_id = 4 WHERE id = $1", [stopped.id]);
  const first = dayNow();
  expect(await standing(first)).toEqual({
    notJoined: before.notJoined + 70,
    stopped: before.stopped + 70,
  });
  clock.advance(24 * 3_600_000);
  await write(joining.id, true);
  await database.pool.query("UPDATE wallet SET status_id = 1 WHERE id = $1", [stopped.id]);
  await database.pool.query(
    `INSERT INTO audit_log (created_at, user_id, action, subject_type, subject_id, before, after)
     VALUES ($1, $2, 'wallet.set_status', 'wallet', $3, '{"statusId": 4}', '{"statusId": 1}')`,
    [clock.now(), world.userId, stopped.walletCode],
  );
  expect(await standing(dayNow())).toEqual(before);
  expect(await standing(first)).toEqual({ notJoined: before.notJoined + 70, stopped: before.stopped + 70 });
});

function totals(parts: readonly { state: string; month: string | null; points: number }[]) {
  const sums: Record<string, number> = {};
  for (const { state, month, points } of parts)
    sums[`${state} ${month}`] = (sums[`${state} ${month}`] ?? 0) + points;
  return sums;
}

describe("the roll-forward", () => {
  test("leads from the opening to the closing of any days, to the point and the hundredth, with a row for each kind of entry", async () => {
    const all = await wholeLog();
    const days = [...new Set(all.map(dayOf))].sort();
    const ranges = fc.sample(fc.tuple(fc.nat(days.length - 1), fc.nat(days.length - 1)), {
      numRuns: 12,
      seed: seedOf("Roll-forward"),
    });
    for (const [one, other] of [[0, days.length - 1] as const, ...ranges]) {
      const range = { from: days[Math.min(one, other)] ?? "", to: days[Math.max(one, other)] ?? "" };
      const { opening, rows, revalued, closing, isEqual } = await readRollForward(database.pool, range, {
        today: dayNow(),
        endOf,
      });
      expect(isEqual, JSON.stringify(range)).toBe(true);
      const moved = sum(rows.map(({ value }) => hundredths(value)));
      expect(hundredths(opening.value) + moved + hundredths(revalued)).toBe(hundredths(closing.value));
      // No rate and no tier has changed.
      expect(revalued).toBe("0.00");
      const kinds = sumsOf(all.filter(inScope({ ...range, merchantId: null, branchId: null })), all);
      expect(
        rows.map(({ logTypeId, cancelledLogTypeId, entries }) => [logTypeId, cancelledLogTypeId, entries]),
      ).toEqual(
        kinds.map(({ logTypeId, cancelledLogTypeId, entries }) => [logTypeId, cancelledLogTypeId, entries]),
      );
    }
  });

  test("tells a change of rates apart from points that moved", async () => {
    const { id: segmentId } = await createSegment(database.pool, { redeem_factor: "1" });
    const holder = await world.wallet({ segmentId });
    const [{ ledger }] = processes as [TestProcess];
    clock.advance(24 * 3_600_000);
    const day = dayNow();
    await ledger.post(world.commands.reward(holder, 100));
    const before = await readRollForward(database.pool, { from: day, to: day }, { today: day, endOf });
    expect(before).toMatchObject({ revalued: "0.00" });
    await database.pool.query("UPDATE segment_version SET is_current = false WHERE segment_id = $1", [
      segmentId,
    ]);
    await database.pool.query(
      `INSERT INTO segment_version (segment_id, name_en, name_ar, value, reward_factor, redeem_factor, created_at)
       SELECT segment_id, name_en, name_ar, value, reward_factor, 2, $2 FROM segment_version WHERE segment_id = $1`,
      [segmentId, clock.now()],
    );
    const after = await readRollForward(database.pool, { from: day, to: day }, { today: day, endOf });
    expect(after).toMatchObject({ revalued: "-50.00", rows: before.rows, opening: before.opening });
  });
});

test("entries of an hour that comes twice on the last day of a month are that day's, and that month's", async () => {
  const wallet = await world.wallet();
  const [running] = processes;
  const written: number[] = [];
  for (const moment of ["2030-10-31T20:30:00Z", "2030-10-31T21:30:00Z", "2030-10-31T22:00:00Z"]) {
    clock.set(new Date(moment));
    const posted = await running?.ledger.post(world.commands.reward(wallet, 1));
    if (posted) written.push(posted.entry.id);
  }
  expect(written).toHaveLength(3);
  await rollUpAll();
  const all = await wholeLog();
  const scopeOf = (from: string, to: string) => ({ from, to, merchantId: null, branchId: null });
  await expectReport(scopeOf("2030-10-31", "2030-10-31"), all);
  await expectReport(scopeOf("2030-10-01", "2030-11-30"), all);
  await expectDetails(scopeOf("2030-10-31", "2030-10-31"), all);
  const report = await readReport(database.pool, scopeOf("2030-10-31", "2030-10-31"));
  expect(report.kinds.find(({ logTypeId }) => logTypeId === 2)).toMatchObject({ entries: 2 });
});

describe("points owed at the end of kept days", () => {
  /** The figures with the kept days, after they were found equal to those of every wallet and the whole log. */
  async function expectKeptEqual(days: readonly string[]): Promise<void> {
    const options = { today: dayNow(), endOf };
    for (const day of days) {
      const moment = momentOf(day, dayNow(), endOf);
      const whole = await readOutstanding(database.pool, moment, { usesKeptDays: false });
      expect(await readOutstanding(database.pool, moment), day).toEqual(whole);
      expect(whole.proof, day).toMatchObject({ isEqual: true });
      for (const merchantId of [null, world.merchantId]) {
        const range = { from: days[0] ?? day, to: day, merchantId };
        const forward = await readRollForward(database.pool, range, { ...options, usesKeptDays: false });
        expect(await readRollForward(database.pool, range, options), day).toEqual(forward);
      }
    }
  }

  test("take the acts of an import part by part, as its entries", async () => {
    const { walletCode } = await world.wallet();
    await rollUpAll();
    const countedTo = async () => {
      const { rows } = await database.pool.query<{ id: string }>(
        "SELECT owed_audit_id AS id FROM report_cursor",
      );
      return Number(rows[0]?.id);
    };
    const before = await countedTo();
    await database.pool.query(
      `INSERT INTO audit_log (created_at, user_id, action, subject_type, subject_id, before, after)
       SELECT $1, $2, 'wallet.set_status', 'wallet', $3, '{"statusId": 1}', '{"statusId": 1}' FROM generate_series(1, 12)`,
      [clock.now(), world.userId, walletCode],
    );
    expect(await rollUpNextPart({ pool: database.pool, clock, partSize: 5 })).toMatchObject({
      isBehind: true,
    });
    expect((await countedTo()) - before).toBe(5);
    await expectKeptEqual([dayNow()]);
    await rollUpAll();
    expect((await countedTo()) - before).toBeGreaterThanOrEqual(12);
    await expectKeptEqual([dayNow()]);
  });

  test("are those of the last count, and say so, where more came than is counted while a page waits", async () => {
    const [{ ledger }] = processes as [TestProcess];
    const wallets = await Promise.all([1, 2, 3].map(() => world.wallet()));
    const day = dayNow();
    const moment = momentOf(day, day, endOf);
    await ledger.post(world.commands.reward(wallets[0] as (typeof wallets)[0], 5));
    await rollUpAll();
    const before = await readOutstanding(database.pool, moment);
    expect(before).toMatchObject({ counted: null });
    for (const wallet of wallets) await ledger.post(world.commands.reward(wallet, 40));
    const counted = { at: expect.any(Date), customers: 3 };
    const then = await readOutstanding(database.pool, moment, { atOnce: 2 });
    expect(then).toEqual({ ...before, counted: { ...counted, entryId: expect.any(Number) } });
    for (const merchantId of [null, world.merchantId]) {
      const range = { from: day, to: day, merchantId };
      const forward = await readRollForward(database.pool, range, { today: day, endOf, atOnce: 2 });
      expect(forward).toMatchObject({ isEqual: true, counted });
      if (merchantId === null) expect(forward.closing.points).toBe(before.points);
    }
    expect(await readOutstanding(database.pool, moment, { atOnce: 3 })).toMatchObject({
      ...{ counted: null, points: before.points + 120 },
      proof: { isEqual: true },
    });
    await rollUpAll();
    expect(await readOutstanding(database.pool, moment, { atOnce: 2 })).toMatchObject({ counted: null });
  });

  test("and now are those of every wallet and the whole log, whatever is counted already, comes late or is changed by hand", async () => {
    const { id: segmentId } = await createSegment(database.pool, { redeem_factor: "3" });
    const days: string[] = [];
    const [{ ledger }] = processes as [TestProcess];
    const chosen = await world.wallet({ segmentId });
    const stopped = await world.wallet();
    for (let round = 0; round < 4; round += 1) {
      days.push(dayNow());
      await ledger.post(world.commands.reward(chosen, 100));
      await ledger.post(world.commands.reward(stopped, 10));
      await write(20, 300 + round);
      // In different places of the log: not at all, in part, as a whole.
      if (round === 1) await rollUpNextPart({ pool: database.pool, clock, partSize: 5 });
      if (round === 2) await rollUpAll();
      days.push(dayNow());
      await expectKeptEqual([...new Set(days)]);
      const isOn = round % 2 === 1;
      await database.pool.query("UPDATE wallet SET redemption_enabled = $2 WHERE id = $1", [
        stopped.id,
        isOn,
      ]);
      await database.pool.query(
        `INSERT INTO audit_log (created_at, user_id, action, subject_type, subject_id, before, after)
         VALUES ($1, $2, 'wallet.update', 'wallet', $3, jsonb_build_object('redemptionEnabled', $4::bool), jsonb_build_object('redemptionEnabled', $5::bool))`,
        [clock.now(), world.userId, stopped.walletCode, !isOn, isOn],
      );
      await expectKeptEqual([dayNow()]);
      clock.advance(24 * 3_600_000);
    }
    await rollUpAll();
    const [first = ""] = days;
    await expectKeptEqual([first, dayNow()]);
    // A process whose clock is behind writes into days that are kept already.
    const late = startProcess(database.url, {
      clock: new ManualClock(new Date(Date.parse(endOf(first)) - 60_000)),
    });
    await late.ledger.post(world.commands.reward(await world.wallet(), 77));
    await late.stop();
    await expectKeptEqual([...new Set(days)]);
    await rollUpAll();
    await expectKeptEqual([...new Set(days)]);
    expect((await checkReports(database.pool))?.findings).toEqual([]);
  });

  test("name a point that was tampered with, in a kept day and in its changes", async () => {
    const tamper = async (table: string, column: string, by: number) => {
      const row = `(SELECT min(ctid) FROM ${table} WHERE day < 'infinity' AND ${column} <> 0)`;
      await database.pool.query(`UPDATE ${table} SET ${column} = ${column} + $1 WHERE ctid = ${row}`, [by]);
      return (await checkReports(database.pool))?.findings.map((finding) => finding.table);
    };
    expect(new Set(await tamper("report_owed", "points", 1))).toEqual(new Set(["report_owed"]));
    await database.pool.query("DELETE FROM report_cursor");
    await rollUpAll();
    expect(await tamper("report_owed_change", "points_delta", 1)).toContain("report_owed_change");
    await database.pool.query("DELETE FROM report_cursor");
    await rollUpAll();
    expect((await checkReports(database.pool))?.findings).toEqual([]);
  });
});

import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkState, sealState } from "@/lib/areas/anchors/state";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { rollUpNextPart } from "@/lib/areas/reports/rollup";
import { addDemoWallets } from "@/lib/demo/many-wallets";
import { createLedger } from "@/lib/ledger/run/ledger";
import { verify } from "@/lib/ledger/verify/verify";
import { ManualClock } from "@/lib/platform/clock";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { createBranch, createMerchant, createPromotion, createUser, until } from "@/tests/support/ledger";

const NOW = new Date("2026-11-21T10:30:00Z");

/** A branch of a new merchant, which has an API client. Returns the branch's id. */
async function createTill(pool: Pool, merchant: Parameters<typeof createMerchant>[1]): Promise<number> {
  const merchantId = await createMerchant(pool, merchant);
  const { id } = await createBranch(pool, merchantId);
  await pool.query(
    "INSERT INTO api_client (merchant_id, user_id, name, scopes) VALUES ($1, $2, 'Till', '{reward}')",
    [merchantId, await createUser(pool)],
  );
  return id;
}

describe("wallets for load tests", () => {
  let database: TestDatabase;
  const clock = new ManualClock(NOW);

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const add = (count: number, prefix: string, points: number) =>
    addDemoWallets({ pool: database.pool, clock, count, prefix, points });

  async function countWallets(): Promise<number> {
    const { rows } = await database.pool.query<{ n: number }>("SELECT count(*)::integer AS n FROM wallet");
    return rows[0]?.n ?? 0;
  }

  test("are refused with a reason while there is no programme", async () => {
    await expect(add(1, "BENCH", 10)).rejects.toThrow(/not set up yet/);
    await ensureFoundation(database.prisma);
    await sealState(database.pool, { now: NOW, everyMs: 0 });
  });

  test("are active Standard wallets with their number and points", async () => {
    // More than one chunk, and not a whole number of them.
    expect(await add(2_345, "BENCH", 1_000_000)).toEqual({
      firstCode: "BENCH0000001",
      lastCode: "BENCH0002345",
    });
    const { rows } = await database.pool.query(
      `SELECT wallet_code, contact_msisdn, status_id, is_opted_in, redemption_enabled, balance::integer, accumulated::integer, last_seq
         FROM wallet ORDER BY wallet_code DESC LIMIT 1`,
    );
    expect(rows).toEqual([
      {
        wallet_code: "BENCH0002345",
        contact_msisdn: "+201200002345",
        status_id: 1,
        is_opted_in: true,
        redemption_enabled: true,
        balance: 1_000_000,
        // An adjustment: no lifetime points, so that nobody is moved to another segment.
        accumulated: 0,
        last_seq: 1,
      },
    ]);
  });

  test("continue after the last number, each prefix by itself", async () => {
    expect(await add(2, "BENCH", 5)).toEqual({ firstCode: "BENCH0002346", lastCode: "BENCH0002347" });
    expect(await add(1, "BENCH-B", 5)).toEqual({ firstCode: "BENCH-B0000001", lastCode: "BENCH-B0000001" });
    expect(await add(1, "BENCH", 5)).toEqual({ firstCode: "BENCH0002348", lastCode: "BENCH0002348" });
  });

  test("may have no points, and then no entry", async () => {
    await add(3, "EMPTY", 0);
    const { rows } = await database.pool.query(
      "SELECT DISTINCT balance::integer, last_seq FROM wallet WHERE wallet_code LIKE 'EMPTY%'",
    );
    expect(rows).toEqual([{ balance: 0, last_seq: 0 }]);
  });

  test("have entries that pass verification", async () => {
    const report = await verify(database.pool);
    expect(report.findings).toEqual([]);
    expect(report).toMatchObject({ isSound: true, wallets: 2_352, entries: 2_349 });
    expect((await checkState(database.pool)).findings).toEqual([]);
  });

  test("can be used like any other", async () => {
    const ledger = createLedger({ pool: database.pool, clock });
    const actor = { userId: 1, channelId: 1, merchantId: null, branchId: null, branchMsisdn: null } as const;
    const posted = await ledger.post({
      type: "redeem",
      walletCode: "BENCH0000001",
      value: 400_00n,
      pin: { kind: "absent" },
      actor,
    });
    expect(posted.entry).toMatchObject({ seq: 2, balanceAfter: 999_600 });
    expect((await verify(database.pool)).findings).toEqual([]);
  });

  test("with more points than the programme allows are refused and change nothing", async () => {
    const before = await countWallets();
    await expect(add(10, "RICH", 100_000_001)).rejects.toThrow(/1304/);
    expect(await countWallets()).toBe(before);
  });

  test("are refused when their numbers would run out", async () => {
    await expect(add(99_999_999, "BENCH", 1)).rejects.toThrow(/no room/);
  });

  test("with entries of tills are refused with a reason while there is no till", async () => {
    const { pool } = database;
    await expect(
      addDemoWallets({ pool, clock, count: 1, prefix: "H", points: 1, entries: 2 }),
    ).rejects.toThrow(/need a branch/);
  });
});

describe("wallets with a history", () => {
  /** Twenty visits are all that a customer does; two more, so that it begins again. */
  const ENTRIES = 22;
  // More than one chunk, and not a whole number of them.
  const COUNT = 500;
  let database: TestDatabase;
  const clock = new ManualClock(NOW);

  beforeAll(async () => {
    database = await createTestDatabase();
    await ensureFoundation(database.prisma);
    for (let merchant = 0; merchant < 2; merchant += 1) {
      await createTill(database.pool, { refund_same_branch_only: true });
    }
    const { pool } = database;
    await addDemoWallets({ pool, clock, count: COUNT, prefix: "H", points: 1_000, entries: ENTRIES });
  });
  afterAll(() => database.drop());

  async function countBy(text: string): Promise<Record<string, number>> {
    const { rows } = await database.pool.query<{ kind: string; n: number }>(text);
    return Object.fromEntries(rows.map(({ kind, n }) => [kind, n]));
  }

  test("have as many entries as asked for, of every kind that a till writes", async () => {
    const kinds = await countBy(
      "SELECT log_type_id::text AS kind, count(*)::integer AS n FROM entry GROUP BY 1",
    );
    expect(Object.keys(kinds).sort()).toEqual(["1", "2", "3", "4", "6"]);
    expect(kinds["6"]).toBe(COUNT);
    const lengths = await countBy(
      "SELECT last_seq::text AS kind, count(*)::integer AS n FROM wallet GROUP BY 1",
    );
    expect(lengths).toEqual({ [ENTRIES]: COUNT });
  });

  test("have a reference for each entry of a till, and none for the points they begin with", async () => {
    const references = await countBy(
      `SELECT (e.log_type_id = 6)::text AS kind, count(k.key)::integer AS n
         FROM entry e LEFT JOIN idempotency_key k ON k.entry_id = e.id AND k.operation = e.log_type_id AND k.user_id = e.user_id
        GROUP BY 1`,
    );
    expect(references).toEqual({ true: 0, false: COUNT * (ENTRIES - 1) });
  });

  test("pass verification", async () => {
    const report = await verify(database.pool);
    expect(report.findings).toEqual([]);
    expect(report).toMatchObject({
      isSound: true,
      wallets: COUNT,
      entries: COUNT * ENTRIES,
      keys: COUNT * (ENTRIES - 1),
    });
  });

  test("are in the reports like all others", async () => {
    const { pool } = database;
    await rollUpNextPart({ pool, clock, partSize: 10 * COUNT * ENTRIES });
    const { rows } = await pool.query("SELECT sum(entries)::integer AS entries FROM report_day");
    expect(rows).toEqual([{ entries: COUNT * ENTRIES }]);
  });
});

test("a history where rewards ripen and a promotion is live passes verification, and no promotion acts in it", async () => {
  const database = await createTestDatabase();
  try {
    const { pool } = database;
    await ensureFoundation(database.prisma);
    await createPromotion(pool, { rule: { branchIds: [await createTill(pool, { ripening_days: 2 })] } });
    const clock = new ManualClock(NOW);
    await addDemoWallets({ pool, clock, count: 600, prefix: "R", points: 1_000, entries: 20 });
    expect((await verify(pool)).findings).toEqual([]);
    const { rows } = await pool.query(
      "SELECT count(*) FILTER (WHERE log_type_id = 10) > 0 AS ripened, count(*) FILTER (WHERE offer_number IS NOT NULL)::integer AS acted FROM entry",
    );
    expect(rows).toEqual([{ ripened: true, acted: 0 }]);
  } finally {
    await database.drop();
  }
});

describe("wallets that are made beside other movements", () => {
  test("are not missed by those who read the log in its order", async () => {
    const database = await createTestDatabase();
    try {
      await ensureFoundation(database.prisma);
      const { pool } = database;
      const rollUp = () => rollUpNextPart({ pool, clock: new ManualClock(NOW) });
      // An entry that is numbered later and committed first, while the chunk waits for a wallet code that is being taken.
      const other = await pool.connect();
      await other.query("BEGIN");
      await other.query(
        "INSERT INTO wallet (wallet_code, contact_msisdn, segment_id) SELECT 'W0000001', '+201200000001', id FROM segment WHERE is_default",
      );
      const adding = addDemoWallets({ pool, clock: new ManualClock(NOW), count: 1, prefix: "W", points: 5 });
      await until(async () => {
        const { rowCount } = await pool.query(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
        return rowCount !== 0;
      });
      await addDemoWallets({ pool, clock: new ManualClock(NOW), count: 1, prefix: "V", points: 5 });
      await rollUp();
      await other.query("ROLLBACK");
      other.release();
      await adding;
      await rollUp();
      const { rows } = await pool.query("SELECT sum(entries)::integer AS entries FROM report_day");
      expect(rows).toEqual([{ entries: 2 }]);
    } finally {
      await database.drop();
    }
  });
});

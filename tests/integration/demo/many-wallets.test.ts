import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureFoundation } from "@/lib/admin/foundation";
import { ManualClock } from "@/lib/clock";
import { addDemoWallets } from "@/lib/demo/many-wallets";
import { createLedger } from "@/lib/ledger/ledger";
import { verify } from "@/lib/ledger/verify";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";

const NOW = new Date("2026-11-21T10:30:00Z");

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
  });

  test("can be used like any other", async () => {
    const ledger = createLedger({ pool: database.pool, clock });
    const actor = { userId: 1, channelId: 1, merchantId: null, branchId: null, branchMsisdn: null } as const;
    const posted = await ledger.post({
      type: "redeem",
      walletCode: "BENCH0000001",
      value: 400,
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
});

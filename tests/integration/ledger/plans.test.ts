import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LOG_TYPE } from "@/lib/ledger/rules/types";
import { branchMarkQuery, branchTotalsQuery } from "@/lib/log/branch-totals";
import { branchHistoryQuery, walletHistory, walletHistoryQuery } from "@/lib/log/history";
import { listedEntriesQuery } from "@/lib/log/listed-entries";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import {
  attempt,
  createPromotion,
  createWorld,
  joinFamily,
  reference,
  START,
  startProcess,
  type TestProcess,
  type TestWallet,
  tally,
  type World,
} from "@/tests/support/ledger";

/**
 * A service that starts on an empty log plans its statements then, and may keep those plans while the log grows to
 * millions of rows. The plans are made here on empty tables whose statistics are never collected, kept for good
 * (plan_cache_mode = force_generic_plan), and looked at after the log has grown.
 */
const WALLETS = 2_000;
const ENTRIES_PER_WALLET = 60;
const HOT_ENTRIES = 30_000;

const LARGE_TABLES = [
  ...["entry", "wallet", "lot", "reversal", "idempotency_key", "wallet_pin"],
  ...["entry_part", "promotion_use", "referral"],
];

let database: TestDatabase;
let admin: pg.Pool;
let world: World;
let till: TestProcess;
let grown: TestWallet[];
let hot: TestWallet;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = new pg.Pool({ connectionString: database.adminUrl, max: 1 });
  admin.on("error", () => undefined);
  for (const table of LARGE_TABLES) await admin.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
  world = await createWorld(database.pool, {
    points_validity_months: 1,
    referral_bonus: 20,
    referral_newcomer_bonus: 5,
  });
  await createPromotion(database.pool, { budget: 1_000_000, walletMax: 1_000 });
  till = startProcess(database.url, { connections: 1, lanes: 1 });
  await till.pool.query("SET plan_cache_mode = force_generic_plan");
  // Before anything is there: every statement is planned now.
  await sendEverything([await world.wallet({ hasPin: true }), await world.wallet()]);
  await sendAsChild();
  await grow();
}, 120_000);
afterAll(async () => {
  await till.stop();
  await admin.end();
  await database.drop();
});

/** Sends every statement that the ledger has: each kind of command, with references, refusals, expiry, wrong PINs. */
async function sendEverything([one, other]: readonly TestWallet[]): Promise<void> {
  if (one === undefined || other === undefined) throw new Error("Two wallets are needed");
  const { reward, redeem, refund, cancel, adjust, transfer, expire } = world.commands;
  const key = (name: string) => ({ reference: reference(`${name} ${one.walletCode}`) });
  const pin = (correct: boolean) => ({ pin: { kind: "checked", pinVersion: 1, correct } as const });
  till.clock.set(START);
  const { ledger } = till;
  await ledger.post(reward(one, 500, key("reward")));
  const { entry } = await ledger.post(redeem(one, 100, { ...pin(true), ...key("redeem") }));
  await ledger.post(refund(one, entry.id, { points: 10, ...key("refund") }));
  await ledger.post(cancel(one, `refund ${one.walletCode}`, key("cancel")));
  await ledger.post(adjust(one, 5));
  await ledger.post(transfer(one, other, 3, key("transfer")));
  const newcomer = await world.wallet({ broughtBy: one });
  await ledger.post(cancel(newcomer, (await ledger.post(reward(newcomer, 10))).entry.id));
  const refusals = [
    attempt(ledger.post(redeem(one, 1, pin(false)))),
    attempt(ledger.post(cancel(one, `never arrived ${one.walletCode}`))),
  ];
  expect(tally(await Promise.all(refusals))).toEqual({
    "1401": 1,
    ...((await hasPin(one)) ? { "1311": 1 } : { posted: 1 }),
  });
  till.clock.set(new Date("2026-07-01T10:00:00Z"));
  expect(await ledger.expire(expire(one))).not.toBeNull();
  expect(await ledger.expire(expire(other))).not.toBeNull();
  till.clock.set(START);
}

async function hasPin({ id }: TestWallet): Promise<boolean> {
  const { rowCount } = await database.pool.query("SELECT FROM wallet_pin WHERE wallet_id = $1", [id]);
  return rowCount === 1;
}

/** Fills the tables past the ledger, with rows that a new entry can continue. */
async function grow(): Promise<void> {
  await admin.query("SET session_replication_role = replica");
  await admin.query(
    `INSERT INTO wallet (id, wallet_code, contact_msisdn, segment_id)
     SELECT 10000 + n, 'G' || n, '+2012' || lpad(n::text, 8, '0'), $1 FROM generate_series(0, $2::int) n`,
    [world.segment.id, WALLETS],
  );
  await admin.query(
    `INSERT INTO entry (wallet_id, seq, id, log_type_id, channel_id, amount, points_delta, amount_value, factor, balance_after,
            accumulated_after, redeemed_after, suspended_after, segment_version_id, user_id, merchant_id, branch_id, expires_on,
            created_at, lot_moves, branch_msisdn, external_log_id, hash)
     SELECT w.id, seq, nextval('entry_id_seq'), 2, 1, 1, 1, 1, 1, seq, seq, 0, 0, $1, $2, $3, $4, '2026-04-30',
            timestamptz '2026-03-01T00:00:00Z' + seq * interval '1 second', '[["2026-04-30", 1]]', $5, w.wallet_code || '/' || seq,
            sha256(convert_to(w.wallet_code || seq, 'UTF8'))
       FROM wallet w CROSS JOIN LATERAL generate_series(1, CASE WHEN w.id = 10000 THEN $6::int ELSE $7::int END) seq
      WHERE w.id >= 10000`,
    [
      ...[world.segment.versionId, world.userId, world.merchantId, world.branch.id, world.branch.msisdn],
      ...[HOT_ENTRIES, ENTRIES_PER_WALLET],
    ],
  );
  await admin.query(
    `INSERT INTO idempotency_key SELECT user_id, 2, external_log_id, wallet_id, id, hash, created_at FROM entry WHERE wallet_id >= 10000`,
  );
  await admin.query(
    `UPDATE wallet w SET last_seq = e.seq, balance = e.seq, accumulated = e.seq, last_hash = e.hash
       FROM (SELECT DISTINCT ON (wallet_id) * FROM entry WHERE wallet_id >= 10000 ORDER BY wallet_id, seq DESC) e WHERE e.wallet_id = w.id`,
  );
  await admin.query("INSERT INTO lot SELECT id, '2026-04-30', balance FROM wallet WHERE id >= 10000");
  await admin.query(
    "INSERT INTO reversal (wallet_id, entry_id, taken) SELECT wallet_id, id, amount FROM entry WHERE wallet_id > 10000 AND seq % 4 = 0",
  );
  await admin.query(
    "INSERT INTO wallet_pin (wallet_id, hash) SELECT id, 'x' FROM wallet WHERE id > 10000 AND id % 2 = 0",
  );
  await admin.query(
    "INSERT INTO entry_part SELECT id, 0, 'rate', amount, NULL FROM entry WHERE wallet_id >= 10000",
  );
  await admin.query(
    "INSERT INTO promotion_use SELECT p.id, w.id, '2025-01-01', 0 FROM wallet w CROSS JOIN promotion p WHERE w.id >= 10000",
  );
  await admin.query(
    `INSERT INTO referral (wallet_id, referrer_wallet_id, opened_at, state, settled_on, reward_wallet_id, reward_entry_id)
     SELECT id, 10000, created_at, 'unpaid', '2026-03-01', id, id FROM wallet WHERE id > 10000`,
  );
  await admin.query("RESET session_replication_role");
  const { rows } = await admin.query(
    "SELECT id, wallet_code, contact_msisdn FROM wallet WHERE id >= 10000 ORDER BY id LIMIT 50",
  );
  const wallets = rows.map((row) => {
    return { id: Number(row.id), walletCode: row.wallet_code, contactMsisdn: row.contact_msisdn };
  });
  [hot, ...grown] = wallets as [TestWallet, ...TestWallet[]];
}

/** What is sent besides for a pooled child with an allowance. */
async function sendAsChild(parent?: TestWallet): Promise<void> {
  const [pool, child] = [parent ?? (await world.wallet()), await world.wallet()];
  await joinFamily(database.pool, child, pool, { allowance: 100 });
  const { reward, redeem, refund } = world.commands;
  await till.ledger.post(reward(child, 50));
  const paid = await till.ledger.post(
    redeem(child, 20, { reference: reference(`child ${child.walletCode}`) }),
  );
  await till.ledger.post(refund(child, paid.entry.id, { points: 5 }));
}

/** Scans of whole tables and lookups so far, as the server counts them: triggers and foreign keys included. */
async function scans(): Promise<{ whole: Record<string, number>; lookups: number }> {
  // A session's counts are handed in at the end of a transaction, if asked for at once.
  await till.pool.query("SELECT pg_stat_force_next_flush()");
  await till.pool.query("SELECT 1");
  const { rows } = await database.pool.query<{ relname: string; seq_scan: string; idx_scan: string }>(
    "SELECT relname, seq_scan, idx_scan FROM pg_stat_user_tables WHERE relname = ANY ($1)",
    [LARGE_TABLES],
  );
  return {
    whole: Object.fromEntries(rows.map((row) => [row.relname, Number(row.seq_scan)])),
    lookups: rows.reduce((sum, row) => sum + Number(row.idx_scan), 0),
  };
}

describe("statements that were planned on an empty log", () => {
  test("read no large table whole after it has grown, nor do the triggers behind them", async () => {
    const before = await scans();
    for (let pair = 0; pair < 10; pair += 2) await sendEverything(grown.slice(pair, pair + 2));
    await sendEverything([hot, grown[20] as TestWallet]);
    await sendAsChild(grown[30]);
    const after = await scans();
    expect(after.whole).toEqual(before.whole);
    expect(after.lookups).toBeGreaterThan(before.lookups + 100);
  });

  test("are each planned as lookups", async () => {
    const { rows } = await till.pool.query<{ name: string; parameters: number }>(
      `SELECT name, cardinality(parameter_types) AS parameters FROM pg_prepared_statements
        WHERE name NOT IN ('', 'BEGIN', 'BEGIN_DRY', 'COMMIT') ORDER BY name`,
    );
    const expected = [
      "lock_callers",
      "lock_coupon_days",
      "lock_coupon_templates",
      "lock_promotion_totals",
      "lock_shown_coupons",
      "lock_undone_coupons",
      "lock_wallets",
      "lock_wallets_of_entries",
      "read_bills",
      "read_companions",
      "read_coupon_days",
      "read_coupon_uses",
      "read_coupons_of_entries",
      "read_entries",
      "read_given",
      "read_goods",
      "read_holds",
      "read_keys",
      "read_mark",
      "read_pending",
      "read_promotion_uses",
      "read_promotion_versions",
      "read_promotions",
      "read_referrals_of_month",
      "read_replayed",
      "read_rules",
      "read_settled_referrals",
      "read_shown_coupons",
      "read_spent",
      "read_visited_newcomers",
      "read_wallets",
      "take_entry_ids",
    ];
    const written = [
      "write_caller",
      "write_keys",
      "write_lapsed",
      "write_movements",
      "write_no_referrer",
      "write_parts",
      "write_pin",
      "write_promotion_totals",
      "write_promotion_uses",
      "write_referral",
      "write_referral_taken_back",
      "write_reversals",
    ];
    expect(rows.map(({ name }) => name)).toEqual([...expected, ...written]);
    for (const { name, parameters } of rows) {
      const nulls = Array.from({ length: parameters }, () => "NULL").join(", ");
      const plan = await explain(till.pool, `EXECUTE ${name}${parameters > 0 ? `(${nulls})` : ""}`);
      expect(wholeScans(plan), name).toEqual([]);
    }
  });
});

describe("a history", () => {
  const request = { walletId: 0, limit: 50 };

  test.each(["before", "after"])(
    "of a hot wallet is read from its index in order, a page at a time, %s statistics are collected",
    async (when) => {
      if (when === "after") await admin.query("ANALYZE");
      const { nextCursor } = await walletHistory(database.pool, { ...request, walletId: hot.id });
      const cursor = nextCursor ?? "";
      for (const filter of [{}, { logTypeIds: [LOG_TYPE.reward] }, { text: "G0/1" }]) {
        const plan = await explainQuery(walletHistoryQuery({ ...request, walletId: hot.id, cursor, filter }));
        expect(wholeScans(plan)).toEqual([]);
        // Backwards through the primary key from the cursor on, no sorting of what comes before the page.
        const [scan] = scansOf(plan, "entry").filter((node) => node["Index Name"] === "entry_pkey");
        expect(scan).toMatchObject({ "Node Type": "Index Scan", "Scan Direction": "Backward" });
        expect(scan?.["Index Cond"]).toContain("seq <");
        expect(nodesOf(plan).filter(isSortOfMoreThan(51))).toEqual([]);
      }
      const plan = await explainQuery(walletHistoryQuery({ ...request, walletId: hot.id, cursor }));
      const read = scansOf(plan, "entry").find((node) => node["Index Name"] === "entry_pkey");
      expect(read?.["Actual Rows"]).toBe(51);
    },
  );

  test("of a branch is read from its index in order, a page at a time", async () => {
    const first = branchHistoryQuery({ branchId: world.branch.id, limit: 50 });
    const plan = await explainQuery(first);
    expect(wholeScans(plan)).toEqual([]);
    const [scan] = scansOf(plan, "entry").filter((node) => node["Index Name"] === "entry_branch_idx");
    expect(scan).toMatchObject({ "Scan Direction": "Backward" });
    // Entries of one instant are sorted by id, so a few more than the page are read; not the whole branch.
    expect(scan?.["Actual Rows"]).toBeLessThan(WALLETS * 3);
  });

  test("of all branches are read from the stretch of each, a page of it at most, and at no branch likewise", async () => {
    const query = listedEntriesQuery({
      scope: {
        merchantId: world.merchantId,
        branchIds: [world.branch.id, world.otherBranch.id],
        withoutBranch: true,
      },
      filter: { timeZone: "Africa/Cairo", from: START, until: new Date(START.getTime() + 86_400_000) },
      limit: 50,
    });
    const plan = await explainQuery(query);
    expect(wholeScans(plan)).toEqual([]);
    const scans = scansOf(plan, "entry").filter((node) => node["Index Name"] === "entry_branch_idx");
    expect(scans).toHaveLength(2);
    for (const scan of scans) {
      expect(scan).toMatchObject({ "Scan Direction": "Backward" });
      expect(scan["Actual Rows"]).toBeLessThan(WALLETS * 3);
    }
  });

  test("of a branch's day is summed up and watched by its index, cancelled entries by their own", async () => {
    const stretch = { from: START, until: new Date(START.getTime() + 60_000) };
    const requests = [
      branchTotalsQuery({ branchIds: [world.branch.id, world.otherBranch.id], ...stretch }),
      branchMarkQuery({ branchId: world.branch.id, ...stretch }),
    ];
    for (const { text, values } of requests) {
      const plan = await explainQuery({ sql: text, values });
      expect(wholeScans(plan)).toEqual([]);
      expect(scansOf(plan, "entry").map((node) => node["Index Name"])).toContain("entry_branch_idx");
    }
  });
});

type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  "Actual Rows"?: number;
  "Scan Direction"?: string;
  Plans?: Plan[];
};

async function explain(pool: pg.Pool, statement: string): Promise<Plan> {
  const { rows } = await pool.query(`EXPLAIN (FORMAT JSON) ${statement}`);
  return rows[0]["QUERY PLAN"][0].Plan;
}

async function explainQuery({ sql, values }: { sql: string; values: unknown[] }): Promise<Plan> {
  const { rows } = await database.pool.query(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${sql}`, values);
  return rows[0]["QUERY PLAN"][0].Plan;
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

function scansOf(plan: Plan, table: string): Plan[] {
  return nodesOf(plan).filter(
    (node) => node["Relation Name"] === table && node["Node Type"].includes("Scan"),
  );
}

function wholeScans(plan: Plan): Plan[] {
  return nodesOf(plan).filter(
    (node) => node["Node Type"] === "Seq Scan" && LARGE_TABLES.includes(node["Relation Name"] ?? ""),
  );
}

function isSortOfMoreThan(rows: number) {
  return (node: Plan) => node["Node Type"].includes("Sort") && (node["Actual Rows"] ?? 0) > rows;
}

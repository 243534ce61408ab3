import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashClientSecret } from "@/lib/areas/clients/api-client";
import { findDemoAccess } from "@/lib/demo/access";
import { DEALS } from "@/lib/demo/catalogue/deals";
import { MERCHANTS } from "@/lib/demo/catalogue/merchants";
import { CLIENTS, STAFF } from "@/lib/demo/catalogue/people";
import { endDemoAccess } from "@/lib/demo/end-access";
import { FIXED_BALANCES } from "@/lib/demo/fixed-balances";
import { LOAD_LOCK, loadDemoData } from "@/lib/demo/load";
import { verify } from "@/lib/ledger/verify/verify";
import { ledgerPool } from "@/lib/platform/database/pools";
import { verifyPassword, verifyPin } from "@/lib/portal/session/password";
import { createTestDatabase, type TestDatabase, untilHeldUp } from "@/tests/support/database";

/** A Saturday, in the middle of the day in Cairo. */
const NOW = new Date("2026-11-21T10:30:00Z");
const LOAD_TIMEOUT_MS = 120_000;

let database: TestDatabase;

async function rows<Row extends pg.QueryResultRow>(
  text: string,
  values: unknown[] = [],
  of = database,
): Promise<Row[]> {
  return (await of.pool.query<Row>(text, values)).rows;
}

async function numberOf(text: string, values: unknown[] = [], of = database): Promise<number> {
  const [row] = await rows<{ n: string }>(`SELECT count(*) AS n FROM (${text}) AS counted`, values, of);
  return Number(row?.n);
}

/** What a customer or an auditor would see of the log, without the numbers that the database gave. */
const LOG = `
  SELECT w.wallet_code, e.seq, e.log_type_id, e.channel_id, e.points_delta, e.suspended_delta, e.balance_after, e.created_at,
         e.branch_msisdn, u.email, e.external_log_id, e.invoice_number, e.sku_id,
         e.comment, e.lot_moves
    FROM entry e JOIN wallet w ON w.id = e.wallet_id JOIN app_user u ON u.id = e.user_id`;

const LOG_DIGEST = "c67eaef7cebbee6e10ef8740a129acc8607f1e23375a5bfc109096257b26f5ec";

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (let polls = 0; !(await isTrue()); polls += 1) {
    if (polls > 2_000) throw new Error("The load does not go on");
    await delay(20);
  }
}

/** A connection cut while it was idle is replaced by its pool and interrupts nothing: so they are cut until it does. */
async function cutUntilGone(application: string, ended: Promise<unknown>): Promise<void> {
  let isGone = false;
  void ended.then(() => {
    isGone = true;
  });
  while (!isGone) {
    await rows(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()",
      [application],
    );
    await delay(5);
  }
}

describe("the demo data in an empty database", () => {
  let outcomes: string[];

  /**
   * Three processes start at once, and the one that loads is interrupted half way: another one takes it up, later, and the
   * third finds it done. All that follows is said of data that came about in this way.
   */
  beforeAll(async () => {
    database = await createTestDatabase();
    const { prisma } = database;
    const doomed = new pg.Pool({ connectionString: database.url, max: 4, application_name: "doomed" });
    doomed.on("error", () => undefined);
    doomed.on("connect", (client) => client.on("error", () => undefined));
    const interrupted = loadDemoData({ pool: doomed, prisma, now: NOW }).then(
      ({ kind }) => kind,
      () => "interrupted",
    );
    await until(async () => (await numberOf("SELECT 1 FROM job_run")) > 0);
    const later = new Date(NOW.getTime() + 3 * 60 * 60_000);
    const others = [1, 2].map(() => loadDemoData({ pool: ledgerPool(), prisma, now: later }));
    await until(async () => (await numberOf("SELECT 1 FROM entry")) >= 800);
    await cutUntilGone("doomed", interrupted);
    await doomed.end();
    outcomes = [await interrupted, ...(await Promise.all(others)).map(({ kind }) => kind).sort()];
  }, LOAD_TIMEOUT_MS);
  afterAll(() => database.drop());

  test("is loaded once by several processes at once, and continued when the first is interrupted", () => {
    expect(outcomes).toEqual(["interrupted", "loaded", "present"]);
  });

  test("is the same each time, interrupted or not", async () => {
    const log = await rows(`SELECT * FROM (${LOG}) AS log ORDER BY wallet_code, seq`);
    const digest = createHash("sha256").update(JSON.stringify(log)).digest("hex");
    // Of an uninterrupted load. A change of the demo data writes its new value here.
    expect({ entries: log.length, digest }).toEqual({ entries: 3_722, digest: LOG_DIGEST });
  });

  test("has rewards for deals of every merchant, each of which ran at the branch that day", async () => {
    const used = await rows(
      `SELECT m.id, count(e.id) > 10 AS "isUsed",
              bool_and(EXISTS (SELECT FROM deal d JOIN deal_branch b ON b.deal_id = d.id
                                WHERE d.offer_number = e.sku_id AND d.merchant_id = m.id AND d.was_published
                                  AND b.branch_id = e.branch_id AND d.start_date <= e.created_at AND e.created_at < d.end_date))
                AS "isRunning"
         FROM merchant m LEFT JOIN entry e ON e.merchant_id = m.id AND e.sku_id IS NOT NULL
        WHERE m.is_active
        GROUP BY 1 ORDER BY 1`,
    );
    expect(used.length).toBeGreaterThan(1);
    expect(used).toEqual(used.map(({ id }) => ({ id, isUsed: true, isRunning: true })));
  });

  test("is never loaded again", async () => {
    const before = await numberOf(
      "SELECT id FROM entry UNION ALL SELECT id FROM deal UNION ALL SELECT id FROM app_user",
    );
    const { pool, prisma } = database;
    expect(await loadDemoData({ pool, prisma, now: new Date("2027-03-01T09:00:00Z") })).toEqual({
      kind: "present",
    });
    const after = await numberOf(
      "SELECT id FROM entry UNION ALL SELECT id FROM deal UNION ALL SELECT id FROM app_user",
    );
    expect(after).toBe(before);
  });

  test("is waited for longer than a connection waits for an answer", async () => {
    const holder = await database.pool.connect();
    const pool = new pg.Pool({ connectionString: database.url, max: 2, query_timeout: 200 });
    try {
      await holder.query("SELECT pg_advisory_lock($1)", [LOAD_LOCK]);
      const outcome = loadDemoData({ pool, prisma: database.prisma, now: NOW });
      await untilHeldUp(database.pool);
      await holder.query("SELECT pg_advisory_unlock($1)", [LOAD_LOCK]);
      expect(await outcome).toEqual({ kind: "present" });
    } finally {
      holder.release();
      await pool.end();
    }
  });

  test("is sound to the last row", async () => {
    const report = await verify(database.pool);
    expect(report.findings).toEqual([]);
    expect(report).toMatchObject({ isSound: true, wallets: await numberOf("SELECT id FROM wallet") });
  });

  test.each([
    ["100001", "+201110000001", 1, 1, true, true, "1", "1"],
    ["100002", "+201110000002", 1, 1, true, true, "1", "1"],
    ["100003", "+201110000003", 1, 3, true, true, "1.5", "2"],
    ["100004", "+201110000004", 3, 1, true, true, "1", "1"],
    ["100005", "+201110000005", 4, 1, true, true, "1", "1"],
    ["100006", "+201110000006", 5, 1, true, true, "1", "1"],
    ["100007", "+201110000007", 1, 1, false, true, "1", "1"],
    ["100008", "+201110000008", 1, 1, true, false, "1", "1"],
    ["100009", "+201110000009", 6, 1, true, true, "1", "1"],
    ["100010", "+201110000010", 2, 1, true, true, "1", "1"],
  ])(
    "wallet %s is as documented",
    async (code, msisdn, status, segment, optedIn, redemption, reward, redeem) => {
      const [wallet] = await rows(
        `SELECT w.contact_msisdn, w.status_id, w.balance::integer, w.suspended::integer, w.is_opted_in, w.redemption_enabled,
              (SELECT count(*)::integer FROM segment s WHERE s.id <= w.segment_id) AS segment,
              trim_scale(v.reward_factor)::text AS reward, trim_scale(v.redeem_factor)::text AS redeem,
              v.redeem_threshold::integer, v.bonus_points,
              EXISTS (SELECT 1 FROM wallet_pin p WHERE p.wallet_id = w.id) AS has_pin
         FROM wallet w JOIN segment_version v ON v.segment_id = w.segment_id AND v.is_current WHERE w.wallet_code = $1`,
        [code],
      );
      expect(wallet).toEqual({
        contact_msisdn: msisdn,
        status_id: status,
        balance: FIXED_BALANCES[code],
        suspended: 0,
        is_opted_in: optedIn,
        redemption_enabled: redemption,
        segment,
        reward,
        redeem,
        redeem_threshold: segment === 3 ? 500 : 0,
        bonus_points: null,
        has_pin: code === "100002",
      });
    },
  );

  test("the PIN of wallet 100002 is 1234", async () => {
    const [pin] = await rows<{ hash: string }>(
      "SELECT hash FROM wallet_pin p JOIN wallet w ON w.id = p.wallet_id WHERE wallet_code = '100002'",
    );
    expect(await verifyPin(pin?.hash ?? "", "1234")).toBe(true);
    expect(await verifyPin(pin?.hash ?? "", "4321")).toBe(false);
  });

  test.each([
    ["01000000001", 1, true],
    ["01000000002", 1, true],
    ["01000000003", 1, false],
    ["01000000011", 2, true],
  ])("branch %s belongs to merchant %i", async (msisdn, merchantId, isActive) => {
    const found = await rows(
      "SELECT merchant_id, is_active FROM branch WHERE msisdn = '+20' || substr($1, 2)",
      [msisdn],
    );
    expect(found).toEqual([{ merchant_id: merchantId, is_active: isActive }]);
  });

  const everything = ["reward", "redeem", "refund", "cancel", "deals", "events", "wallet", "enrol"];
  const plain = {
    merchant_id: 1,
    scopes: everything,
    all_branches: true,
    key_required_for: [] as string[],
    legacy: false,
    strict: false,
    revoked: false,
  };
  test.each([
    ["pis_test_demo", { ...plain, rate: null, burst: null }],
    ["pis_test_deals_only", { ...plain, scopes: ["deals"], rate: 100, burst: 200 }],
    ["pis_test_revoked", { ...plain, revoked: true, rate: 100, burst: 200 }],
    [
      "pis_test_key_required",
      { ...plain, key_required_for: [...everything.slice(0, 4), "enrol"], rate: 100, burst: 200 },
    ],
    ["pis_test_http200", { ...plain, legacy: true, rate: 100, burst: 200 }],
    ["pis_test_limited", { ...plain, rate: 5, burst: 5 }],
    ["pis_test_merchant2", { ...plain, merchant_id: 2, rate: 100, burst: 200 }],
    ["pis_test_fresh", { ...plain, scopes: [...everything.slice(0, 5), "wallet"], rate: 100, burst: 200 }],
    ["pis_test_strict", { ...plain, strict: true, rate: 100, burst: 200 }],
  ])("client %s is as documented", async (secret, expected) => {
    const found = await rows(
      `SELECT c.merchant_id, c.scopes, c.all_branches, c.key_required_for, c.legacy_http_200 AS legacy, c.is_strict AS strict, c.revoked_at IS NOT NULL AS revoked,
              c.rate_per_second AS rate, c.rate_burst AS burst, s.last4, u.kind
         FROM api_client_secret s JOIN api_client c ON c.id = s.client_id JOIN app_user u ON u.id = c.user_id WHERE s.secret_hash = $1`,
      [hashClientSecret(secret)],
    );
    expect(found).toEqual([{ ...expected, last4: secret.slice(-4), kind: "technical" }]);
  });

  test("no ClientId, password or PIN is stored as it is", async () => {
    const stored = await rows<{ text: string }>(
      `SELECT to_jsonb(s)::text AS text FROM api_client_secret s UNION ALL SELECT to_jsonb(a)::text FROM account a
       UNION ALL SELECT to_jsonb(c)::text FROM api_client c UNION ALL SELECT to_jsonb(l)::text FROM audit_log l`,
    );
    for (const { text } of stored) expect(text).not.toMatch(/pis_test_|-demo/);
  });

  test.each([
    ["cashier", "cashier", 1, ["+201000000001"]],
    ["supervisor", "supervisor", 1, []],
    ["admin", "merchant_admin", 1, []],
    ["operator", "programme_operator", null, []],
  ])("%s can sign in", async (username, role, merchantId, branches) => {
    const [user] = await rows<{ password: string }>(
      `SELECT u.role, u.merchant_id, u.is_active, a.password, a.account_id = u.id::text AS own,
              ARRAY(SELECT b.msisdn::text FROM user_branch x JOIN branch b ON b.id = x.branch_id WHERE x.user_id = u.id) AS branches
         FROM app_user u JOIN account a ON a.user_id = u.id AND a.provider_id = 'credential' WHERE u.username = $1`,
      [username],
    );
    expect(user).toMatchObject({ role, merchant_id: merchantId, is_active: true, own: true, branches });
    expect(await verifyPassword(user?.password ?? "", `${username}-demo`)).toBe(true);
  });

  test("deals are there in every state, all with an image that is stored", async () => {
    const states = await rows<{ state: string; n: number }>(
      `SELECT CASE WHEN state <> 'published' THEN state WHEN start_date > $1 THEN 'scheduled' WHEN end_date <= $1 THEN 'ended' ELSE 'live' END AS state,
              count(*)::integer AS n
         FROM deal WHERE image_hash IS NOT NULL GROUP BY 1 ORDER BY 1`,
      [NOW],
    );
    expect(states.map(({ state }) => state)).toEqual(["draft", "ended", "live", "paused", "scheduled"]);
    expect(states.reduce((sum, { n }) => sum + n, 0)).toBe(DEALS.length);
    expect(await numberOf("SELECT 1 FROM merchant WHERE image_hash IS NULL")).toBe(0);
    expect(await numberOf("SELECT 1 FROM image WHERE encode(sha256(bytes), 'hex') <> hash")).toBe(0);
  });

  test("live deals stay live for months", async () => {
    expect(
      await numberOf(
        "SELECT 1 FROM deal WHERE state = 'published' AND start_date <= $1 AND end_date BETWEEN $1 AND $1 + interval '2 months'",
        [NOW],
      ),
    ).toBe(0);
  });

  test.each([
    "programme",
    "merchant",
    "branch",
    "app_user",
    "user_branch",
    "account",
    "api_client",
    "api_client_branch",
    "api_client_secret",
    "segment",
    "segment_version",
    "wallet",
    "wallet_profile",
    "wallet_pin",
    "entry",
    "lot",
    "reversal",
    "pending_points",
    "hold",
    "idempotency_key",
    "image",
    "category",
    "deal",
    "deal_branch",
    "deal_day",
    "audit_log",
    "job_run",
  ])("%s is not empty", async (table) => {
    expect(await numberOf(`SELECT 1 FROM ${table}`)).toBeGreaterThan(0);
  });

  test("every kind of entry is in the log, and every status and segment among the wallets", async () => {
    const distinct = async (column: string, table: string) =>
      (await rows<{ value: number }>(`SELECT DISTINCT ${column} AS value FROM ${table} ORDER BY 1`)).map(
        ({ value }) => value,
      );
    expect(await distinct("log_type_id", "entry")).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(await distinct("status_id", "wallet")).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await distinct("segment_id", "wallet")).toHaveLength(4);
  });

  test("history is written in the order of time, over months, and ends before the moment of loading", async () => {
    expect(
      await numberOf(
        "SELECT 1 FROM (SELECT created_at, lag(created_at) OVER (ORDER BY id) AS before FROM entry) e WHERE created_at < before",
      ),
    ).toBe(0);
    const [span] = await rows<{ first: Date; last: Date; months: number }>(
      "SELECT min(created_at) AS first, max(created_at) AS last, count(DISTINCT date_trunc('month', created_at))::integer AS months FROM entry",
    );
    expect(span?.last.getTime()).toBeLessThanOrEqual(NOW.getTime());
    expect(span?.months).toBeGreaterThan(9);
    expect(
      await numberOf(
        "SELECT 1 FROM entry e JOIN wallet w ON w.id = e.wallet_id WHERE e.created_at < w.created_at",
      ),
    ).toBe(0);
  });

  test("today at the first branch shows rewards, redemptions, a refund and a cancellation, by several people", async () => {
    const today = await rows<{ log_type_id: number; user_id: number }>(
      `SELECT log_type_id, user_id FROM entry e JOIN branch b ON b.id = e.branch_id
        WHERE b.msisdn = '+201000000001' AND (e.created_at AT TIME ZONE 'Africa/Cairo')::date = ($1::timestamptz AT TIME ZONE 'Africa/Cairo')::date`,
      [NOW],
    );
    expect(today.length).toBeGreaterThanOrEqual(15);
    expect([...new Set(today.map((entry) => entry.log_type_id))].sort()).toEqual([1, 2, 3, 4]);
    expect(new Set(today.map((entry) => entry.user_id)).size).toBeGreaterThanOrEqual(3);
  });

  test("look-alikes, a wallet below zero, suspended points, lapsed points and a locked PIN can be looked at", async () => {
    for (const question of [
      `SELECT 1 FROM entry a JOIN entry b ON b.wallet_id = a.wallet_id AND b.branch_id = a.branch_id AND b.amount = a.amount
          AND b.log_type_id = a.log_type_id AND b.seq > a.seq AND b.created_at - a.created_at < interval '60 seconds'`,
      "SELECT 1 FROM wallet WHERE balance < 0",
      "SELECT 1 FROM wallet WHERE suspended > 0",
      "SELECT 1 FROM lot WHERE lapsed_points > 0",
      "SELECT 1 FROM wallet_pin WHERE locked_until > '9000-01-01'",
      "SELECT 1 FROM reversal WHERE open_refunds > 0",
      "SELECT 1 FROM wallet WHERE merged_into_wallet_id IS NOT NULL",
    ]) {
      expect(await numberOf(question), question).toBeGreaterThan(0);
    }
  });

  test("every branch that is active had customers", async () => {
    const silent = await rows(
      "SELECT msisdn FROM branch b WHERE is_active AND NOT EXISTS (SELECT 1 FROM entry e WHERE e.branch_id = b.id)",
    );
    expect(silent).toEqual([]);
    expect(await numberOf("SELECT 1 FROM branch")).toBe(MERCHANTS.flatMap(({ branches }) => branches).length);
  });

  test("what is made next gets numbers of its own", async () => {
    const { id } = await database.prisma.merchant.create({ data: { nameEn: "New", nameAr: "جديد" } });
    expect(id).toBe(MERCHANTS.length + 1);
  });

  test("gives nobody access any more once it is ended, whom it did not bring keeps theirs", async () => {
    const { pool, prisma } = database;
    const data = { name: "Ours", email: "ours@portal.invalid", username: "ours", role: "programme_operator" };
    await prisma.user.create({ data });
    const ended = await endDemoAccess(pool, { database: prisma, clock: { now: () => NOW } });
    expect(ended.userIds).toHaveLength(STAFF.filter(({ isActive }) => isActive).length);
    expect(ended.clientIds).toHaveLength(CLIENTS.filter(({ isRevoked }) => !isRevoked).length);
    expect(await rows("SELECT username FROM app_user WHERE kind = 'portal' AND is_active")).toEqual([
      { username: "ours" },
    ]);
    expect(await numberOf("SELECT FROM session")).toBe(0);
    expect(await numberOf("SELECT FROM api_client_secret WHERE revoked_at IS NULL")).toBe(0);
    for (const [action, ids] of [
      ["user.deactivate", ended.userIds],
      ["client.revoke", ended.clientIds],
    ] as const)
      expect(
        await numberOf(
          "SELECT FROM audit_log WHERE action = $1 AND created_at = $2 AND subject_id::int = ANY ($3::int[])",
          [action, NOW, ids],
        ),
      ).toBe(ids.length);
    expect(await findDemoAccess(pool)).toEqual({ userIds: [], clientIds: [] });
  });
});

describe("a database that holds something", () => {
  test.each([
    ["a programme", "INSERT INTO programme (name_en, name_ar) VALUES ('Ours', 'لنا')"],
    ["a merchant", "INSERT INTO merchant (name_en, name_ar) VALUES ('Ours', 'لنا')"],
  ])("such as %s is left alone", async (_what, statement) => {
    const ours = await createTestDatabase();
    try {
      const { pool, prisma } = ours;
      await pool.query(statement);
      expect(await loadDemoData({ pool, prisma, now: NOW })).toEqual({ kind: "refused" });
      for (const table of ["wallet", "deal", "app_user", "job_run", "image"]) {
        expect(await numberOf(`SELECT 1 FROM ${table}`, [], ours)).toBe(0);
      }
    } finally {
      await ours.drop();
    }
  });
});

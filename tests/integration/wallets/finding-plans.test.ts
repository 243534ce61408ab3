import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { receiptsQuery } from "@/lib/log/receipts";
import { findWalletsByPart, walletsByPartQuery } from "@/lib/wallet/search";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { createWorld, type World } from "@/tests/support/ledger";

/**
 * What a cashier types must cost the same whether it finds nobody or half the programme. The plans are looked at on as many
 * rows as make the planner choose between an index and the whole table.
 */
const WALLETS = 20_000;
const LARGE_TABLES = ["wallet", "wallet_profile", "entry", "idempotency_key"];
const AT = { now: new Date("2026-05-01T10:00:00Z"), timeZone: "Africa/Cairo" };
const LIMIT = 9;

let database: TestDatabase;
let admin: pg.Pool;
let world: World;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = new pg.Pool({ connectionString: database.adminUrl, max: 1 });
  admin.on("error", () => undefined);
  for (const table of LARGE_TABLES) await admin.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
  world = await createWorld(database.pool);
  await admin.query("SET session_replication_role = replica");
  await admin.query(
    `INSERT INTO wallet (id, wallet_code, contact_msisdn, segment_id)
     SELECT 10000 + n, 'F' || n, '+2012' || lpad(n::text, 8, '0'), $1 FROM generate_series(1, $2::int) n`,
    [world.segment.id, WALLETS],
  );
  // Half of them are called alike.
  await admin.query(
    `INSERT INTO wallet_profile (wallet_id, name)
     SELECT 10000 + n, CASE n % 2 WHEN 0 THEN 'Mohamed Number' || n ELSE 'Other Name' || n END FROM generate_series(1, $1::int) n`,
    [WALLETS],
  );
  await admin.query(
    `INSERT INTO entry (wallet_id, seq, id, log_type_id, channel_id, amount, points_delta, amount_value, factor, balance_after,
            accumulated_after, redeemed_after, suspended_after, segment_version_id, user_id, merchant_id, branch_id, created_at,
            lot_moves, branch_msisdn, invoice_number, hash)
     SELECT w.id, 1, nextval('entry_id_seq'), 2, 1, 1, 1, 1, 1, 1, 1, 0, 0, $1, $2, $3, $4, '2026-03-01', '[]', $5,
            -- One till begins with 1 every day.
            CASE w.id % 4 WHEN 0 THEN 'INV-1' ELSE 'INV-' || w.id END, sha256(convert_to(w.wallet_code, 'UTF8'))
       FROM wallet w WHERE w.id > 10000`,
    [world.segment.versionId, world.userId, world.merchantId, world.branch.id, world.branch.msisdn],
  );
  await admin.query(
    `INSERT INTO idempotency_key SELECT user_id, 2, 'key ' || id, wallet_id, id, hash, created_at FROM entry WHERE wallet_id > 10000`,
  );
  await admin.query("RESET session_replication_role");
}, 120_000);
afterAll(async () => {
  await admin.end();
  await database.drop();
});

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  Plans?: PlanNode[];
}

/** The tables that a statement reads whole. */
async function readWhole({ sql, values }: { sql: string; values: unknown[] }): Promise<string[]> {
  const { rows } = await database.pool.query(`EXPLAIN (FORMAT JSON) ${sql}`, values);
  const nodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodes)];
  return nodes(rows[0]["QUERY PLAN"][0].Plan)
    .filter((node) => node["Node Type"].endsWith("Seq Scan"))
    .flatMap((node) => node["Relation Name"] ?? [])
    .filter((table) => LARGE_TABLES.includes(table));
}

const STATEMENTS: [name: string, statement: () => { sql: string; values: unknown[] }][] = [
  [
    "the last digits of a number",
    () => walletsByPartQuery({ digits: "12345" }, {}, { merchantId: null, limit: LIMIT }),
  ],
  [
    "the first digits that many have",
    () => walletsByPartQuery({ digits: "01200" }, {}, { merchantId: null, limit: LIMIT }),
  ],
  [
    "a name that half of them have",
    () => walletsByPartQuery({ name: "moh" }, {}, { merchantId: null, limit: LIMIT }),
  ],
  [
    "a name that nobody has",
    () => walletsByPartQuery({ name: "zzz zzz" }, {}, { merchantId: null, limit: LIMIT }),
  ],
  [
    "a receipt that a quarter of them have",
    () => receiptsQuery({ text: "inv-1", merchantId: world.merchantId }),
  ],
  ["a receipt that nobody has", () => receiptsQuery({ text: "none" })],
];

describe.each([false, true])("with statistics: %s", (isAnalyzed) => {
  beforeAll(async () => {
    if (isAnalyzed) await admin.query(`ANALYZE ${LARGE_TABLES.join(", ")}`);
  });

  test.each(STATEMENTS)("%s reads no large table whole", async (_, statement) => {
    expect(await readWhole(statement())).toEqual([]);
  });
});

test("what half of them have is answered with a few, and all of those fit", async () => {
  const wallets = await findWalletsByPart(database.pool, { name: "moh num" }, AT, {
    merchantId: null,
    limit: LIMIT,
  });
  expect(wallets).toHaveLength(LIMIT);
  expect(wallets.every(({ profile }) => profile.name?.startsWith("Mohamed Number"))).toBe(true);
  const [only, ...others] = await findWalletsByPart(database.pool, { digits: "0012345" }, AT, {
    merchantId: null,
    limit: LIMIT,
  });
  expect([only?.contactMsisdn, others]).toEqual(["+201200012345", []]);
});

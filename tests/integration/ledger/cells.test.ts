import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readMigrations } from "@/lib/platform/database/migrate";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { createWorld, expectSound, startProcess } from "@/tests/support/ledger";

/**
 * The seam for cells (docs/scale.md): groups of wallets, each with the ledger's tables in a schema of its own. Every statement of a
 * batch takes its schema from its connection's search_path.
 */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ isMigrated: false });
});
afterAll(() => database.drop());

const CELLS = ["cell_a", "cell_b"] as const;

function urlOf(cell: string): string {
  const url = new URL(database.ownerUrl);
  url.searchParams.set("options", `-c search_path=${cell}`);
  return url.href;
}

function poolOf(cell: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: urlOf(cell), max: 2 });
  // Removing the database ends sessions that were still closing.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

async function openCell(cell: string): Promise<pg.Pool> {
  await database.owner.query(`CREATE SCHEMA ${cell}`);
  const pool = poolOf(cell);
  for (const { sql } of await readMigrations()) await pool.query(sql);
  return pool;
}

test("two cells on one server keep their wallets, entries and references apart, and each is sound", async () => {
  for (const cell of CELLS) {
    const pool = await openCell(cell);
    const world = await createWorld(pool);
    const till = startProcess(urlOf(cell));
    const wallet = await world.walletWith(till.ledger, 100);
    const { entry } = await till.ledger.post(world.commands.redeem(wallet, 30));
    expect(entry).toMatchObject({ id: 2, seq: 2, balanceAfter: 70 });
    await till.stop();
    await expectSound(pool);
    await pool.end();
  }
});

/** Unique over all wallets: what cells have to share, or to keep apart by the group that a key names. */
const OVER_ALL_WALLETS = ["coupon_number_key", "idempotency_key_pkey", "wallet_wallet_code_key"] as const;

test("keys that are unique over all wallets are those of the list, besides numbers that one sequence gives", async () => {
  const pool = poolOf(CELLS[0]);
  const { rows } = await pool.query<{ name: string }>(`
    SELECT i.relname AS name
      FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
     WHERE x.indisunique AND t.relnamespace = current_schema()::regnamespace
       AND t.relname IN ('wallet', 'entry', 'lot', 'reversal', 'idempotency_key', 'entry_part', 'hold', 'pending_points', 'coupon')
       AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attnum = ANY (x.indkey)
                          AND (a.attname IN ('id', 'wallet_id', 'coupon_id') OR a.attname LIKE '%entry_id'))
     ORDER BY 1`);
  await pool.end();
  expect(rows.map(({ name }) => name)).toEqual([...OVER_ALL_WALLETS]);
});

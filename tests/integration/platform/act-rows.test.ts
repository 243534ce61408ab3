import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { proveSession, sessionProof, tablesWithoutTriggers } from "@/lib/platform/database/act-rows";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";

let database: TestDatabase;
/** Has the password of the service's role, and not its secret. */
let stranger: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  stranger = new pg.Pool({ connectionString: database.url, max: 1 });
  stranger.on("error", () => undefined);
});
afterAll(async () => {
  await stranger.end();
  await database.drop();
});

async function noted(table: string) {
  const { rows } = await database.pool.query(
    "SELECT row_key AS key, proof = $2 AS \"isOfService\", transaction FROM act_row WHERE table_name = $1 ORDER BY id",
    [table, sessionProof()],
  );
  return rows as { key: string; isOfService: boolean | null; transaction: string }[];
}

const ADD = "INSERT INTO category (name_en, name_ar) VALUES ($1, $1) RETURNING id";

describe("changes of sealed rows are noted", () => {
  test("with their transaction, which names the act, and the session that made them", async () => {
    const { rows } = await database.pool.query<{ id: number }>(ADD, ["Bread"]);
    const { rows: strange } = await stranger.query<{ id: number }>(ADD, ["Cake"]);
    await stranger.query("UPDATE category SET name_en = 'Cakes' WHERE id = $1", [strange[0]?.id]);
    await stranger.query("DELETE FROM category WHERE id = $1", [rows[0]?.id]);
    expect((await noted("category")).map(({ key, isOfService }) => [key, isOfService])).toEqual([
      [String(rows[0]?.id), true],
      [String(strange[0]?.id), null],
      [String(strange[0]?.id), null],
      [String(rows[0]?.id), null],
    ]);
    expect(await tablesWithoutTriggers(database.pool)).toEqual([]);
  });
});

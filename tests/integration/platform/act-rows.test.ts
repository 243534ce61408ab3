import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionProof, tablesWithoutTriggers } from "@/lib/platform/database/act-rows";
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
    'SELECT row_key AS key, proof = $2 AS "isOfService", transaction FROM act_row WHERE table_name = $1 ORDER BY id',
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

  test("of busy tables, only those that were not made in a session of the service", async () => {
    const add = "INSERT INTO job_run (name) VALUES ($1)";
    await database.pool.query(add, ["ours"]);
    await stranger.query(add, ["theirs"]);
    expect((await noted("job_run")).map(({ key, isOfService }) => [key, isOfService])).toEqual([
      ["theirs", null],
    ]);
  });

  test("and whoever has the role's password alone neither writes notes, nor takes them away, nor makes another token count", async () => {
    for (const statement of [
      "INSERT INTO act_row (table_name, row_key, transaction) VALUES ('wallet', '1', 1)",
      "UPDATE act_row SET proof = NULL",
      "DELETE FROM act_row",
      "TRUNCATE act_row",
      "ALTER TABLE category DISABLE TRIGGER act_row_added",
      "DROP TRIGGER act_row_added ON category",
      "SET session_replication_role = replica",
      "DELETE FROM act_proof",
    ])
      await expect(stranger.query(statement), statement).rejects.toMatchObject({ code: "42501" });
    await stranger.query(
      "SET points.proof = 'a token of mine'; INSERT INTO act_proof (proof) VALUES (session_proof())",
    );
    await stranger.query(ADD, ["Tea"]);
    expect((await noted("category")).at(-1)?.isOfService).toBe(false);
    expect((await noted("act_proof")).at(-1)?.isOfService).toBe(false);
  });

  test("notes of long ago go once their rows are sealed, those of strangers never", async () => {
    await database.owner.query(
      "UPDATE act_row SET at = now() - interval '40 days' WHERE table_name = 'category'",
    );
    const strange = (await noted("category")).filter(({ isOfService }) => isOfService === null);
    await stranger.query("SELECT forget_act_rows(9000000)");
    expect((await noted("category")).filter(({ isOfService }) => isOfService === null)).toEqual(strange);
    expect((await noted("category")).some(({ isOfService }) => isOfService)).toBe(false);
  });
});

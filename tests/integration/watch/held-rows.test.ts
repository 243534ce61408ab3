import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("the query for held rows names the session that holds them in each of 40 looks, also while nobody waits", async () => {
  const [, query = ""] =
    /## PointsRowsHeld.*?```sql\n(.*?)```/s.exec(readFileSync("docs/alerts.md", "utf8")) ?? [];
  const [holder, operator] = [1, 2].map(() => new pg.Client({ connectionString: database.adminUrl }));
  if (holder === undefined || operator === undefined) throw new Error("No sessions");
  await Promise.all([holder.connect(), operator.connect()]);
  try {
    await holder.query("SET application_name = 'a person'");
    await holder.query("BEGIN");
    await holder.query("SELECT FROM wallet FOR UPDATE");
    const looks = query.replace("interval '2 seconds'", "interval '0 seconds'");
    expect(looks).not.toBe(query);
    for (let look = 0; look < 40; look += 1) {
      const { rows } = await operator.query<{ application_name: string }>(looks);
      expect(rows.map((row) => row.application_name)).toEqual(["a person"]);
    }
    await holder.query("ROLLBACK");
    expect((await operator.query(looks)).rows).toEqual([]);
  } finally {
    await Promise.all([holder.end(), operator.end()]);
  }
});

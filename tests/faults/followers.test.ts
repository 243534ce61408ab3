import { afterAll, beforeAll, expect, test } from "vitest";
import { rollUpNextPart } from "@/lib/areas/reports/rollup";
import { systemClock } from "@/lib/platform/clock";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { compareReports } from "./followers";
import { furnish } from "./furnish";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await furnish(database.pool);
});
afterAll(() => database?.drop());

test("reports are compared with the log: nothing is found until a sum is one point off", async () => {
  await rollUpNextPart({ pool: database.pool, clock: systemClock });
  expect(await compareReports(database.pool)).toEqual([]);
  await database.pool.query("UPDATE report_day SET points = points + 1 WHERE log_type_id = 1");
  expect(await compareReports(database.pool)).not.toEqual([]);
});

import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { closePools, portalPool } from "@/lib/platform/database/pools";
import { createLogTo } from "@/lib/platform/log";
import { processSingleton } from "@/lib/platform/process-singleton";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";

const LOST = "A database connection was lost";

const lines: string[] = [];
processSingleton("log", () => createLogTo({ write: (line) => lines.push(line) }, "warn"));
const said = () => lines.filter((line) => line.includes(LOST)).length;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("a connection that the database ends is reported and replaced, unless its pool is closed already", async () => {
  const { rows } = await portalPool().query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  await database.pool.query("SELECT pg_terminate_backend($1)", [rows[0]?.pid]);
  await vi.waitFor(() => expect(said()).toBe(1), { timeout: 10_000 });
  await portalPool().query("SELECT 1");

  const pool = portalPool();
  await closePools();
  // What the pool says of a connection that ends by itself: it is done before all of them have said goodbye.
  pool.emit("error", new Error("terminating connection due to administrator command"), undefined);
  expect(said()).toBe(1);
});

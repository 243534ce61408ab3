import { createRequire } from "node:module";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { connectionConfig } from "@/lib/platform/database/connection";
import { closePools, createPrismaClient, portalPool } from "@/lib/platform/database/pools";
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

test("Prisma works over a pool that another bundle's copy of pg has made", async () => {
  const load = createRequire(import.meta.url);
  for (const name of Object.keys(load.cache))
    if (/node_modules\/pg(?:-pool)?\//.test(name)) delete load.cache[name];
  const { Pool } = load("pg") as typeof pg;
  const pool = new Pool({ ...connectionConfig("test"), max: 1 });
  expect(pool).not.toBeInstanceOf(pg.Pool);
  const client = createPrismaClient(pool);
  expect(await client.$queryRaw`SELECT current_database() AS name`).toEqual([
    { name: new URL(connectionConfig("test").connectionString ?? "").pathname.slice(1) },
  ]);
  await client.$disconnect();
  await pool.end();
});

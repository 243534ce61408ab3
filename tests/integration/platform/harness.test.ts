import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { ledgerPool, prisma } from "@/lib/platform/database/pools";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { refuseUnlessTestServer } from "@/tests/support/test-server";

let database: TestDatabase;
let other: TestDatabase;
beforeAll(async () => {
  other = await createTestDatabase();
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  await other.drop();
});

describe("the database of a test file", () => {
  test("is migrated and belongs to the service's ordinary role", async () => {
    const { rows } = await database.pool.query(
      "SELECT current_user AS role, count(*)::int AS applied FROM _prisma_migrations",
    );
    expect(rows).toEqual([{ role: "points_service", applied: expect.any(Number) }]);
    expect(rows[0].applied).toBeGreaterThan(0);
  });

  test("is the one that the service's own pools use", async () => {
    const name = new URL(database.url).pathname.slice(1);
    expect((await ledgerPool().query("SELECT current_database() AS name")).rows).toEqual([{ name }]);
    expect(await prisma().$queryRaw`SELECT current_database()::text AS name`).toEqual([{ name }]);
  });

  test("shares nothing with another's", async () => {
    await database.owner.query("CREATE TABLE only_here (id int)");
    const { rows } = await other.pool.query("SELECT to_regclass('only_here') AS found");
    expect(rows).toEqual([{ found: null }]);
  });

  test("is on a server that says it is there for tests; others are refused", async () => {
    await expect(refuseUnlessTestServer(inject("testServerUrl"))).resolves.toBeUndefined();
    await expect(refuseUnlessTestServer("postgresql://points@db.example.com/points")).rejects.toThrow(
      /local/,
    );
  });
});

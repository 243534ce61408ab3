import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureFoundation, FIRST_BEGINNING, isFoundationLaid } from "@/lib/areas/programme/foundation";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("an empty database is furnished once, and a start sees that it is", async () => {
  const session = await database.pool.connect();
  try {
    expect(await isFoundationLaid(session)).toBe(false);
    const systemUser = await ensureFoundation(database.prisma, FIRST_BEGINNING);
    expect(await isFoundationLaid(session)).toBe(true);
    expect(await ensureFoundation(database.prisma, FIRST_BEGINNING)).toBe(systemUser);
  } finally {
    session.release();
  }
});

test("a service that is set up begins with a usual part of the bill back and categories in both languages, once", async () => {
  const rates = await database.prisma.segmentVersion.findFirstOrThrow();
  expect([String(rates.rewardFactor), String(rates.redeemFactor)]).toEqual(["1", "20"]);
  const categories = await database.prisma.category.findMany();
  expect(categories).toHaveLength(FIRST_BEGINNING.categories.length);
  expect(categories.every(({ nameAr }) => /[\u0600-\u06ff]/.test(nameAr))).toBe(true);
});

test.each([
  ["programme", "DELETE FROM programme"],
  ["default segment", "UPDATE segment SET is_default = false"],
  ["system user", "UPDATE app_user SET email = 'somebody@technical.invalid' WHERE kind = 'system'"],
])("a start sees that the %s is missing", async (_, statement) => {
  await ensureFoundation(database.prisma);
  // The superuser, past the triggers that forbid all of this.
  const session = new pg.Client(database.adminUrl);
  await session.connect();
  try {
    await session.query("BEGIN");
    await session.query("SET LOCAL session_replication_role = replica");
    await session.query(statement);
    expect(await isFoundationLaid(session)).toBe(false);
  } finally {
    await session.end();
  }
});

import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migrate, migrationsDirectory, readMigrations } from "@/lib/platform/database/migrate";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";

const LAST = "20261201040001_points_on_the_rest";
const BEFORE_LAST = "20261201020001_day_of_a_use";
const FIRST = "0001_schema_20261127";

let database: TestDatabase;
let directory: string;
beforeEach(async () => {
  database = await createTestDatabase({ isMigrated: false });
  directory = await mkdtemp(path.join(os.tmpdir(), "migrations-"));
  await cp(path.join(migrationsDirectory(), FIRST), path.join(directory, FIRST), { recursive: true });
  await migrate(database.url, { directory });
  await database.pool.query("INSERT INTO merchant (name_en, name_ar) VALUES ('Lotus', 'لوتس')");
});
afterEach(async () => {
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

/** Leaves the database as releases before the squash did, with these as the last of their migrations. */
async function wasMadeBy(...names: string[]): Promise<void> {
  await database.owner.query("DELETE FROM _prisma_migrations");
  for (const name of names)
    await database.owner.query(
      "INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name) VALUES ($1, 'x', now(), $1)",
      [name],
    );
}

const names = async () =>
  (await database.pool.query("SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1")).rows.map(
    ({ name }) => name,
  );

test("a database of the last release before the squash is taken over with its rows, and migrated on", async () => {
  await wasMadeBy(BEFORE_LAST, LAST);
  // Additions of other tools do not matter.
  await database.owner.query(
    "CREATE TABLE of_others (id int); CREATE INDEX of_others_idx ON merchant (name_en)",
  );
  await mkdir(path.join(directory, "0002_later"));
  await writeFile(path.join(directory, "0002_later", "migration.sql"), "CREATE TABLE later (id int);");
  expect(await migrate(database.url, { directory })).toEqual([FIRST, "0002_later"]);
  expect(await names()).toEqual([FIRST, "0002_later"]);
  expect((await database.pool.query("SELECT name_en FROM merchant")).rows).toEqual([{ name_en: "Lotus" }]);
  const { rows } = await database.pool.query(
    "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'points_service%'",
  );
  expect(rows).toEqual([]);
  const [first] = await readMigrations(directory);
  const { rows: checksums } = await database.pool.query(
    "SELECT checksum FROM _prisma_migrations WHERE migration_name = $1",
    [FIRST],
  );
  expect(checksums).toEqual([{ checksum: first?.checksum }]);
  expect(await migrate(database.url, { directory })).toEqual([]);
});

test("one whose schema differs is refused, with each difference named, and stays as it is", async () => {
  await wasMadeBy(BEFORE_LAST, LAST);
  await database.owner.query(
    `DROP INDEX branch_merchant_id_idx; ALTER TABLE merchant ADD COLUMN motto text;
     ALTER TABLE entry DISABLE TRIGGER entry_append_only; ALTER TABLE hold ALTER COLUMN state SET DEFAULT 'released'`,
  );
  const refusal = await migrate(database.url, { directory }).catch((error: Error) => error.message);
  for (const named of [
    "lacks index branch_merchant_id_idx",
    "has column merchant.motto",
    "lacks trigger entry.entry_append_only O",
    "has trigger entry.entry_append_only D",
    "lacks column hold.state",
  ])
    expect(refusal).toContain(named);
  expect(await names()).toEqual([BEFORE_LAST, LAST]);
});

test("an older one is refused with what to do", async () => {
  await wasMadeBy(BEFORE_LAST);
  await expect(migrate(database.url, { directory })).rejects.toThrow(
    new RegExp(
      /last migration is \S+\. Take release [0-9.]+ \(tag v[0-9.]+, commit [0-9a-f]{8}\) first: start it once, which brings the database to \S+, then start this one/,
    ),
  );
  expect(await names()).toEqual([BEFORE_LAST]);
});

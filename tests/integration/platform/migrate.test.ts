import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { migrate, readMigrations } from "@/lib/platform/database/migrate";
import { MigrationError } from "@/lib/platform/database/migration";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { until } from "@/tests/support/ledger";

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase({ isMigrated: false });
  folder = await mkdtemp(path.join(os.tmpdir(), "migrations-"));
  await writeMigration("0001_first", "CREATE TABLE first (id int);\nINSERT INTO first VALUES (1);");
  await writeMigration("0002_second", "CREATE TABLE second (id int);");
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function writeMigration(name: string, sql: string): Promise<void> {
  await mkdir(path.join(folder, name), { recursive: true });
  await writeFile(path.join(folder, name, "migration.sql"), sql);
}

async function records() {
  const { rows } = await database.pool.query("SELECT * FROM _prisma_migrations ORDER BY migration_name");
  return rows;
}

async function exists(table: string): Promise<boolean> {
  const { rows } = await database.pool.query("SELECT to_regclass($1) IS NOT NULL AS found", [table]);
  return rows[0].found;
}

describe("migrate", () => {
  test("applies what is missing, in order, and records it as the Prisma CLI does", async () => {
    await writeFile(path.join(folder, "migration_lock.toml"), 'provider = "postgresql"\n');
    const [first] = await readMigrations(folder);
    expect(await migrate(database.url, { directory: folder })).toEqual(["0001_first", "0002_second"]);
    expect(await records()).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        checksum: first?.checksum,
        finished_at: expect.any(Date),
        migration_name: "0001_first",
        logs: "usable from 0001_schema_20261127",
        rolled_back_at: null,
        started_at: expect.any(Date),
        applied_steps_count: 1,
      },
      expect.objectContaining({ migration_name: "0002_second" }),
    ]);
  });

  test("changes nothing the second time, and applies only what was added since", async () => {
    await migrate(database.url, { directory: folder });
    const before = await records();
    expect(await migrate(database.url, { directory: folder })).toEqual([]);
    expect(await records()).toEqual(before);
    await writeMigration("0003_third", "CREATE TABLE third (id int);");
    expect(await migrate(database.url, { directory: folder })).toEqual(["0003_third"]);
  });

  test("several processes at once apply each migration once", async () => {
    await writeMigration("0003_slow", "SELECT pg_sleep(0.2); CREATE TABLE slow (id int);");
    const applied = await Promise.all(
      Array.from({ length: 5 }, () => migrate(database.url, { directory: folder })),
    );
    expect(applied.flat().sort()).toHaveLength(3);
    expect((await database.owner.query("SELECT * FROM first")).rowCount).toBe(1);
  });

  test("a migration that fails is undone whole; those before it stay, and the next run goes on from there", async () => {
    await writeMigration("0003_third", "CREATE TABLE third (id int); SELECT nonsense;");
    await expect(migrate(database.url, { directory: folder })).rejects.toThrow(MigrationError);
    await expect(migrate(database.url, { directory: folder })).rejects.toThrow(/0003_third.*nonsense/);
    expect(await exists("second")).toBe(true);
    expect(await exists("third")).toBe(false);
    expect(await records()).toHaveLength(2);
    await writeMigration("0003_third", "CREATE TABLE third (id int);");
    expect(await migrate(database.url, { directory: folder })).toEqual(["0003_third"]);
  });

  test("an edited migration is refused and nothing is applied", async () => {
    await migrate(database.url, { directory: folder });
    await writeMigration("0001_first", "CREATE TABLE first (id bigint);");
    await writeMigration("0003_third", "CREATE TABLE third (id int);");
    await expect(migrate(database.url, { directory: folder })).rejects.toThrow(/0001_first was edited/);
    expect(await exists("third")).toBe(false);
  });

  test("a migration that meets a table in use stands back and is tried again, holding up nobody behind it", async () => {
    await migrate(database.url, { directory: folder });
    await writeMigration("0003_third", "ALTER TABLE first ADD COLUMN more int;");
    const holder = await database.pool.connect();
    await holder.query("BEGIN; SELECT * FROM first");
    const migrating = migrate(database.url, { directory: folder });
    const seesWaiting = async () => {
      const { rows } = await database.pool.query(
        "SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      );
      return rows[0].waiting > 0;
    };
    await until(seesWaiting);
    await until(async () => !(await seesWaiting()));
    await database.pool.query("SELECT * FROM first");
    await holder.query("COMMIT");
    holder.release();
    expect(await migrating).toEqual(["0003_third"]);
  });

  test("the release before goes on, and starts again, on a schema that only has more; one that lacks what it uses is refused", async () => {
    await writeMigration("0001_schema_20261127", "SELECT 1;");
    await migrate(database.url, { directory: folder });
    await writeMigration("0003_more", "CREATE TABLE more (id int);");
    await migrate(database.url, { directory: folder });
    await rm(path.join(folder, "0003_more"), { recursive: true });
    expect(await migrate(database.url, { directory: folder })).toEqual([]);
    await writeMigration("0003_more", "CREATE TABLE more (id int);");
    await writeMigration("0004_less", "-- usable from: 0003_more\nDROP TABLE second;");
    await migrate(database.url, { directory: folder });
    await rm(path.join(folder, "0004_less"), { recursive: true });
    expect(await migrate(database.url, { directory: folder })).toEqual([]);
    await rm(path.join(folder, "0003_more"), { recursive: true });
    await expect(migrate(database.url, { directory: folder })).rejects.toThrow(/newer.*0004_less/);
  });

  test("a database newer than the release is refused", async () => {
    await migrate(database.url, { directory: folder });
    await rm(path.join(folder, "0002_second"), { recursive: true });
    await expect(migrate(database.url, { directory: folder })).rejects.toThrow(
      /newer than this release.*0002_second/,
    );
  });

  test("a migration the Prisma CLI left half done is refused; one it rolled back is applied again", async () => {
    await migrate(database.url, { directory: folder });
    await database.owner.query(
      "UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name LIKE '%second'",
    );
    await expect(migrate(database.url, { directory: folder })).rejects.toThrow(/second.*failed/);
    await database.owner.query(
      "UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name LIKE '%second'",
    );
    await database.owner.query("DROP TABLE second");
    expect(await migrate(database.url, { directory: folder })).toEqual(["0002_second"]);
  });

  test("this release's own migrations are numbered without gaps and apply to an empty database", async () => {
    const applied = await migrate(database.url);
    expect(applied).toEqual((await readMigrations()).map((migration) => migration.name));
    expect(await exists("wallet")).toBe(true);
    expect(applied.map((name) => Number(name.slice(0, 4)))).toEqual(applied.map((_, place) => place + 1));
  });
});

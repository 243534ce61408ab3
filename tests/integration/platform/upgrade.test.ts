import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { verify } from "@/lib/ledger/verify/verify";
import { migrate, readMigrations } from "@/lib/platform/database/migrate";
import { createTestDatabase } from "@/tests/support/database";
import { createWorld, startProcess } from "@/tests/support/ledger";

const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8", maxBuffer: 2 ** 28 });

/** The releases that have a name, oldest first; none where this is no clone. */
function releases(): string[] {
  try {
    return git("tag", "--list", "v[0-9]*", "--sort=version:refname").split("\n").filter(Boolean);
  } catch {
    return [];
  }
}

/** The folder of migrations as a release brought it. */
async function migrationsOf(release: string): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "release-"));
  const files = git("ls-tree", "-r", "--name-only", release, "prisma/migrations/").split("\n");
  for (const file of files.filter((name) => name.endsWith("migration.sql"))) {
    const name = path.basename(path.dirname(file));
    await mkdir(path.join(folder, name), { recursive: true });
    await writeFile(path.join(folder, name, "migration.sql"), git("show", `${release}:${file}`));
  }
  return folder;
}

/** The columns and constraints that a database has. One that came beside rows (NOT VALID) holds for whatever is written. */
const SCHEMA = `SELECT table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable AS line
  FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'
  UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || replace(pg_get_constraintdef(oid), ' NOT VALID', '') FROM pg_constraint WHERE connamespace = 'public'::regnamespace
  ORDER BY 1`;

const named = releases();
const title = "a database of each release that has a name becomes this release's, and the ledger works on it";
test.skipIf(named.length === 0)(
  named.length === 0 ? `${title} (no release has a tag yet)` : title,
  async () => {
    const fresh = await createTestDatabase();
    const { rows: wanted } = await fresh.owner.query(SCHEMA);
    const all = (await readMigrations()).map(({ name, checksum }) => ({ name, checksum }));
    for (const release of named) {
      const folder = await migrationsOf(release);
      const database = await createTestDatabase({ isMigrated: false });
      await migrate(database.url, { directory: folder });
      await migrate(database.url);
      // Migrations that a later release put together are recorded as the one that holds them.
      const { rows: applied } = await database.pool.query(
        "SELECT migration_name AS name, checksum FROM _prisma_migrations ORDER BY 1",
      );
      expect({ release, applied }).toEqual({ release, applied: all });
      expect({ release, rows: (await database.pool.query(SCHEMA)).rows }).toEqual({ release, rows: wanted });
      const world = await createWorld(database.pool);
      const till = startProcess(database.url);
      await world.walletWith(till.ledger, 10);
      await till.stop();
      expect((await verify(database.pool)).isSound).toBe(true);
      await database.drop();
      await rm(folder, { recursive: true });
    }
    await fresh.drop();
  },
);

import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { log } from "@/lib/platform/log";
import { inTransactionOn } from "@/lib/platform/transaction";
import { makeTriggers } from "./act-rows";
import { roleOf } from "./address";
import { revokeFromOthers } from "./foreign-roles";
import {
  type AppliedMigration,
  type Migration,
  MigrationError,
  migrationOf,
  OtherReleaseError,
  statementsOf,
} from "./migration";
import { grantToService } from "./service-role";
import { isFromBefore, recordMigration, takeOver, withoutReplaced } from "./takeover";

/** The Prisma CLI's own advisory lock, so that `prisma migrate deploy` and this runner never work at the same time. */
const MIGRATION_LOCK = 72_707_369;
const LOCK_WAIT_MS = 600_000;
/**
 * A migration that cannot get a table for so long stands back, because everything behind it waits as well, and tries again: from
 * its beginning, since what it had done is undone.
 */
const TABLE_LOCK_TIMEOUT = "500ms";
const TABLE_WAIT_MS = 300_000;
const PAUSE_MS = { first: 200, max: 5_000 };
/** lock_not_available, deadlock_detected. */
const IN_THE_WAY: ReadonlySet<string | undefined> = new Set(["55P03", "40P01"]);

/** Made by the Prisma CLI in the same words. */
const CREATE_LEDGER = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id                  VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum            VARCHAR(64) NOT NULL,
  finished_at         TIMESTAMPTZ,
  migration_name      VARCHAR(255) NOT NULL,
  logs                TEXT,
  rolled_back_at      TIMESTAMPTZ,
  started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

/** The folder of the migrations this release brings. Commands of the service run in the project's root. */
export function migrationsDirectory(): string {
  return path.join(/* turbopackIgnore: true */ process.cwd(), "prisma", "migrations");
}

/** The migrations in `directory`, in the order in which they are applied. */
export async function readMigrations(directory: string = migrationsDirectory()): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      return migrationOf(name, await readFile(path.join(directory, name, "migration.sql"), "utf8"));
    }),
  );
}

export interface MigrateOptions {
  /** Where the migrations are; absent: this release's own. */
  directory?: string;
  /** The role that the service uses, when it is not the one that migrates: it gets what the service needs, and no more. */
  serviceRole?: string | undefined;
}

/**
 * Brings the database at `url` to this release's schema: applies what is missing, in order, each migration and its
 * record in one transaction, so that an interrupted run leaves whole migrations only and is simply run again. Any
 * number of processes may call it at once; one works, the others wait and find nothing left to do. A role that does not own
 * the tables changes nothing and only finds out whether anything is missing.
 * @returns the names of the migrations that were applied.
 * @throws MigrationError when an applied migration was edited or has failed, when the database is newer than this
 * release, when a migration's SQL fails, or when one is missing and the role may not apply it.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = await readMigrations(options.directory);
  const session = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: "points-service migrate",
  });
  // A broken connection rejects the running query; without a listener the event would also end the process.
  session.on("error", () => undefined);
  await session.connect();
  try {
    await lock(session);
    await session.query("SELECT set_config('lock_timeout', $1, false)", [TABLE_LOCK_TIMEOUT]);
    await session.query("SET client_min_messages = warning");
    return await bringUpToDate(session, migrations, options.serviceRole);
  } finally {
    await session.end();
  }
}

/** {@link migrate} as the owner, for a service that connects with another role. */
export function migrateFor({
  url,
  migrationUrl = url,
}: {
  url: string;
  migrationUrl?: string | undefined;
}): Promise<string[]> {
  return migrate(migrationUrl, { serviceRole: roleOf(url) });
}

async function bringUpToDate(
  session: pg.Client,
  migrations: readonly Migration[],
  serviceRole: string | undefined,
): Promise<string[]> {
  const { rows } = await session.query<{ role: string; changes: boolean; isEmpty: boolean }>(MAY_CHANGE);
  const [may] = rows;
  if (may?.changes !== true) {
    const applied = may?.isEmpty === true ? [] : await readApplied(session);
    const missing = findMissing(migrations, applied, { mayBeNewer: true });
    if (missing.length > 0) throw new MigrationError(missingText(missing));
    return [];
  }
  await session.query(CREATE_LEDGER);
  const applied = await readApplied(session);
  const missing = findMissing(migrations, applied, { mayBeNewer: true });
  await applyAll(session, missing, isFromBefore(applied) ? takeOver : carryOut);
  await makeTriggers(session, (act, table) => untilOutOfTheWay(act, { name: `the triggers of ${table}` }));
  const service = serviceRole === may.role ? undefined : serviceRole;
  if (service !== undefined) await grant(session, service);
  await revokeFromOthers(session, service ?? null);
  return missing.map((migration) => migration.name);
}

async function grant(session: pg.Client, role: string): Promise<void> {
  try {
    await grantToService(session, role);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`The role ${role} cannot be given what the service needs: ${reason}`, {
      cause: error,
    });
  }
}

/** Whether the role owns what migrations change; where there is nothing yet, whether it may create it. */
const MAY_CHANGE = `
SELECT current_user AS role, to_regclass('_prisma_migrations') IS NULL AS "isEmpty",
       coalesce((SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('_prisma_migrations')),
                has_schema_privilege(current_schema(), 'CREATE')) AS changes`;

function missingText(missing: readonly Migration[]): string {
  return `The database lacks ${missing.map(({ name }) => name).join(", ")}, and the role of DATABASE_URL does not own its tables. Set DATABASE_MIGRATION_URL to the owner's address, or run npm run migrate with it.`;
}

async function lock(session: pg.Client): Promise<void> {
  const deadline = performance.now() + LOCK_WAIT_MS;
  for (let attempt = 0; ; attempt += 1) {
    const { rows } = await session.query<{ locked: boolean }>("SELECT pg_try_advisory_lock($1) AS locked", [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.locked) return;
    if (performance.now() > deadline) {
      throw new MigrationError(
        "Another process has been migrating the database for ten minutes. Look what it waits for.",
      );
    }
    if (attempt === 10) log().info("Another process is migrating the database; waiting for it");
    await delay(100);
  }
}

async function readApplied(session: Pick<pg.Client, "query">): Promise<AppliedMigration[]> {
  const { rows } = await session.query<AppliedMigration>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS "isFinished",
            substring(logs FROM '^usable from (.+)$') AS "usableFrom"
       FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows;
}

/**
 * For commands that work on a database whose schema is not theirs to change.
 * @throws MigrationError when the database is older or newer than this release
 */
export async function requireMigrated(database: pg.Pool): Promise<void> {
  const { rows } = await database.query<{ isEmpty: boolean }>(MAY_CHANGE);
  const missing = findMissing(
    await readMigrations(),
    rows[0]?.isEmpty === true ? [] : await readApplied(database as Pick<pg.Client, "query">),
  );
  if (missing.length > 0) {
    throw new MigrationError(
      "The database does not have this release's tables yet. Start the service, or run: npm run migrate",
    );
  }
}

/**
 * The migrations the database still lacks. With `mayBeNewer` a later release may have added to the schema what this one does without:
 * so an instance of the release before goes on, and a step back is a start of it.
 * @throws MigrationError when what was applied does not fit what this release brings.
 */
export function findMissing(
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
  { mayBeNewer = false }: { mayBeNewer?: boolean } = {},
): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  const numbered = withoutReplaced(applied);
  for (const { name, checksum, isFinished, usableFrom } of numbered) {
    const migration = known.get(name);
    if (migration === undefined) {
      if (mayBeNewer && isFinished && known.has(usableFrom ?? "")) continue;
      throw new OtherReleaseError(
        `The database is newer than this release: it has the migration ${name}, which this release does not know. Start the release that made it, or a later one.`,
      );
    }
    if (!isFinished) {
      throw new MigrationError(
        `The migration ${name} was begun by the Prisma CLI and has failed. Mend the database, then mark the migration with "prisma migrate resolve".`,
      );
    }
    if (migration.checksum !== checksum) {
      throw new MigrationError(
        `The migration ${name} was edited after it had been applied to this database. Put the file back as it was and make the change in a new migration.`,
      );
    }
  }
  const done = new Set(numbered.map((row) => row.name));
  return migrations.filter((migration) => !done.has(migration.name));
}

/** Applies a migration and records it: in one transaction, or statement by statement where it asks for that. */
async function carryOut(session: pg.Client, migration: Migration): Promise<void> {
  if (migration.isInSteps) {
    // These wait for transactions without holding anybody up.
    await session.query("SET lock_timeout = 0");
    for (const statement of statementsOf(migration.sql)) await session.query(statement);
    await session.query("SELECT set_config('lock_timeout', $1, false)", [TABLE_LOCK_TIMEOUT]);
    await recordMigration(session, migration);
    return;
  }
  await inTransactionOn(session, async () => {
    await session.query(migration.sql);
    await recordMigration(session, migration);
  });
}

/** Applies migrations in their order, the first by an act of its own, and tells of them in one line. */
async function applyAll(
  session: pg.Client,
  missing: readonly Migration[],
  first: typeof carryOut,
): Promise<void> {
  const migrations: string[] = [];
  try {
    for (const [place, migration] of missing.entries()) {
      await apply(session, migration, place === 0 ? first : carryOut);
      migrations.push(migration.name);
    }
  } finally {
    if (migrations.length > 0)
      log().info({ count: migrations.length, last: migrations.at(-1) }, "Applied migrations");
  }
}

async function apply(session: pg.Client, migration: Migration, act: typeof carryOut): Promise<void> {
  try {
    await untilOutOfTheWay(() => act(session, migration), migration);
  } catch (error) {
    if (error instanceof MigrationError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`The migration ${migration.name} failed and was undone: ${reason}`, {
      cause: error,
    });
  }
}

/** Tries again, with a longer pause each time, while other transactions hold the tables. */
async function untilOutOfTheWay(work: () => Promise<void>, { name }: Pick<Migration, "name">): Promise<void> {
  const deadline = performance.now() + TABLE_WAIT_MS;
  for (let pauseMs = PAUSE_MS.first; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MS.max)) {
    try {
      return await work();
    } catch (error) {
      if (!IN_THE_WAY.has((error as pg.DatabaseError).code) || performance.now() > deadline) throw error;
      log().info({ migration: name, pauseMs }, "A migration waits for tables that are in use");
      await delay(pauseMs);
    }
  }
}

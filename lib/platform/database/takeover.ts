import { randomUUID } from "node:crypto";
import type { ClientBase } from "pg";
import { inTransactionOn } from "@/lib/platform/transaction";
import { type AppliedMigration, type Migration, MigrationError, OtherReleaseError } from "./migration";
import { describeSchema } from "./schema";

/** The last of the migrations that `0001_schema_20261127` replaced. They were named by day and time, today's are numbered. */
const LAST_REPLACED = "20261201040001_points_on_the_rest";
/** The last release that has it. */
const LAST_OF_BEFORE = "0.1.0 (tag v0.1.0, commit ae1ac34c)";
const REPLACED = /^\d{14}_/;
const SCRATCH = "points_service_comparison";
const DIFFERENCES_MAX = 10;

/** Whether releases from before the squash made the database. */
export function isFromBefore(applied: readonly AppliedMigration[]): boolean {
  return applied.some(({ name }) => REPLACED.test(name));
}

/**
 * The applied migrations without those that were replaced.
 * @throws MigrationError when the last of the replaced ones is missing: only a finished schema can be taken over.
 */
export function withoutReplaced(applied: readonly AppliedMigration[]): AppliedMigration[] {
  const replaced = applied.filter(({ name }) => REPLACED.test(name));
  if (replaced.length > 0 && !replaced.some(({ name, isFinished }) => name === LAST_REPLACED && isFinished)) {
    const last = replaced
      .map(({ name }) => name)
      .sort()
      .at(-1);
    throw new OtherReleaseError(
      `The database was made by an older release: its last migration is ${last}. Take release ${LAST_OF_BEFORE} first: start it once, which brings the database to ${LAST_REPLACED}, then start this one.`,
    );
  }
  return applied.filter(({ name }) => !REPLACED.test(name));
}

/**
 * Records `first` in place of the migrations that it replaced, where the session's schema is what `first` makes. Rows stay as
 * they are. The comparison makes the schema once more beside the real one, and undoes it.
 * @throws MigrationError naming the differences
 */
export async function takeOver(session: ClientBase, first: Migration): Promise<void> {
  await inTransactionOn(session, async () => {
    const found = await describeSchema(session);
    await session.query(`SAVEPOINT comparison; CREATE SCHEMA ${SCRATCH}; SET LOCAL search_path = ${SCRATCH}`);
    await session.query(first.sql);
    const expected = await describeSchema(session);
    await session.query("ROLLBACK TO SAVEPOINT comparison");
    const differences = compare(found, expected);
    if (differences.length > 0) throw new MigrationError(differenceText(differences));
    await session.query("DELETE FROM _prisma_migrations WHERE migration_name ~ '^[0-9]{14}_'");
    await recordMigration(session, first);
  });
}

/** Records a migration as the Prisma CLI does. */
export async function recordMigration(
  session: ClientBase,
  { name, checksum, usableFrom }: Migration,
): Promise<void> {
  await session.query(
    `INSERT INTO _prisma_migrations
       (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count)
     VALUES ($1, $2, clock_timestamp(), $3, $4, NULL, now(), 1)`,
    [randomUUID(), checksum, name, `usable from ${usableFrom}`],
  );
}

/** Missing parts, and parts of the service's tables that it did not make. Tables, functions and indexes of other tools may stay. */
function compare(found: readonly string[], expected: readonly string[]): string[] {
  const [has, wants] = [new Set(found), new Set(expected)];
  const tables = new Set(
    expected.filter((line) => line.startsWith("table ")).map((line) => line.split(" ")[1]),
  );
  const isOurs = (line: string) => tables.has(/^(?:column|constraint|trigger) (\w+)\./.exec(line)?.[1]);
  return [
    ...expected.filter((line) => !has.has(line)).map((line) => `lacks ${line}`),
    ...found.filter((line) => !wants.has(line) && isOurs(line)).map((line) => `has ${line}`),
  ];
}

function differenceText(differences: readonly string[]): string {
  const shown = differences
    .slice(0, DIFFERENCES_MAX)
    .map((line) => `  ${line.replace(/\s+/g, " ").slice(0, 200)}`);
  const more = differences.length - shown.length;
  return [
    `The database's schema is not the one that the migrations up to ${LAST_REPLACED} make, and was not taken over:`,
    ...shown,
    ...(more > 0 ? [`  and ${more} more`] : []),
    "Put it back as it was, then start again.",
  ].join("\n");
}

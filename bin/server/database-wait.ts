import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { isDatabaseUnavailable } from "@/lib/platform/database/errors";
import { requireSession } from "@/lib/platform/database/reach";
import { log } from "@/lib/platform/log";

/** A database of one's own may come up after the service, as in a compose file. */
const DATABASE_WAIT_MS = 60_000;

export const ONE_ROLE_DOES_BOTH =
  "The database role of DATABASE_URL can rewrite the logs: it owns the tables or is a superuser. Give the service a role of its own, and the owner's address in DATABASE_MIGRATION_URL (docs/operations.md).";

/** Says what is wrong with an address before anything depends on it. */
export async function requireDatabase(url: string, migrationUrl: string | undefined): Promise<void> {
  await untilAvailable(() => requireSession(url, "DATABASE_URL"));
  if (migrationUrl !== undefined && migrationUrl !== url)
    await untilAvailable(() => requireSession(migrationUrl, "DATABASE_MIGRATION_URL"));
  if (/[?&]sslmode=no-verify\b/.test(url))
    log().warn(
      "DATABASE_URL says sslmode=no-verify: whoever is between this machine and the database can read and change everything. Use verify-full with sslrootcert (docs/operations.md).",
    );
}

/** Tries again what can be done twice while the database is not there, or too busy, for a minute at most. */
export async function untilAvailable<Result>(work: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + DATABASE_WAIT_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() > deadline) throw error;
      log().warn({ reason: (error as Error).message }, "The database does not answer yet; trying again");
      await delay(1_000);
    }
  }
}

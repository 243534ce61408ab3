import { untilAvailable } from "@/bin/server/database-wait";
import { startEmbedded } from "@/lib/platform/database/embedded";
import { migrateFor } from "@/lib/platform/database/migrate";
import { isOtherRelease } from "@/lib/platform/database/migration";
import { requireSession } from "@/lib/platform/database/reach";
import { EnvError, EXIT_CODE_SETTINGS, env } from "@/lib/platform/env";

/** `npm run migrate`: brings the database to this release's schema and says what was done. */
async function main(): Promise<void> {
  const { databaseUrl, databaseMigrationUrl, dataDir } = env();
  const embedded =
    databaseUrl === undefined ? await startEmbedded({ dataDir, whenHeld: "share" }) : undefined;
  try {
    const migratedAt = databaseMigrationUrl ?? databaseUrl;
    // As the server does: a database may come up after this command.
    if (migratedAt !== undefined)
      await untilAvailable(() => requireSession(migratedAt, "DATABASE_MIGRATION_URL"));
    const applied = await untilAvailable(() =>
      migrateFor(embedded ?? { url: databaseUrl ?? "", migrationUrl: databaseMigrationUrl }),
    );
    console.log(applied.length === 0 ? "The database is up to date." : `Applied: ${applied.join(", ")}`);
  } finally {
    await embedded?.stop();
  }
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exit(error instanceof EnvError || isOtherRelease(error) ? EXIT_CODE_SETTINGS : 1);
});

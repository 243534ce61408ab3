import { startEmbedded } from "@/lib/platform/database/embedded";

/**
 * A process that holds the embedded database of the data folder it is given, for tests that kill it. Says on one line of
 * standard output how it went, and stops cleanly on SIGTERM.
 */
async function hold(dataDir: string): Promise<void> {
  const database = await startEmbedded({
    dataDir,
    whenHeld: "refuse",
    memoryMb: 32,
  });
  process.once("SIGTERM", () => database.stop().then(() => process.exit(0)));
  console.log(
    JSON.stringify({
      url: database.url,
      migrationUrl: database.migrationUrl,
      serverPid: database.serverPid(),
    }),
  );
}

hold(process.argv[2] ?? "").catch((error: Error) => {
  console.log(JSON.stringify({ error: error.message }));
  process.exit(1);
});

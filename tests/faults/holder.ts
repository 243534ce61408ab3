import { startEmbedded } from "@/lib/platform/database/embedded";

/**
 * A process that holds the database of a data folder, as the service's own does, so that all of it can be killed at once and
 * started again. Says on one line of standard output where the database is, and stops cleanly on SIGTERM.
 */
const [dataDir = "", settings = "{}"] = process.argv.slice(2);
const database = await startEmbedded({ dataDir, whenHeld: "refuse", settings: JSON.parse(settings) });
process.once("SIGTERM", () => database.stop().then(() => process.exit(0)));
const { url, migrationUrl, adminUrl } = database;
console.log(JSON.stringify({ url, migrationUrl, adminUrl }));

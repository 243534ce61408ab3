import { readFile } from "node:fs/promises";
import path from "node:path";
import { completeEnv, env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { processSingleton } from "@/lib/platform/process-singleton";
import { readOrCreateSecret } from "@/lib/platform/secret-file";
import { startEmbedded } from "./embedded";
import { migrateFor } from "./migrate";

/**
 * The key that signs sessions: SESSION_SECRET, or one that is generated once and kept in the data folder. With a database
 * of one's own the service may run on several machines, which must agree on the key: the log says so.
 */
export async function findSessionSecret(): Promise<string> {
  const { sessionSecret, databaseUrl } = env();
  if (sessionSecret !== undefined) return sessionSecret;
  if (databaseUrl !== undefined) {
    log().warn(
      "SESSION_SECRET is not set; using one that is kept in DATA_DIR. Set it, to the same on every machine, before the service runs on more than one.",
    );
  }
  return readOrCreateSecret(sessionSecretFile());
}

function sessionSecretFile(): string {
  return path.join(env().dataDir, "session-secret");
}

/** For tools beside the service: finds the secret of the settings, or the one that is kept, and makes none. Returns whether there is one. */
export async function knowsSecret(): Promise<boolean> {
  const { dataSecret, sessionSecret } = env();
  if (dataSecret !== undefined || sessionSecret !== undefined) return true;
  const kept = (await readFile(sessionSecretFile(), "utf8").catch(() => "")).trim();
  if (kept !== "") completeEnv({ sessionSecret: kept });
  return kept !== "";
}

const preparation = () =>
  processSingleton<{ done: Promise<void> | undefined }>("prepare", () => ({ done: undefined }));

/** Tells this process that its database is started and migrated: its parent has done it. */
export function markDatabasePrepared(): void {
  preparation().done = Promise.resolve();
}

/**
 * Makes the database usable for a process that is not the service's own server, such as `next start`: starts or
 * shares the embedded one when no DATABASE_URL is set, and migrates. Does nothing where that has been done.
 */
export function prepareDatabase(): Promise<void> {
  const state = preparation();
  state.done ??= prepare();
  return state.done;
}

async function prepare(): Promise<void> {
  const sessionSecret = await findSessionSecret();
  let { databaseUrl, databaseMigrationUrl: migrationUrl, dataDir } = env();
  if (databaseUrl === undefined) {
    const database = await startEmbedded({ dataDir, whenHeld: "share" });
    databaseUrl = database.url;
    migrationUrl = database.migrationUrl;
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void database.stop());
  }
  completeEnv({ databaseUrl, sessionSecret });
  await migrateFor({ url: databaseUrl, migrationUrl });
}

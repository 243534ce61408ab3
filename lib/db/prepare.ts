import path from "node:path";
import { startEmbedded } from "@/lib/db/embedded";
import { migrate } from "@/lib/db/migrate";
import { completeEnv, EnvError, env } from "@/lib/env";
import { processSingleton } from "@/lib/process-singleton";
import { readOrCreateSecret } from "@/lib/secret-file";

/**
 * The key that signs sessions: SESSION_SECRET, or with the embedded database one that is generated once and kept in
 * the data folder.
 * @throws EnvError when a database of one's own is used without SESSION_SECRET: its processes may run on several
 * machines and must agree on one.
 */
export async function findSessionSecret(): Promise<string> {
  const { sessionSecret, databaseUrl, dataDir } = env();
  if (sessionSecret !== undefined) return sessionSecret;
  if (databaseUrl !== undefined) {
    throw new EnvError(
      "SESSION_SECRET is missing. With DATABASE_URL it must be set, to at least 32 random characters that are the same on every process, such as the output of: openssl rand -hex 32",
    );
  }
  return readOrCreateSecret(path.join(dataDir, "session-secret"));
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
  let { databaseUrl, dataDir } = env();
  if (databaseUrl === undefined) {
    const database = await startEmbedded({ dataDir, whenHeld: "share" });
    databaseUrl = database.url;
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void database.stop());
  }
  completeEnv({ databaseUrl, sessionSecret });
  await migrate(databaseUrl);
}

import { parseArgs } from "node:util";
import pg from "pg";
import { rotateSigningKey, settleSigningKey } from "@/lib/areas/anchors/key-of-database";
import { signingKeyFile } from "@/lib/areas/anchors/signing-key";
import { sealState } from "@/lib/areas/anchors/state";
import { connectionConfig } from "@/lib/platform/database/connection";
import { startEmbedded } from "@/lib/platform/database/embedded";
import { knowsSecret } from "@/lib/platform/database/prepare";
import { completeEnv, EnvError, EXIT_CODE_SETTINGS, env } from "@/lib/platform/env";

const HELP = `The key that signs anchors of the logs: one for each database, in ANCHOR_KEY_FILE or DATA_DIR/anchor-key.pem.

  npm run anchor-key -- show           compares the file with the database and names the key
  npm run anchor-key -- rotate         makes a new key; what the one before signed stays proved
  npm run anchor-key -- replace-lost   the same where the key before is lost: its public part is taken from the database
  npm run anchor-key -- seal-anew      takes what stands beside the log, and the transactions so far, as they are: after rows were
                                       mended by hand, after a step back to a release before codes, or where DATA_SECRET is lost

After a new key, copy the file to every instance. An instance that still holds the key before signs nothing.`;

/** `npm run anchor-key`. */
async function main(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [act] = positionals;
  if (act !== "show" && act !== "rotate" && act !== "replace-lost" && act !== "seal-anew") {
    console.log(HELP);
    return;
  }
  const { databaseUrl, dataDir } = env();
  const embedded =
    databaseUrl === undefined ? await startEmbedded({ dataDir, whenHeld: "share" }) : undefined;
  if (embedded !== undefined) completeEnv({ databaseUrl: embedded.url });
  if (act === "seal-anew") return sealAnew().finally(() => embedded?.stop());
  const session = new pg.Client(connectionConfig("anchor-key"));
  session.on("error", () => undefined);
  try {
    await session.connect();
    const file = signingKeyFile();
    if (act === "show") {
      const { keyId } = await settleSigningKey(session, file);
      console.log(`${file} holds the key of this database: ${keyId}`);
      return;
    }
    const { key, before } = await rotateSigningKey(session, file, { isLost: act === "replace-lost" });
    console.log(`${key.keyId} in ${file} signs from now on. Copy the file to every instance.`);
    if (act === "replace-lost")
      console.log(
        `The public part of ${before} came from the database. Compare this name with "keyId" in anchors that you kept elsewhere: it is the hash of that part.`,
      );
  } finally {
    await session.end();
    await embedded?.stop();
  }
}

async function sealAnew(): Promise<void> {
  if (!(await knowsSecret())) throw new EnvError("SESSION_SECRET is not known here: seals are made with it.");
  const pool = new pg.Pool({ ...connectionConfig("anchor-key"), max: 2 });
  pool.on("error", () => undefined);
  try {
    const sealed = await sealState(pool, { now: new Date(), everyMs: 0, isAnew: true });
    if (sealed === null) throw new Error("Another process is sealing. Try again in a minute.");
    console.log("Everything beside the log is sealed as it is. The security log says so.");
  } finally {
    await pool.end();
  }
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = error instanceof EnvError ? EXIT_CODE_SETTINGS : 1;
});

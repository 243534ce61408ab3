import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import pg from "pg";
import { findInDatabase } from "@/bin/doctor/database";
import { exitCodeOf, type Finding, screenOf, well, wrong } from "@/bin/doctor/findings";
import { findDisk, findService, findWayIn } from "@/bin/doctor/machine";
import { connectionConfig } from "@/lib/platform/database/connection";
import { startEmbedded } from "@/lib/platform/database/embedded";
import { requireMigrated } from "@/lib/platform/database/migrate";
import { requireSession } from "@/lib/platform/database/reach";
import { completeEnv, EnvError, EXIT_CODE_SETTINGS, env } from "@/lib/platform/env";
import { readRows } from "@/lib/platform/rows";

const HELP = `Says in one screen what is wrong with this installation and what to do. Changes nothing; the service may be running.

  node bin/run.mjs doctor [--json]

Run it with the service's settings and as its account. The proofs of the logs are verify's.

Exit status: 0 nothing is wrong, 1 something is, 2 the database could not be looked at, 78 a setting cannot be used.`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { json: { type: "boolean", default: false }, help: { type: "boolean", default: false } },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const settings = env();
  const findings: Finding[] = [
    await findService(settings),
    ...(await findDatabase()),
    ...(await findWayIn(settings, new Date())),
    await findDisk(settings),
  ];
  console.log(values.json ? JSON.stringify(findings, null, 2) : screenOf(findings));
  return exitCodeOf(findings);
}

/** Reaches the database, or says what keeps the service from it. */
async function findDatabase(): Promise<Finding[]> {
  const { databaseUrl, dataDir } = env();
  if (databaseUrl === undefined && !existsSync(dataDir))
    return [
      wrong(
        "database",
        `there is neither a DATABASE_URL nor a database in ${dataDir}. Run doctor with the service's settings.`,
      ),
    ];
  const embedded =
    databaseUrl === undefined
      ? await startEmbedded({ dataDir, whenHeld: "share" }).catch((error: Error) => error)
      : undefined;
  if (embedded instanceof Error) return [wrong("database", embedded.message)];
  if (embedded !== undefined) completeEnv({ databaseUrl: embedded.url });
  const pool = new pg.Pool({ ...connectionConfig("doctor"), max: 1 });
  pool.on("error", () => undefined);
  try {
    await requireSession(databaseUrl ?? embedded?.url ?? "", "DATABASE_URL");
    await requireMigrated(pool);
    return [
      well(
        "database",
        embedded === undefined ? "reached, of this release" : `embedded in ${dataDir}, of this release`,
      ),
      ...(await findInDatabase(pool, env(), await nowOf(pool))),
    ];
  } catch (error) {
    return [wrong("database", (error as Error).message)];
  } finally {
    await pool.end();
    await embedded?.stop();
  }
}

/** Ages are told by the database's time, whatever this machine's clock says. */
async function nowOf(pool: pg.Pool): Promise<Date> {
  const [row] = await readRows<{ now: Date }>(pool, "SELECT now() AS now");
  return row?.now ?? new Date();
}

main().then(
  (exitCode) => {
    process.exitCode = exitCode;
  },
  (error: Error) => {
    console.error(error.message);
    process.exitCode = error instanceof EnvError ? EXIT_CODE_SETTINGS : 2;
  },
);

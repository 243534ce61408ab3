import { parseArgs } from "node:util";
import pg from "pg";
import { checkReports, type ReportCheck } from "@/lib/areas/reports/check";
import { type VerifyReport, verify } from "@/lib/ledger/verify";
import { connectionConfig } from "@/lib/platform/database/connection";
import { startEmbedded } from "@/lib/platform/database/embedded";
import { lagOf } from "@/lib/platform/database/reports-source";
import { completeEnv, EnvError, EXIT_CODE_SETTINGS, env } from "@/lib/platform/env";

const HELP = `Adds up every wallet's points log again, and the reports' sums, and says what is wrong. Changes nothing; the service may be running.

  npm run verify [-- options]

  --primary             reads the database itself also where REPORTS_DATABASE_URL names a standby server
  --findings <number>   findings to describe, 100 by default; all are counted
  --json                the report as JSON
  --help                this text

Exit status: 0 all is well, 1 something is wrong, 2 it could not be verified.`;

const EXIT_CODE_FINDINGS = 1;
const EXIT_CODE_FAILED = 2;
const PROGRESS_EVERY_MS = 1_000;

/** `npm run verify`. The report goes to standard output, progress to standard error. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      primary: { type: "boolean", default: false },
      findings: { type: "string", default: "100" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const findingsMax = Number(values.findings);
  if (!Number.isSafeInteger(findingsMax) || findingsMax < 0)
    throw new Error("--findings takes a whole number, such as 100.");
  const { databaseUrl, dataDir } = env();
  const embedded =
    databaseUrl === undefined ? await startEmbedded({ dataDir, whenHeld: "share" }) : undefined;
  if (embedded !== undefined) completeEnv({ databaseUrl: embedded.url });
  try {
    const report = await verifyDatabase({ findingsMax, isPrimary: values.primary });
    console.log(
      values.json
        ? JSON.stringify(report, null, 2)
        : [describe(report), ...(report.reports === null ? [] : [describeReports(report.reports)])].join(
            "\n",
          ),
    );
    return report.isSound && (report.reports?.findingCount ?? 0) === 0 ? 0 : EXIT_CODE_FINDINGS;
  } finally {
    await embedded?.stop();
  }
}

/** What is wrong with the log, and with the sums over it; null where no reports were made yet. */
interface WholeReport extends VerifyReport {
  reports: ReportCheck | null;
}

function connect(url?: string): pg.Pool {
  const pool = new pg.Pool({ ...connectionConfig("verify", url), max: 1 });
  // A connection that breaks is reported by the query that it breaks.
  pool.on("error", () => undefined);
  return pool;
}

/** The standby server where there is one that answers, otherwise the database. */
async function chooseSource(isPrimary: boolean): Promise<pg.Pool> {
  const { reportsDatabaseUrl } = env();
  const database = connect();
  if (isPrimary || reportsDatabaseUrl === undefined) return database;
  const copy = connect(reportsDatabaseUrl);
  try {
    const lagSeconds = await lagOf({ copy, database });
    console.error(`Reading from the standby server, ${lagSeconds.toFixed(1)} s behind.`);
    await database.end();
    return copy;
  } catch (error) {
    console.error(`Reading from the database itself: ${(error as Error).message}`);
    await copy.end();
    return database;
  }
}

async function verifyDatabase({
  findingsMax,
  isPrimary,
}: {
  findingsMax: number;
  isPrimary: boolean;
}): Promise<WholeReport> {
  const pool = await chooseSource(isPrimary);
  let toldAt = performance.now();
  try {
    const report = await verify(pool, {
      findingsMax,
      onProgress: ({ wallets, entries, findings }) => {
        if (performance.now() - toldAt < PROGRESS_EVERY_MS) return;
        toldAt = performance.now();
        console.error(`${wallets} wallets, ${entries} entries, ${findings} findings so far`);
      },
    });
    return { ...report, reports: await checkReports(pool) };
  } finally {
    await pool.end();
  }
}

function describe(report: VerifyReport): string {
  const looked = `Verified ${report.wallets} wallets, ${report.entries} entries and ${report.keys} references`;
  if (report.isSound) return `${looked}: all is well.`;
  const counts = Object.entries(report.findingCountByKind).map(([kind, count]) => `${kind} ${count}`);
  const lines = report.findings.map(
    ({ walletId, seq, what, expected, found }) =>
      `wallet ${walletId}${seq === null ? "" : `, entry ${seq}`}: ${what}: expected ${expected}, found ${found}`,
  );
  const more = report.findingCount - lines.length;
  return [
    `${looked}: ${report.findingCount} findings (${counts.join(", ")}).`,
    ...lines,
    ...(more > 0 ? [`… and ${more} more.`] : []),
  ].join("\n");
}

function describeReports(check: ReportCheck): string {
  const compared = `Compared the reports with the log up to entry ${check.entryId}`;
  if (check.findingCount === 0) return `${compared}: all is well.`;
  const lines = check.findings.map(
    ({ table, key, expected, found }) =>
      `${table} ${key}: expected ${expected ?? "nothing"}, found ${found ?? "nothing"}`,
  );
  return [`${compared}: ${check.findingCount} sums differ.`, ...lines].join("\n");
}

main().then(
  (exitCode) => {
    process.exitCode = exitCode;
  },
  (error: Error) => {
    console.error(error.message);
    process.exitCode = error instanceof EnvError ? EXIT_CODE_SETTINGS : EXIT_CODE_FAILED;
  },
);

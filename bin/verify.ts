import type { KeyObject } from "node:crypto";
import { parseArgs } from "node:util";
import pg from "pg";
import { anchorFile, readAnchorFile } from "@/lib/areas/anchors/anchor-file";
import {
  ANCHOR_FINDINGS,
  type AnchorReport,
  checkAnchors,
  proveEntry,
} from "@/lib/areas/anchors/check-anchors";
import { readPublicKeys, signingKeyFile } from "@/lib/areas/anchors/signing-key";
import { checkState, STATE_FINDINGS, type StateReport } from "@/lib/areas/anchors/state";
import { findUnsigned, unsignedText } from "@/lib/areas/anchors/unsigned";
import { checkReports, type ReportCheck } from "@/lib/areas/reports/check";
import { countWrittenOff, type WrittenOff } from "@/lib/ledger/jobs/restore";
import { type VerifyReport, verify } from "@/lib/ledger/verify/verify";
import { connectionConfig } from "@/lib/platform/database/connection";
import { startEmbedded } from "@/lib/platform/database/embedded";
import { FOREIGN_READERS, foreignReaders } from "@/lib/platform/database/foreign-roles";
import { requireMigrated } from "@/lib/platform/database/migrate";
import { knowsSecret } from "@/lib/platform/database/prepare";
import { lagOf } from "@/lib/platform/database/reports-source";
import { completeEnv, EnvError, EXIT_CODE_SETTINGS, env } from "@/lib/platform/env";
import { describeProof, withoutProof } from "./verify/describe-proof";

const HELP = `Adds up every wallet's points log again, and the reports' sums, hashes the audit log and the security events again, proves all of
them against the signed anchors, compares what stands beside the log with its seals, and says what is wrong. Changes nothing; the service may be running.

  npm run verify [-- options]

  --entry <number>      proves instead that this entry is under an anchor, and prints the path
  --anchors <file>      anchors that were kept elsewhere, instead of ANCHOR_FILE or those in DATA_DIR
  --key <file>          trusts this key (PEM) instead of ANCHOR_KEY_FILE or that in DATA_DIR; may be given several times
  --primary             reads the database itself also where REPORTS_DATABASE_URL names a standby server
  --findings <number>   findings to describe, 100 by default; all are counted
  --json                the report as JSON
  --help                this text

Any role that can read all tables will do: the service's, or their owner's.

Exit status: 0 all is well, 1 something is wrong, 2 it could not be verified, 3 nothing is wrong as far as could be seen: the key file was not
there, so no signature was checked.`;

const EXIT_CODE_FINDINGS = 1;
const EXIT_CODE_FAILED = 2;
const EXIT_CODE_WITHOUT_KEY = 3;
const PROGRESS_EVERY_MS = 1_000;

/** `npm run verify`. The report goes to standard output, progress to standard error. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      entry: { type: "string" },
      anchors: { type: "string" },
      key: { type: "string", multiple: true, default: [] },
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
  const entryId = values.entry === undefined ? undefined : Number(values.entry);
  if (entryId !== undefined && !(Number.isSafeInteger(entryId) && entryId > 0))
    throw new Error("--entry takes the number of an entry, as it stands on its receipt.");
  const { databaseUrl, dataDir } = env();
  const embedded =
    databaseUrl === undefined ? await startEmbedded({ dataDir, whenHeld: "share" }) : undefined;
  if (embedded !== undefined) completeEnv({ databaseUrl: embedded.url });
  try {
    await requireThisRelease();
    const keyFiles = values.key.length > 0 ? values.key : [signingKeyFile()];
    if (entryId !== undefined) return await proveOne(entryId, { keyFiles, isJson: values.json });
    const isNamed = values.key.length > 0;
    const report = await verifyDatabase({
      ...{ findingsMax, isPrimary: values.primary, keyFiles, isNamed },
      anchorsFile: values.anchors,
    });
    const { reports, anchors } = report;
    const texts = [
      describe(report),
      ...(reports === null ? [] : [describeReports(reports)]),
      ...describeAnchors(anchors),
      ...(report.isSignatureChecked ? [] : [WITHOUT_KEY(keyFiles)]),
      ...(report.unsignedSince === null ? [] : [unsignedText(report.unsignedSince)]),
      ...(report.writtenOff.points === 0 ? [] : [writtenOffText(report.writtenOff)]),
      describeState(report.state, findingsMax),
      ...(report.foreignReaders.length === 0
        ? []
        : [`${FOREIGN_READERS}: ${report.foreignReaders.join(", ")}.`]),
    ];
    const shown = { ...report, state: stateShown(report.state, findingsMax) };
    console.log(values.json ? JSON.stringify(shown, null, 2) : texts.join("\n"));
    const isWell =
      report.isSound &&
      (reports?.findingCount ?? 0) === 0 &&
      anchors.findingCount === 0 &&
      report.unsignedSince === null &&
      report.writtenOff.points === 0 &&
      (report.state?.findings.length ?? 0) === 0;
    if (!isWell) return EXIT_CODE_FINDINGS;
    return report.isSignatureChecked ? 0 : EXIT_CODE_WITHOUT_KEY;
  } finally {
    await embedded?.stop();
  }
}

/** Faults of the log, and of the sums over it; null where no reports were made yet. */
interface WholeReport extends VerifyReport {
  reports: ReportCheck | null;
  anchors: AnchorReport;
  /** False where there are anchors and no key file. */
  isSignatureChecked: boolean;
  /** Wallets and points that a clock of the future wrote off before their last day was over. */
  writtenOff: WrittenOff;
  /** When the first entry under no anchor was written, where entries went on for some rounds without one. */
  unsignedSince: Date | null;
  /** Null where the secret is not known that the seals are made with. */
  state: StateReport | null;
  /** Roles that could read customers and sessions besides the service's, by name. */
  foreignReaders: string[];
}

function connect(url?: string): pg.Pool {
  const pool = new pg.Pool({ ...connectionConfig("verify", url), max: 1 });
  // A connection that breaks is reported by the query that it breaks.
  pool.on("error", () => undefined);
  return pool;
}

/** @throws MigrationError when the database is older or newer than this release */
async function requireThisRelease(): Promise<void> {
  const pool = connect();
  await requireMigrated(pool).finally(() => pool.end());
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
  keyFiles,
  isNamed,
  anchorsFile,
}: {
  findingsMax: number;
  isPrimary: boolean;
  keyFiles: readonly string[];
  /** The command names the key files: one that is not there is a mistake. */
  isNamed: boolean;
  anchorsFile: string | undefined;
}): Promise<WholeReport> {
  const keys = await trustedKeys(keyFiles, isNamed);
  const inFile = await readAnchorFile(anchorsFile ?? anchorFile());
  if (anchorsFile !== undefined && inFile === null) throw new Error(`There is no file ${anchorsFile}.`);
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
    const anchors = await checkAnchors(pool, {
      ...{ keys, inFile },
      onProgress: ({ anchors: number }) => {
        if (performance.now() - toldAt < PROGRESS_EVERY_MS) return;
        toldAt = performance.now();
        console.error(`${number} anchors so far`);
      },
    });
    return {
      ...report,
      reports: await checkReports(pool),
      anchors,
      isSignatureChecked: keys !== null || anchors.anchors === 0,
      writtenOff: await countWrittenOff(pool, await readToday(pool)),
      unsignedSince: await findUnsigned(pool, env().anchorMinutes * 60_000),
      state: (await knowsSecret()) ? await checkState(pool) : null,
      foreignReaders: await foreignReaders(pool),
    };
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

/** The programme's day by the database's clock: this machine's may be wrong. */
async function readToday(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ today: string }>(
    "SELECT (now() AT TIME ZONE time_zone)::date::text AS today FROM programme",
  );
  return rows[0]?.today ?? "infinity";
}

const writtenOffText = ({ wallets, points }: WrittenOff): string =>
  `A clock that was ahead wrote off ${points} points of ${wallets} wallets before their last day was over. Portal, Settings, Programme: Put right.`;

const WITHOUT_KEY = (files: readonly string[]): string =>
  `Signatures were not checked: there is no ${files.join(", ")}. Anybody with the database's password could have made log and anchors anew. Give --key.`;

/** The keys that are trusted; null where the settings' file is not there. */
async function trustedKeys(files: readonly string[], isNamed: boolean): Promise<KeyObject[] | null> {
  try {
    return await readPublicKeys(files);
  } catch (error) {
    if (isNamed || (error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return null;
  }
}

function describeAnchors(report: AnchorReport): string[] {
  const chains = report.chains.map(({ chain, links, findings, findingCount }) => {
    const hashed = `Hashed ${links} rows of the ${CHAIN_NAMES[chain]} again`;
    if (findingCount === 0) return `${hashed}: all is well.`;
    const lines = findings.map(
      ({ seq, rowId, what }) => `row ${rowId}${seq === null ? "" : `, link ${seq}`}: ${CHAIN_FINDINGS[what]}`,
    );
    return [`${hashed}: ${findingCount} findings.`, ...lines].join("\n");
  });
  const inFile = report.inFile === null ? "without a file of anchors" : `and ${report.inFile} in the file`;
  const proved = `Proved the logs against ${report.anchors} anchors in the database, ${inFile}, up to entry ${report.entryId}`;
  const lines = report.findings.map(
    ({ number, what, entries: [after, last] }) =>
      `anchor ${number} (entries ${after + 1} to ${last}): ${ANCHOR_FINDINGS[what]}`,
  );
  const end = report.findings.length === 0 ? "all is well." : `${report.findings.length} findings.`;
  return [...chains, [`${proved}: ${end}`, ...lines].join("\n")];
}

/** With so many of its findings, and their number. */
function stateShown(report: StateReport | null, findingsMax: number) {
  if (report === null) return null;
  const { findings } = report;
  return { ...report, findingCount: findings.length, findings: findings.slice(0, findingsMax) };
}

function describeState(report: StateReport | null, findingsMax: number): string {
  if (report === null)
    return "What stands beside the log was not compared: SESSION_SECRET is not known here.";
  const { sealedAt, rows, findings } = report;
  if (sealedAt === null) return "What stands beside the log was not sealed yet.";
  const looked = `Compared ${rows} rows beside the log with their seals of ${sealedAt.toISOString()}`;
  if (findings.length === 0) return `${looked}: all is well.`;
  const lines = findings
    .slice(0, findingsMax)
    .map(({ kind, id, what }) => `${kind} ${id}: ${STATE_FINDINGS[what]}`);
  return [`${looked}: ${findings.length} findings.`, ...lines].join("\n");
}

const CHAIN_NAMES = { audit: "audit log", security: "security events" } as const;
const CHAIN_FINDINGS = {
  changed: "it, or the link before, is not what was hashed",
  missing_row: "the row is gone",
  missing_link: "links are missing before it",
  unchained: "the row was added past the chain",
} as const;

/** Proves one entry and prints how. */
async function proveOne(
  entryId: number,
  { keyFiles, isJson }: { keyFiles: readonly string[]; isJson: boolean },
): Promise<number> {
  const keys = (await trustedKeys(keyFiles, false)) ?? [];
  const pool = connect();
  try {
    const proof = await proveEntry(pool, { entryId, keys, knowsSecret: await knowsSecret() });
    if (isJson) console.log(JSON.stringify(proof, null, 2));
    else
      console.log(
        proof === null || proof === "waiting" ? withoutProof(entryId, proof) : describeProof(proof),
      );
    return typeof proof === "object" && proof?.isProved === true ? 0 : EXIT_CODE_FINDINGS;
  } finally {
    await pool.end();
  }
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

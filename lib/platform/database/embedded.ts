import { spawn } from "node:child_process";
import { open } from "node:fs/promises";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { prepareBinaries, type ServerBinaries } from "@/lib/platform/database/embedded/binaries";
import {
  type ClusterPlace,
  createClusterIfMissing,
  prepareCluster,
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
import { DatabaseInUseError, type EmbeddedOptions, takeHold } from "./embedded/holder";
import {
  eventually,
  type HasFailed,
  isPassing,
  launchOnWindows,
  listenSettings,
  neverExits,
  readFrom,
  requestStop,
  rotate,
  START_TIMEOUT_MS,
  waitUntilReady,
} from "./embedded/start";

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

const DATABASE = "points";

const OWNER = "points";

const SERVICE = "points_service";

const STOP_TIMEOUT_MS = 30_000;

/** How often the holder looks whether another person has told the server to end. */
const LOOK_EVERY_MS = 1_000;

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

import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { FOUNDATION_LOCK } from "@/lib/areas/programme/foundation";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { startDatabaseProxy } from "@/tests/support/database-proxy";
import { type RunningServer, spawnServer, startServer } from "@/tests/support/server";
import { createTemporaryFolder } from "@/tests/support/test-server";

const PATIENCE = { timeout: 20_000, interval: 50 };

let running: RunningServer[];
beforeEach(() => {
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()));
});

async function start(env: Record<string, string>): Promise<RunningServer> {
  const server = await startServer({ env });
  running.push(server);
  return server;
}

/** For tests that look at no page: a page worker costs as much as all the rest of a start. */
const WITHOUT_PAGES = { PAGE_WORKERS: "0" };

/** What the service prints when it refuses to start, after the exit code. */
async function refusal(env: Record<string, string>): Promise<string> {
  const error = await start(env).catch((caught: Error) => caught);
  return error instanceof Error ? error.message : "It started.";
}

async function readiness(server: RunningServer): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${server.url}/readyz`);
  return { status: response.status, body: await response.json() };
}

const isRefused = async (server: RunningServer) =>
  fetch(`${server.url}/livez`).then(
    () => false,
    () => true,
  );

type WorkerKind = "api" | "pages";

function workersOf(server: RunningServer, kind: WorkerKind = "api"): number[] {
  return execFileSync("pgrep", ["-P", String(server.pid), "-f", "server.mjs"], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map(Number)
    .filter((pid) =>
      readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(`WORKER_KIND=${kind}`),
    );
}

function workerOf(server: RunningServer, kind?: WorkerKind): number {
  const [worker] = workersOf(server, kind);
  if (worker === undefined) throw new Error("The service has no such worker process.");
  return worker;
}

const READY = {
  status: "ready",
  api: "ready",
  pages: "ready",
  version: expect.stringMatching(/^\d+\.\d+/),
  commit: expect.any(String),
};

describe("the built service on a database of one's own", () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  test("is alive, ready, answers points operations with envelopes, and ends with 0 when asked to stop", async () => {
    const server = await start({ DATABASE_URL: database.url });
    expect((await fetch(`${server.url}/livez`)).status).toBe(200);
    expect(await readiness(server)).toEqual({ status: 200, body: READY });
    const answer = await fetch(`${server.url}/api/Integration/v1/Reward`, { method: "POST" });
    expect(answer.status).toBe(401);
    // How long the connection is kept for the caller, in seconds; one that ends is not said to be kept.
    expect(answer.headers.get("keep-alive")).toBe("timeout=615");
    const last = await fetch(`${server.url}/api/Integration/v1/GetDeals`, {
      headers: { Connection: "close" },
    });
    expect([last.headers.get("connection"), last.headers.get("keep-alive")]).toEqual(["close", null]);
    expect(await answer.json()).toMatchObject({ errorCode: "1101", wallet: null, pointsLog: null });
    expect(await server.stop()).toBe(0);
  });

  test("finishes the request that is under way when it is asked to stop, and takes no new ones", async () => {
    const server = await start({ DATABASE_URL: database.url });
    const holder = await database.pool.connect();
    await holder.query("BEGIN");
    await holder.query("LOCK TABLE heartbeat");
    // The readiness check writes to that table, so its answer waits for the lock. Answers up to a second old do not ask.
    // One question at a time: a second one, still on its way when the service is asked to stop, would be told that it stops.
    let answer: Promise<Response> | undefined;
    let isUnderWay = false;
    await vi.waitFor(async () => {
      if (!isUnderWay) {
        isUnderWay = true;
        answer = fetch(`${server.url}/readyz`).finally(() => {
          isUnderWay = false;
        });
      }
      const { rows } = await database.pool.query(
        "SELECT 1 FROM pg_stat_activity WHERE application_name = 'points-service health' AND wait_event_type = 'Lock'",
      );
      expect(rows).toHaveLength(1);
    }, PATIENCE);
    const stopped = server.stop();
    await vi.waitFor(async () => expect(await isRefused(server)).toBe(true), PATIENCE);
    await holder.query("COMMIT");
    holder.release();
    expect((await answer)?.status).toBe(200);
    expect(await stopped).toBe(0);
  });

  test("gives up a request that does not end", async () => {
    const server = await start({
      ...WITHOUT_PAGES,
      DATABASE_URL: database.url,
      DRAIN_TIMEOUT_MS: "300",
      DATABASE_TIMEOUT_MS: "60000",
    });
    const holder = await database.pool.connect();
    await holder.query("BEGIN");
    await holder.query("LOCK TABLE heartbeat");
    await vi.waitFor(async () => {
      void fetch(`${server.url}/readyz`).catch(() => undefined);
      const { rows } = await database.pool.query(
        "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'",
      );
      expect(rows).not.toHaveLength(0);
    }, PATIENCE);
    expect(await server.stop()).toBe(0);
    expect(server.logs()).toContain("not finished in time");
    await holder.query("COMMIT");
    holder.release();
  });

  test("renders pages in the configured number of workers", async () => {
    const server = await start({ DATABASE_URL: database.url, PAGE_WORKERS: "2" });
    expect([workersOf(server, "api").length, workersOf(server, "pages").length]).toEqual([1, 2]);
    const [first] = workersOf(server, "pages");
    process.kill(first as number, "SIGKILL");
    await vi.waitFor(() => expect(workersOf(server, "pages")).not.toContain(first), {
      ...PATIENCE,
      interval: 1,
    });
    for (let count = 0; count < 4; count += 1)
      expect((await fetch(`${server.url}/sign-in`)).status).toBe(200);
  });

  test("answers tills alone where it has no page workers, and says so", async () => {
    const server = await start({ DATABASE_URL: database.url, PAGE_WORKERS: "0" });
    expect(await readiness(server)).toEqual({ status: 200, body: { ...READY, pages: "none" } });
    expect((await fetch(`${server.url}/api/Integration/v1/Reward`, { method: "POST" })).status).toBe(401);
    expect((await fetch(`${server.url}/sign-in`)).status).toBe(503);
  });

  test("does not wait for a worker that has only just begun, and does not hear yet that it is to end", async () => {
    const server = await start({ ...WITHOUT_PAGES, DATABASE_URL: database.url, DRAIN_TIMEOUT_MS: "300000" });
    const first = workerOf(server);
    process.kill(first, "SIGKILL");
    await vi.waitFor(() => expect(workersOf(server)).not.toContain(first), { ...PATIENCE, interval: 5 });
    expect(await server.stop()).toBe(0);
  });

  test("has workers that stop without errors when they are stopped during their start", async () => {
    const server = await start({ DATABASE_URL: database.url });
    const holder = await database.pool.connect();
    await holder.query("BEGIN");
    // A new worker looks for the system's own account before it begins the jobs that write in its name.
    await holder.query("LOCK TABLE app_user");
    const first = workerOf(server);
    process.kill(first, "SIGTERM");
    // The first worker's own jobs may wait for the table too, and it may live on beside its successor.
    const second = await vi.waitFor(() => {
      const [successor] = workersOf(server).filter((worker) => worker !== first);
      if (successor === undefined) throw new Error("No worker has taken the place of the first yet.");
      return successor;
    }, PATIENCE);
    await vi.waitFor(async () => {
      expect(workersOf(server)).not.toContain(first);
      const { rows } = await database.pool.query(
        "SELECT 1 FROM pg_stat_activity WHERE application_name = 'points-service portal' AND wait_event_type = 'Lock'",
      );
      expect(rows).toHaveLength(1);
    }, PATIENCE);
    process.kill(second, "SIGTERM");
    await vi.waitFor(async () => expect(await isRefused(server)).toBe(true), PATIENCE);
    await holder.query("COMMIT");
    holder.release();
    await vi.waitFor(() => expect(workersOf(server)).not.toContain(second), PATIENCE);
    expect(await server.stop()).toBe(0);
    expect(server.logs()).not.toContain('"level":"fatal"');
  });

  test("runs several workers on one port, and adds up their metrics on a port of its own", async () => {
    const metricsPort = String(await findFreePort());
    const server = await start({
      DATABASE_URL: database.url,
      WEB_CONCURRENCY: "2",
      METRICS_PORT: metricsPort,
    });
    expect(workersOf(server)).toHaveLength(2);
    const requests = Array.from({ length: 10 }, () =>
      fetch(`${server.url}/api/Integration/v1/Reward`, { method: "POST" }),
    );
    await Promise.all(requests);
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(metrics).toMatch(/points_requests_total\{.*code="1101".*\} 10/);
    expect(metrics).toMatch(/points_request_duration_seconds_bucket/);
    expect(metrics).toMatch(/points_database_connections\{.*pool="health".*\}/);
    const elsewhere = await fetch(`${server.url}/metrics`, { redirect: "manual" });
    expect([elsewhere.status, elsewhere.headers.get("location")]).toEqual([307, "/sign-in?next=%2Fmetrics"]);
  });

  test("starts on a database that is busy at first", async () => {
    const holder = await database.pool.connect();
    await holder.query("SELECT pg_advisory_lock($1)", [FOUNDATION_LOCK]);
    const starting = start({ ...WITHOUT_PAGES, DATABASE_URL: database.url, DATABASE_TIMEOUT_MS: "1000" });
    try {
      // Two transactions that waited, one after the other: the first was refused and the service tries again.
      const waited = new Set<string>();
      await vi.waitFor(async () => {
        const { rows } = await database.pool.query<{ transaction: string }>(
          `SELECT pid || ' ' || xact_start AS transaction FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event = 'advisory'`,
        );
        for (const { transaction } of rows) waited.add(transaction);
        expect(waited.size).toBeGreaterThan(1);
      }, PATIENCE);
      expect(await Promise.race([starting, "is trying"])).toBe("is trying");
    } finally {
      await holder.query("SELECT pg_advisory_unlock($1)", [FOUNDATION_LOCK]);
      holder.release();
    }
    expect((await readiness(await starting)).status).toBe(200);
  });

  test("replaces connections on which the database stopped answering, and is ready again", async () => {
    const proxy = await startDatabaseProxy(database.url);
    const server = await start({ ...WITHOUT_PAGES, DATABASE_URL: proxy.url, DATABASE_TIMEOUT_MS: "1000" });
    const until = (status: number) =>
      vi.waitFor(async () => expect((await readiness(server)).status).toBe(status), PATIENCE);
    const untilStrangersAreKnown = () =>
      vi.waitFor(async () => {
        const headers = { ClientId: "of nobody" };
        const { status } = await fetch(`${server.url}/api/Integration/v1/GetDeals`, { headers });
        expect(status).toBe(401);
      }, PATIENCE);
    await Promise.all([until(200), untilStrangersAreKnown()]);
    proxy.strand();
    // New connections fare no better until the service has said so: one of a job's could heal the pool before it is asked.
    proxy.fault = "silence";
    await until(503);
    proxy.fault = "none";
    await Promise.all([until(200), untilStrangersAreKnown()]);
    await server.stop();
    await proxy.close();
  });

  test("a database that is not migrated is migrated first, by its owner; one role for both is warned about; a newer one is refused", async () => {
    await database.owner.query(
      "INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name) VALUES ('x', 'x', now(), '9999_future')",
    );
    expect(await refusal({ DATABASE_URL: database.url })).toMatch(
      /exit code 78[\s\S]*newer than this release.*future/,
    );
    const empty = await createTestDatabase({ isMigrated: false });
    const service = new URL(database.url);
    service.pathname = new URL(empty.ownerUrl).pathname;
    const apart = await start({
      ...WITHOUT_PAGES,
      DATABASE_URL: service.href,
      DATABASE_MIGRATION_URL: empty.ownerUrl,
    });
    expect(await readiness(apart)).toMatchObject({ status: 200 });
    await apart.stop();
    expect(apart.logs()).not.toContain("can rewrite the logs");
    const oneRole = await start({ ...WITHOUT_PAGES, DATABASE_URL: empty.ownerUrl });
    await vi.waitFor(
      () => expect(oneRole.logs()).toContain("The database role of DATABASE_URL can rewrite the logs"),
      PATIENCE,
    );
    await Promise.all(running.splice(0).map((server) => server.stop()));
    await empty.drop();
  });

  test("refuses wrong settings with exit code 78, naming every one", async () => {
    const message = await refusal({ DATABASE_URL: database.url, PORT: "http", WEB_CONCURRENCY: "none" });
    expect(message).toMatch(/exit code 78[\s\S]*PORT[\s\S]*WEB_CONCURRENCY/);
    expect(await refusal({ DATABASE_URL: database.url, SESSION_SECRET: "short" })).toMatch(
      /exit code 78[\s\S]*SESSION_SECRET/,
    );
  });

  test("refuses a port that is in use, for requests and, when asked for, for metrics", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    const port = String(await portOf(other));
    expect(await refusal({ DATABASE_URL: database.url, PORT: port })).toMatch(
      new RegExp(`exit code 78.*Port ${port} .*in use`, "s"),
    );
    expect(await refusal({ DATABASE_URL: database.url, METRICS_PORT: port })).toMatch(
      /exit code 78[\s\S]*METRICS_PORT/,
    );
    other.close();
  });
});

describe("a service that goes on running", () => {
  let database: TestDatabase;
  let server: RunningServer;
  beforeAll(async () => {
    database = await createTestDatabase();
    server = await startServer({ env: { DATABASE_URL: database.url } });
  });
  afterAll(async () => {
    await server?.stop();
    await database?.drop();
  });

  test("replaces a worker that was killed, at the same address, by one that passes pages on", async () => {
    const worker = workerOf(server);
    process.kill(worker, "SIGKILL");
    // The new one has been told where pages are rendered.
    await vi.waitFor(
      async () => expect(await readiness(server)).toEqual({ status: 200, body: READY }),
      PATIENCE,
    );
    expect(workersOf(server)).not.toContain(worker);
    expect(workersOf(server)).toHaveLength(1);
  });

  test("answers tills, and pages with one that says it is tried again, while the page worker is away", async () => {
    expect((await fetch(`${server.url}/sign-in`)).status).toBe(200);
    const first = workerOf(server, "pages");
    // Stopped, not ended: the service takes it for one that is slow until it ends.
    process.kill(first, "SIGSTOP");
    const slow = fetch(`${server.url}/sign-in`);
    expect((await fetch(`${server.url}/api/Integration/v1/Reward`, { method: "POST" })).status).toBe(401);
    expect((await fetch(`${server.url}/api/portal/session`)).status).toBe(401);
    process.kill(first, "SIGKILL");
    expect((await slow).status).toBe(503);
    const page = await fetch(`${server.url}/sign-in`, { headers: { Accept: "text/html" } });
    expect([page.status, page.headers.get("retry-after")]).toEqual([503, "2"]);
    const text = await page.text();
    expect(text).toContain("This page is not available at the moment");
    expect(text).toContain("هذه الصفحة غير متاحة");
    expect(await readiness(server)).toEqual({ status: 200, body: { ...READY, pages: "starting" } });
    await vi.waitFor(async () => expect(await readiness(server)).toMatchObject({ body: READY }), PATIENCE);
    expect((await fetch(`${server.url}/sign-in`)).status).toBe(200);
    expect(workersOf(server, "pages")).not.toContain(first);
  });

  test("passes the caller's address to a page worker, and compresses a page once", async () => {
    const page = await fetch(`${server.url}/wallets`, { redirect: "manual" });
    expect([page.status, page.headers.get("location")]).toEqual([307, "/sign-in?next=%2Fwallets"]);
    const compressed = await fetch(`${server.url}/sign-in`, { headers: { "Accept-Encoding": "gzip" } });
    expect(compressed.headers.get("content-encoding")).toBe("gzip");
    expect(compressed.headers.get("cache-control")).toMatch(/no-store.*no-transform$/);
    expect(await compressed.text()).toContain("</html>");
  });

  test("is not ready while the database takes no writes or no connections, and is ready again by itself", async () => {
    const name = new URL(database.url).pathname.slice(1);
    const admin = new pg.Client(inject("testServerAdminUrl"));
    await admin.connect();
    const change = async (sql: string) => {
      await admin.query(`ALTER DATABASE ${name} ${sql}`);
      await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name]);
    };
    const notReady = (reason: string) => ({
      status: "not ready",
      api: "not ready",
      pages: "ready",
      reasons: [reason],
      version: READY.version,
      commit: READY.commit,
    });
    const until = (status: number, body: object) =>
      vi.waitFor(async () => expect(await readiness(server)).toEqual({ status, body }), PATIENCE);

    // A page worker that is only starting would wait for the database as well.
    await until(200, READY);
    await change("SET default_transaction_read_only = on");
    await until(503, notReady("The database takes no writes."));
    expect((await fetch(`${server.url}/livez`)).status).toBe(200);
    await change("RESET default_transaction_read_only");
    await until(200, READY);
    await change("ALLOW_CONNECTIONS false");
    await until(503, notReady("The database does not answer."));
    await change("ALLOW_CONNECTIONS true");
    await until(200, READY);
    await admin.end();
  });
});

describe("the built service with its embedded database", () => {
  let folder: string;
  let dataDir: string;
  beforeEach(async () => {
    folder = await createTemporaryFolder();
    dataDir = path.join(folder, "data");
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.stop()));
    await rm(folder, { recursive: true, force: true });
  });

  test("starts from nothing, and again on what it left, even when it was killed", async () => {
    const first = await start({ DATA_DIR: dataDir });
    expect(await readiness(first)).toMatchObject({ status: 200 });
    await first.kill();
    await vi.waitFor(async () => expect(await isRefused(first)).toBe(true), PATIENCE);
    const second = await start({ ...WITHOUT_PAGES, DATA_DIR: dataDir });
    expect(await readiness(second)).toMatchObject({ status: 200 });
    expect(await second.stop()).toBe(0);
  });

  test("leaves no database server behind when it is stopped while that is coming up", async () => {
    const child = spawnServer({ DATA_DIR: dataDir });
    const pidFile = path.join(dataDir, "postgres/postmaster.pid");
    await vi.waitFor(() => expect(existsSync(pidFile)).toBe(true), { ...PATIENCE, interval: 5 });
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
    expect(existsSync(pidFile)).toBe(false);
  });

  test("the demo's accounts are ended only where that is asked for, also once other machines come in", async () => {
    const demo = (server: RunningServer) =>
      fetch(`${server.url}/api/Integration/v1/GetDeals`, { headers: { ClientId: "pis_test_demo" } }).then(
        ({ status }) => status,
      );
    const open = { DATA_DIR: dataDir, HOST: "0.0.0.0", DEMO_DATA: "", PAGE_WORKERS: "0" };
    const first = await start({ ...open, HOST: "127.0.0.1" });
    expect(await demo(first)).toBe(200);
    await first.stop();
    expect(await refusal(open)).toMatch(/exit code 78[\s\S]*DEMO_DATA=off to end them for good/);
    const kept = await start({ ...open, DEMO_DATA: "on" });
    expect(await demo(kept)).toBe(200);
    await kept.stop();
    const ended = await start({ ...open, DEMO_DATA: "off" });
    expect(await demo(ended)).toBe(401);
  });

  test("refuses to run twice on one folder and names the process that does", async () => {
    const first = await start({ ...WITHOUT_PAGES, DATA_DIR: dataDir });
    expect(await refusal({ DATA_DIR: dataDir })).toMatch(
      new RegExp(`in use by the service.*process ${first.pid}\\.`),
    );
    expect(await readiness(first)).toMatchObject({ status: 200 });
  });
});

async function portOf(server: Server): Promise<number> {
  if (!server.listening) await new Promise((resolve) => server.once("listening", resolve));
  return (server.address() as AddressInfo).port;
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  const port = await portOf(probe);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

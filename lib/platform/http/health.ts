import { performance } from "node:perf_hooks";
import { describeDatabaseError } from "@/lib/platform/database/errors";
import { readMigrations } from "@/lib/platform/database/migrate";
import type { Migration } from "@/lib/platform/database/migration";
import { healthPool } from "@/lib/platform/database/pg-pools";
import { log } from "@/lib/platform/log";
import { Outage } from "@/lib/platform/outage";
import { processSingleton } from "@/lib/platform/process-singleton";
import { buildOf } from "@/lib/platform/release";
import { checkOut } from "@/lib/platform/transaction";

/** The conditions of being ready, as labels of a metric. */
export type ReadinessName = "database" | "clock" | "draining";

/** Says why the service is not ready; null when this part of it is. The text is public. */
export type ReadinessCheck = () => Promise<string | null> | string | null;

/** Whether pages can be rendered now, or never here. A till does not need them, so the service is ready without. */
export type PageState = "ready" | "starting" | "none";

interface Health {
  pages: () => PageState;
  checks: Map<ReadinessName, ReadinessCheck>;
  migrations: Promise<Migration[]> | undefined;
  last: { at: number; found: Promise<Map<string, string | null>> } | undefined;
  /** When it was last shown that the database's disk takes more. */
  grownAt: number;
}

/** So long an answer is good for, so that frequent questions do not become load. */
const FRESH_MS = 1_000;

const health = () =>
  processSingleton<Health>("health", () => ({
    pages: () => "ready",
    checks: new Map<ReadinessName, ReadinessCheck>([["database", checkDatabase]]),
    migrations: undefined,
    last: undefined,
    grownAt: Number.NEGATIVE_INFINITY,
  }));

/** Adds a condition for being ready, or replaces the one of the same name. Takes effect at once. */
export function setReadinessCheck(name: ReadinessName, check: ReadinessCheck): void {
  health().checks.set(name, check);
  health().last = undefined;
}

/** Says how to learn how the page workers are, where they are processes of their own. */
export function setPageState(find: () => PageState): void {
  health().pages = find;
}

/** Why the service is not ready; empty when it is: migrated, able to write, every part loaded. At most a second old. */
export async function findReadinessReasons(): Promise<string[]> {
  return [...(await askAll()).values()].filter((reason) => reason !== null);
}

/** The conditions of being ready, each with the reason why it is not met, or null. */
export function findReadiness(): Promise<ReadonlyMap<string, string | null>> {
  return askAll();
}

function askAll(): Promise<Map<string, string | null>> {
  const state = health();
  if (state.last === undefined || performance.now() - state.last.at > FRESH_MS)
    state.last = { at: performance.now(), found: ask(state.checks) };
  return state.last.found;
}

async function ask(checks: Health["checks"]): Promise<Map<string, string | null>> {
  const answers = [...checks].map(async ([name, check]) => [name, await check()] as const);
  return new Map(await Promise.all(answers));
}

/** A file of the database is made and grows so often. */
const GROWN_EVERY_MS = 5_000;
/**
 * A full disk still takes a row in the place of another one, and takes no entry of a log, whose file has to grow. So a new file with
 * one page is asked for and given back: nothing of it stays.
 */
const GROW = [
  "BEGIN",
  "TRUNCATE heartbeat",
  "INSERT INTO heartbeat (id, at) VALUES (1, now())",
  "ROLLBACK",
] as const;

async function requireRoomToGrow(): Promise<void> {
  const state = health();
  if (performance.now() - state.grownAt < GROWN_EVERY_MS) return;
  const { client, release } = await checkOut(healthPool());
  let failure: Error | undefined;
  try {
    for (const statement of GROW) await client.query(statement);
    Outage.ofProcess().hasRefusedSale = false;
    state.grownAt = performance.now();
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    // Sales go on for as long as files that are there have room: the instance is ready until the disk refuses one.
    if (describeDatabaseError(error)?.kind === "disk_full" && !Outage.ofProcess().hasRefusedSale) return;
    // Rights come with a migration; until then nothing is known.
    if ((error as { code?: unknown }).code !== "42501") throw error;
    state.grownAt = performance.now();
  } finally {
    release(failure);
  }
}

/** Looks whether the database can be used, for the log's word about an outage. Never rejects. */
export async function findDatabaseTrouble(): Promise<string | null> {
  return (await askAll()).get("database") ?? null;
}

/** Writes a row and reads the applied migrations in one statement: being able to read is not enough to move points. */
async function checkDatabase(): Promise<string | null> {
  try {
    health().migrations ??= readMigrations();
    const expected = await health().migrations;
    const { rows } = await healthPool().query<{ name: string }>(
      `WITH beat AS (
         INSERT INTO heartbeat (id, at) VALUES (1, now()) ON CONFLICT (id) DO UPDATE SET at = excluded.at
       )
       SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
    );
    await requireRoomToGrow();
    const applied = new Set(rows.map((row) => row.name));
    const isMigrated = expected?.every((migration) => applied.has(migration.name));
    return isMigrated ? null : "The database is not migrated to this release.";
  } catch (error) {
    log().warn({ err: error }, "The readiness check failed");
    return explain(error);
  }
}

function explain(error: unknown): string {
  // 42P01: a table does not exist, so nothing was ever migrated here.
  if ((error as { code?: unknown }).code === "42P01") return "The database is not migrated to this release.";
  switch (describeDatabaseError(error)?.kind) {
    case "read_only":
      return "The database takes no writes.";
    case "disk_full":
      return "The database's disk is full.";
    case "resources":
      return "The database is out of memory or connections.";
    case "timeout":
      return "The database does not answer in time.";
    default:
      return "The database does not answer.";
  }
}

/** Answer of a health path: its status and the JSON object of its body. */
interface HealthAnswer {
  status: number;
  body: object;
}

/** `GET /livez`: 200 while the process turns. */
export function livenessAnswer(): HealthAnswer {
  return { status: 200, body: { status: "alive" } };
}

/** `GET /readyz`: 200 only when migrated and able to write, otherwise 503 with the reasons; in both cases how pages are. */
export async function readinessAnswer(): Promise<HealthAnswer> {
  const reasons = await findReadinessReasons();
  const pages = health().pages();
  const build = buildOf();
  return reasons.length === 0
    ? { status: 200, body: { status: "ready", api: "ready", pages, ...build } }
    : { status: 503, body: { status: "not ready", api: "not ready", pages, reasons, ...build } };
}

/** The answer as a route file gives it. */
export function healthResponse({ status, body }: HealthAnswer): Response {
  return Response.json(body, { status, headers: { "Cache-Control": "no-store" } });
}

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { proveSession } from "@/lib/platform/database/act-rows";
import type { EmbeddedDatabase } from "@/lib/platform/database/embedded";
import { migrate } from "@/lib/platform/database/migrate";
import { completeEnv } from "@/lib/platform/env";
import {
  findFreePort,
  inFolder,
  MEASURED_SECRET,
  measuredEnvironment,
  type Place,
  type Started,
  startDatabase,
  startPrinting,
  startService,
} from "./service";

/** Of the demo data; beside them as many deals as make 200. */
const DEALS = 200;
const NEXT_APP = "bench/next-app";

/** A server under measurement. */
export interface Target {
  pid: number;
  port: number;
}

/** A service, its database server, and a session in which the database is looked at. */
export interface Observed {
  database: EmbeddedDatabase;
  points: pg.Client;
  service: Target & Pick<Started, "printedBytes">;
}

/** One database server for all contenders, each in a database of its own. */
export interface World extends Observed {
  dataDir: string;
  floorUrl: string;
  /** Starts a contender of bench/contenders, as a process of its own. */
  startContender(name: string, argument: string): Promise<Target>;
  /** Builds and starts the contender that is a route handler of Next.js, on the service's own tables without their guards. */
  startTextbook(): Promise<Target>;
}

type Stops = (() => Promise<unknown>)[];

export interface WorldOptions extends Place {
  wallets: number;
  /** Settings of the service on top of those of every measurement. */
  environment?: Readonly<Record<string, string>>;
}

export function inWorld<Result>(
  { wallets, environment: own = {}, ...place }: WorldOptions,
  work: (world: World) => Promise<Result>,
): Promise<Result> {
  return inFolder(async (dataDir) => {
    const database = await startDatabase(dataDir);
    const stops: Stops = [() => database.stop()];
    try {
      const environment = { ...measuredEnvironment(dataDir, database), ...own };
      const { service, points } = await startObserved(database, environment, stops);
      await addWallets(environment, { count: wallets });
      await addDeals(points);
      const floorUrl = await createDatabase(database.adminUrl, "floor");
      await fillFloor(floorUrl, wallets);
      await points.query("VACUUM ANALYZE");
      const start = async (args: readonly string[], variables: Record<string, string>, wanted: RegExp) => {
        const shared = { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" } as const;
        const environment = { ...process.env, ...shared, ...variables };
        const { pid, found, stop } = await startPrinting(args, environment, wanted);
        stops.unshift(stop);
        return { pid, port: Number(found) };
      };
      return await work({
        ...{ database, points, service, dataDir, floorUrl },
        startContender: (name, argument) =>
          start(["bin/run.mjs", "bench", "contender", name, argument], {}, /port (\d+)/),
        startTextbook: async () => {
          const url = await createDatabase(database.adminUrl, "textbook");
          await fillTextbook(url, wallets);
          buildNextApp();
          const port = await findFreePort();
          const args = [nextProgram(), "start", NEXT_APP, "--hostname", "127.0.0.1", "--port", String(port)];
          // The project's start-up code must not start a database if Next.js finds it.
          const variables = { TEXTBOOK_DATABASE_URL: url, DATABASE_URL: url, DEMO_DATA: "off" };
          return { ...(await start(args, variables, /Ready in/)), port };
        },
      });
    } finally {
      await stopAll(stops);
    }
  }, place);
}

/** Starts the service on a database, and a session in which the database is looked at. */
export async function startObserved(
  database: EmbeddedDatabase,
  environment: NodeJS.ProcessEnv,
  stops: Stops,
): Promise<Observed> {
  const { found: url, pid, printedBytes, stop } = await startService(environment);
  stops.unshift(stop);
  // The measured process has loaded the portal, and on Node.js 20 and 22 Next.js follows every promise from the first page on.
  const page = await fetch(`${url}/sign-in`);
  if (!page.ok) throw new Error(`The portal answered ${page.status}`);
  await page.text();
  const points = new pg.Client({ connectionString: inDatabase(database.adminUrl, "points") });
  await points.connect();
  completeEnv({ sessionSecret: MEASURED_SECRET });
  await proveSession(points);
  stops.unshift(() => points.end());
  // One cashier looks up more wallets in a run than a person may.
  await points.query("UPDATE programme SET wallet_views_per_minute = 100000, wallet_views_per_day = 1000000");
  return { database, points, service: { pid, port: Number(new URL(url).port), printedBytes } };
}

export async function stopAll(stops: Stops): Promise<void> {
  for (const stop of stops.splice(0)) await stop();
}

function inDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

async function createDatabase(adminUrl: string, name: string): Promise<string> {
  await withClient(adminUrl, (client) => client.query(`CREATE DATABASE ${name}`));
  return inDatabase(adminUrl, name);
}

async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await proveSession(client);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function fillFloor(url: string, wallets: number): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(readFileSync("bench/contenders/floor.sql", "utf8"));
    await client.query(
      `INSERT INTO wallet SELECT number, 'BENCH' || lpad(number::text, 7, '0'), 1000000 FROM generate_series(1, $1::int) number`,
      [wallets],
    );
    await client.query("VACUUM ANALYZE");
  });
}

/** The service's own tables without its guards, which a transaction without hashes could not pass. */
async function fillTextbook(url: string, wallets: number): Promise<void> {
  await migrate(url);
  await withClient(url, async (client) => {
    for (const table of ["wallet", "entry", "idempotency_key"])
      await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await client.query("INSERT INTO segment (id) VALUES (1) ON CONFLICT DO NOTHING");
    await client.query(
      `INSERT INTO wallet (wallet_code, contact_msisdn, segment_id, opted_in_at)
       SELECT 'BENCH' || lpad(number::text, 7, '0'), '+2012' || lpad(number::text, 8, '0'), 1, now()
         FROM generate_series(1, $1::int) number`,
      [wallets],
    );
    await client.query("VACUUM ANALYZE");
  });
}

/** Adds as many deals as make 200 of them. */
export async function addDeals(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ live: string }>(
    `SELECT count(*) AS live FROM deal d JOIN merchant m ON m.id = d.merchant_id
      WHERE d.state = 'published' AND d.start_date <= now() AND d.end_date > now() AND m.is_active`,
  );
  const missing = Math.max(0, DEALS - Number(rows[0]?.live));
  await client.query(
    `WITH models AS (
       SELECT d.*, row_number() OVER (ORDER BY d.id) - 1 AS position, count(*) OVER () AS models FROM deal d),
     added AS (
       INSERT INTO deal (merchant_id, category_id, state, offer_number, title_en, title_ar, description_en, description_ar,
                         terms_en, terms_ar, discount_type, discount, image_hash, start_date, end_date, expiry_date)
       SELECT d.merchant_id, d.category_id, 'published', 'MEASURED-' || number, d.title_en || ' ' || number, d.title_ar || ' ' || number,
              d.description_en, d.description_ar, d.terms_en, d.terms_ar, d.discount_type, d.discount, d.image_hash,
              now() - interval '1 day', now() + interval '300 days', now() + interval '330 days'
         FROM generate_series(1, $1::int) number JOIN models d ON d.position = number % d.models
       RETURNING id, merchant_id)
     INSERT INTO deal_branch SELECT a.id, b.id FROM added a JOIN branch b ON b.merchant_id = a.merchant_id`,
    [missing],
  );
}

/** Longest time for which a worker that missed an announcement believes old clients, deals and promotions. */
const BELIEVED_MS = 3_500;

/** Waits until no worker believes what was changed before. */
export const untilSeen = () => delay(BELIEVED_MS);

/** More than a run writes: 16 MB each. */
const LOG_FILES = 100;

/**
 * Makes files of the write-ahead log that are used again, as a server has them that has been through a few checkpoints. One that
 * has to be made is 16 MB of zeros on the disk, for which every commit waits, every few seconds while rewards come in.
 */
export async function makeLogFiles({ adminUrl }: EmbeddedDatabase): Promise<void> {
  await withClient(adminUrl, async (client) => {
    for (let made = 0; made < LOG_FILES; made += 1) {
      // Nothing is switched where nothing was written.
      await client.query("SELECT pg_logical_emit_message(false, 'bench', '')");
      await client.query("SELECT pg_switch_wal()");
    }
    await client.query("CHECKPOINT");
  });
}

/** Adds wallets BENCH0000001…, or from the `first` on, with so many `entries` each. */
export async function addWallets(
  environment: NodeJS.ProcessEnv,
  numbers: { count: number; first?: number; entries?: number },
): Promise<void> {
  const options = Object.entries(numbers).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(process.execPath, ["bin/run.mjs", "demo-wallets", ...options], {
    env: environment,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error("The wallets could not be added");
}

function nextProgram(): string {
  return createRequire(path.resolve("package.json")).resolve("next/dist/bin/next");
}

function buildNextApp(): void {
  const { status, stdout } = spawnSync(process.execPath, [nextProgram(), "build", NEXT_APP], {
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${NEXT_APP} could not be built:\n${stdout}`);
}

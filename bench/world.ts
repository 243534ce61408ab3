import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { type EmbeddedDatabase, startEmbedded } from "@/lib/platform/database/embedded";
import { migrate } from "@/lib/platform/database/migrate";
import { findFreePort, measuredEnvironment, startService } from "./service";

/** Of the demo data; beside them as many deals as make 200. */
const DEALS = 200;
const NEXT_APP = "bench/next-app";
const NEXT_START_MS = 60_000;

/** A server under measurement. */
export interface Target {
  pid: number;
  port: number;
}

/** One PostgreSQL for all contenders, each in a database of its own, and what is needed to look at it. */
export interface World {
  database: EmbeddedDatabase;
  /** A session in the service's database. */
  points: pg.Client;
  floorUrl: string;
  service: Target;
  /** Starts a contender of bench/contenders, as a process of its own. */
  startContender(name: string, argument: string): Promise<Target>;
  /** Makes a database for the contenders that use the service's own tables. */
  createTextbook(): Promise<string>;
  /** Builds and starts the contenders that are route handlers of Next.js. */
  startNextApp(textbookUrl: string): Promise<Target>;
  stop(): Promise<void>;
}

export interface WorldOptions {
  dataDir: string;
  wallets: number;
  /** Settings of the service on top of those of every measurement. */
  environment?: Readonly<Record<string, string>>;
}

export async function createWorld({ dataDir, wallets, environment: own = {} }: WorldOptions): Promise<World> {
  // The report is this process's only output.
  process.env.LOG_LEVEL ??= "warn";
  const database = await startEmbedded({ dataDir, whenHeld: "refuse" });
  const stops: (() => Promise<unknown>)[] = [() => database.stop()];
  try {
    const environment = { ...measuredEnvironment(dataDir, database), ...own };
    const { service, points } = await startObserved(database, environment, stops);
    addWallets(environment, wallets);
    await addDeals(points);
    const floorUrl = await createDatabase(database.adminUrl, "floor");
    await fillFloor(floorUrl, wallets);
    await points.query("VACUUM ANALYZE");
    const start = async (args: readonly string[], variables: Record<string, string> = {}) => {
      const { target, stop } = await startProcess(args, variables);
      stops.unshift(stop);
      return target;
    };
    return {
      database,
      points,
      floorUrl,
      service,
      startContender: (name, argument) => start(["bin/run.mjs", "bench", "contender", name, argument]),
      createTextbook: async () => {
        const url = await createDatabase(database.adminUrl, "textbook");
        await fillTextbook(url, wallets);
        return url;
      },
      startNextApp: async (textbookUrl) => {
        buildNextApp();
        const port = await findFreePort();
        const target = await start(
          [nextProgram(), "start", NEXT_APP, "--hostname", "127.0.0.1", "--port", String(port)],
          // The project's start-up code must not start a database if Next.js finds it.
          { TEXTBOOK_DATABASE_URL: textbookUrl, DATABASE_URL: textbookUrl, DEMO_DATA: "off" },
        );
        return { ...target, port };
      },
      stop: () => stopAll(stops),
    };
  } catch (error) {
    await stopAll(stops);
    throw error;
  }
}

/** Starts the service on a database, and a session in which the database is looked at. */
export async function startObserved(
  database: EmbeddedDatabase,
  environment: NodeJS.ProcessEnv,
  stops: (() => Promise<unknown>)[],
): Promise<Pick<World, "service" | "points">> {
  const { url, pid, stop } = await startService(environment);
  stops.unshift(stop);
  await openPortal(url);
  const points = new pg.Client({ connectionString: inDatabase(database.adminUrl, "points") });
  await points.connect();
  stops.unshift(() => points.end());
  return { service: { pid, port: Number(new URL(url).port) }, points };
}

/**
 * Opens a page, as users of every service do: the measured process has loaded the portal's code, and on Node.js 20 and 22 Next.js follows
 * every promise from the first page on.
 */
async function openPortal(url: string): Promise<void> {
  const answer = await fetch(`${url}/en/sign-in`);
  if (!answer.ok) throw new Error(`The portal answered ${answer.status}`);
  await answer.text();
}

export async function stopAll(stops: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const stop of stops) await stop();
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

/** Longest time for which a worker that missed an announcement believes old clients. */
const CLIENTS_SEEN_MS = 3_500;

/** Sets every limit of all clients, so high that none is reached (what is measured is the looking), or takes them away. */
export async function setLimits({ points }: Pick<World, "points">, isOn: boolean): Promise<void> {
  const limits = isOn
    ? "1000000, 1000000000, 1000000, 1000, 500, 'flagged'"
    : "NULL, NULL, NULL, NULL, NULL, 'off'";
  await points.query(
    `UPDATE api_client SET (reward_value_max, person_reward_points_max, person_reversed_value_max, wallet_rewards_max, unproved_value_max, repeated_invoices) = (${limits})`,
  );
  await delay(CLIENTS_SEEN_MS);
}

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

export function addWallets(environment: NodeJS.ProcessEnv, count: number): void {
  const { status } = spawnSync(process.execPath, ["bin/run.mjs", "demo-wallets", "--count", String(count)], {
    env: environment,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) throw new Error("The wallets could not be added");
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

/** Starts a contender and waits until it answers: it prints "port <number>", or that it is ready. */
async function startProcess(
  args: readonly string[],
  variables: Record<string, string>,
): Promise<{ target: Target; stop(): Promise<unknown> }> {
  const child = spawn(process.execPath, args, {
    env: {
      ...process.env,
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      LOG_LEVEL: "warn",
      ...variables,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const port = await new Promise<number>((resolve, reject) => {
    let printed = "";
    child.stdout.on("data", (part: Buffer) => {
      printed += part.toString();
      const found = /port (\d+)/.exec(printed)?.[1] ?? (/Ready in/.test(printed) ? "0" : undefined);
      if (found !== undefined) resolve(Number(found));
    });
    child.once("exit", () => reject(new Error(`${args.join(" ")} did not start:\n${printed}`)));
    void delay(NEXT_START_MS, undefined, { ref: false }).then(() =>
      reject(new Error(`${args.join(" ")} did not start in time`)),
    );
  });
  return {
    target: { pid: child.pid ?? 0, port },
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { startEmbedded } from "@/lib/platform/database/embedded";
import { TESTS_SECRET } from "@/tests/support/proven-pool";
import { Tree } from "./tree";

const HELP = `Upgrades the service under load, steps back and upgrades again; no till may notice.

  npm run faults -- upgrade [options]

  --from <commit>     the release before, by default this commit; the release after it is this commit with two trial migrations
  --entries <number>  entries in the log beforehand, 20,000 by default
  --seconds <number>  of load in each stage, 5 by default
  --help              this text

Exit status: 0 every request was answered once and the log is sound, 1 not.`;

const TILLS = 8;
const ENTRIES_A_WALLET = 10;
const PATIENCE_MS = 30_000;
const START_MS = 120_000;
const CHECKED_EVERY_MS = 100;
/** On a busy table each, under load; the second is carried out in steps. */
const TRIALS: Readonly<Record<string, string>> = {
  "9001_trial_column": "ALTER TABLE wallet ADD COLUMN trial integer;\n",
  "9002_trial_index":
    "-- in steps\nDROP INDEX CONCURRENTLY IF EXISTS trial_idx;\nCREATE INDEX CONCURRENTLY trial_idx ON entry (branch_id, id);\n",
};

/** One place behind the balancer: the release that runs there changes. */
class Instance {
  readonly port: number;
  isReady = false;
  #process: ReturnType<typeof spawn> | undefined;
  #printed = "";

  constructor(
    port: number,
    readonly environment: NodeJS.ProcessEnv,
  ) {
    this.port = port;
  }

  async start(tree: Tree): Promise<void> {
    this.#printed = "";
    const started = spawn(process.execPath, ["dist/server.mjs"], {
      cwd: tree.folder,
      env: { ...this.environment, PORT: String(this.port) },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#process = started;
    const collect = (chunk: Buffer) => {
      this.#printed += chunk.toString();
    };
    started.stdout?.on("data", collect);
    started.stderr?.on("data", collect);
    const until = performance.now() + START_MS;
    while (!(await this.look())) {
      if (started.exitCode !== null || performance.now() > until)
        throw new Error(
          `The release ${tree.name} does not start (${started.exitCode}):\n${this.#printed.slice(-2_000)}`,
        );
      await delay(CHECKED_EVERY_MS);
    }
  }

  /** As a balancer's check. */
  async look(): Promise<boolean> {
    this.isReady = await fetch(`http://127.0.0.1:${this.port}/readyz`, {
      signal: AbortSignal.timeout(2_000),
    }).then(
      ({ ok }) => ok,
      () => false,
    );
    return this.isReady;
  }

  async stop(): Promise<void> {
    const ending = this.#process;
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => ending.once("exit", resolve));
    ending.kill("SIGTERM");
    await ended;
  }
}

/** Passes each connection to an instance that is ready, as a balancer of connections does. */
class Balancer {
  readonly #server: net.Server;
  readonly #checks: NodeJS.Timeout;
  #turn = 0;

  constructor(readonly instances: readonly Instance[]) {
    this.#server = net.createServer((till) => this.#pass(till));
    this.#checks = setInterval(
      () => void Promise.all(instances.map((instance) => instance.look())),
      CHECKED_EVERY_MS,
    );
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return (this.#server.address() as net.AddressInfo).port;
  }

  #pass(till: net.Socket): void {
    this.#turn += 1;
    const ready = this.instances.filter(({ isReady }) => isReady);
    const chosen = ready[this.#turn % ready.length];
    if (chosen === undefined) return void till.destroy();
    const service = net.connect(chosen.port, "127.0.0.1");
    till.pipe(service).pipe(till);
    till.on("error", () => service.destroy());
    service.on("error", () => till.destroy());
  }

  close(): void {
    clearInterval(this.#checks);
    this.#server.close();
  }
}

interface Tally {
  answered: number;
  /** Connections that broke, or were refused, before an answer. */
  broken: number;
  /** Answers that tell the till to try again. */
  later: number;
  failures: string[];
}

/** Tills that reward without a pause, each request until it is answered. */
class Load {
  readonly tally: Tally = { answered: 0, broken: 0, later: 0, failures: [] };
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: TILLS });
  readonly #tills: Promise<void>[];
  #isOver = false;

  constructor(
    readonly port: number,
    readonly wallets: number,
  ) {
    this.#tills = Array.from({ length: TILLS }, () => this.#till());
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#tills);
    this.#agent.destroy();
  }

  async #till(): Promise<void> {
    while (!this.#isOver) await this.#reward(1 + Math.floor(Math.random() * this.wallets));
  }

  async #reward(number: number): Promise<void> {
    const body = JSON.stringify({
      WalletCode: `U${String(number).padStart(7, "0")}`,
      ContactMsisdn: `012${String(number).padStart(8, "0")}`,
      BranchMsisdn: "01000000001",
      ...{ PointsValue: 1, ExternalLogId: randomUUID() },
    });
    for (const until = performance.now() + PATIENCE_MS; ; ) {
      const answer = await this.#ask(body).catch(() => null);
      if (answer?.status === 200) {
        this.tally.answered += 1;
        return;
      }
      if (answer === null) this.tally.broken += 1;
      else if (answer.status === 503) this.tally.later += 1;
      else return void this.tally.failures.push(`${answer.status} ${answer.text.slice(0, 200)}`);
      if (performance.now() > until) return void this.tally.failures.push("no answer");
      await delay(20);
    }
  }

  #ask(body: string): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const headers = { "content-type": "application/json", clientid: "pis_test_demo" };
      const sent = http.request(
        {
          port: this.port,
          host: "127.0.0.1",
          path: "/api/Integration/v1/Reward",
          method: "POST",
          agent: this.#agent,
          headers,
        },
        (response) => {
          let text = "";
          response.on("data", (chunk: Buffer) => {
            text += chunk.toString();
          });
          response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
          response.on("error", reject);
        },
      );
      sent.on("error", reject);
      sent.end(body);
    });
  }
}

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Every reward that was answered is in the log once: verify proves the rest. */
async function countRewards(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(
    "SELECT count(*)::int AS made FROM entry WHERE external_log_id ~ '^[0-9a-f]{8}-'",
  );
  await client.end();
  return rows[0].made;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      from: { type: "string" },
      entries: { type: "string", default: "20000" },
      seconds: { type: "string", default: "5" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const stageMs = Number(values.seconds) * 1_000;
  const wallets = Math.ceil(Number(values.entries) / ENTRIES_A_WALLET);
  const folder = mkdtempSync(path.join(os.tmpdir(), "points-upgrade-"));
  const say = (step: string) => console.log(`${new Date().toISOString().slice(11, 19)}  ${step}`);
  const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const before = new Tree("before", folder, values.from ?? "HEAD");
    const after = new Tree("after", folder, "HEAD");
    for (const [name, sql] of Object.entries(TRIALS)) after.addMigration(name, sql);
    say("Building both releases");
    for (const tree of [before, after]) tree.build(["server", "migrate", "verify", "demo-wallets"]);
    const database = await startEmbedded({ dataDir: path.join(folder, "database"), whenHeld: "refuse" });
    ends.unshift(() => database.stop());
    const environment: NodeJS.ProcessEnv = {
      ...{
        PATH: process.env.PATH,
        NODE_ENV: "production",
        LOG_LEVEL: "warn",
        HOST: "127.0.0.1",
        METRICS_PORT: "0",
      },
      ...{
        DATABASE_URL: database.url,
        DATABASE_MIGRATION_URL: database.migrationUrl,
        DEMO_DATA: "on",
        PAGE_WORKERS: "0",
      },
      ...{
        SESSION_SECRET: TESTS_SECRET,
        DATA_DIR: path.join(folder, "data"),
      },
      ...{
        DRAIN_DELAY_MS: "1000",
        ANCHOR_KEY_FILE: path.join(folder, "anchor-key.pem"),
        ANCHOR_MINUTES: "1",
      },
    };
    before.command("migrate", environment);
    const instances = [
      new Instance(await freePort(), environment),
      new Instance(await freePort(), environment),
    ];
    ends.unshift(() => Promise.all(instances.map((instance) => instance.stop())));
    for (const instance of instances) await instance.start(before);
    say(`Filling the log with ${wallets * ENTRIES_A_WALLET} entries`);
    before.command("demo-wallets", environment, [
      "--count",
      String(wallets),
      "--prefix",
      "U",
      "--entries",
      String(ENTRIES_A_WALLET),
    ]);
    const balancer = new Balancer(instances);
    ends.unshift(() => balancer.close());
    const load = new Load(await balancer.listen(), wallets);
    const stage = async (name: string, work: () => Promise<unknown>) => {
      const { answered, broken, later } = load.tally;
      await work();
      await delay(stageMs);
      const now = load.tally;
      say(
        `${name}: ${now.answered - answered} answered, ${now.broken - broken} connections broken, ${now.later - later} told to come later`,
      );
    };
    const roll = (tree: Tree) => async () => {
      for (const instance of instances) {
        await instance.stop();
        await instance.start(tree);
      }
    };
    await stage("The release before", async () => undefined);
    await stage("Migrated while it serves", async () => after.command("migrate", environment));
    await stage("Rolled to the release after", roll(after));
    await stage("Stepped back", roll(before));
    await stage("Rolled again", roll(after));
    await load.stop();
    const made = await countRewards(database.migrationUrl);
    const verdict = after.command("verify", environment).trim();
    console.log(verdict);
    const { answered, broken, failures } = load.tally;
    console.log(
      `${answered} rewards answered, ${made} in the log, ${broken} connections broken, ${failures.length} failures`,
    );
    for (const failure of failures.slice(0, 10)) console.log(`  ${failure}`);
    return failures.length === 0 && made === answered && broken === 0 ? 0 : 1;
  } finally {
    for (const end of ends) await end();
  }
}

main().then(
  (code) => process.exit(code),
  (error: Error & { stderr?: string; stdout?: string }) => {
    console.error(error.stderr ?? error.stack, error.stdout ?? "");
    process.exit(1);
  },
);

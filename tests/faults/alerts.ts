import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { startEmbedded } from "@/lib/platform/database/embedded";
import { migrateFor } from "@/lib/platform/database/migrate";
import { startServer } from "@/tests/support/server";
import { childrenOf, killAll } from "./processes";

/**
 * `npm run faults -- alerts`: makes faults and waits until Prometheus fires the alert of each, and none before. The rules are those of
 * deploy/prometheus/alerts.yml with minutes made seconds. Needs Debian's package `prometheus`.
 */
const RULES = "deploy/prometheus/alerts.yml";
const PATIENCE_MS = 60_000;
const QUIET_MS = 15_000;
const WAITING = 700;
const QUOTES = 60;

/** The rules as they are, but quicker: what lasts minutes there lasts seconds here, and an hour without an anchor is five seconds. */
function quickRules(): string {
  return readFileSync(RULES, "utf8")
    .replaceAll(/\[(\d+)([mh])\]/g, "[20s]")
    .replaceAll(/for: \d+m/g, "for: 2s")
    .replace("points_anchor_age_seconds) > 3600", "points_anchor_age_seconds) > 45");
}

class Watcher {
  readonly #process;

  constructor(
    folder: string,
    readonly port: number,
    metricsPort: number,
  ) {
    writeFileSync(path.join(folder, "alerts.yml"), quickRules());
    const job = `{ job_name: points-service, static_configs: [{ targets: ["127.0.0.1:${metricsPort}"] }] }`;
    const config = `global: { scrape_interval: 1s, evaluation_interval: 1s }\nrule_files: [alerts.yml]\nscrape_configs: [${job}]\n`;
    writeFileSync(path.join(folder, "prometheus.yml"), config);
    const args = [
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
    ];
    this.#process = spawn("prometheus", args, { stdio: "ignore" });
  }

  /** Names of the alerts that fire now. */
  async firing(): Promise<string[]> {
    const answer = await fetch(`http://127.0.0.1:${this.port}/api/v1/alerts`).catch(() => null);
    if (answer?.ok !== true) return [];
    const { data } = (await answer.json()) as {
      data: { alerts: { state: string; labels: { alertname: string } }[] };
    };
    return data.alerts.filter(({ state }) => state === "firing").map(({ labels }) => labels.alertname);
  }

  async until(name: string, isFiring: boolean): Promise<boolean> {
    for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await delay(500))
      if ((await this.firing()).includes(name) === isFiring) return true;
    return false;
  }

  stop(): void {
    this.#process.kill("SIGTERM");
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

interface Fault {
  what: string;
  alerts: readonly string[];
  begin(): Promise<unknown>;
  end(): Promise<unknown>;
}

async function main(): Promise<number> {
  if (spawnSync("prometheus", ["--version"]).status !== 0) {
    console.error("Prometheus is not installed: apt-get install prometheus");
    return 1;
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), "points-alerts-"));
  const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)}  ${line}`);
  try {
    const database = await startEmbedded({ dataDir: path.join(folder, "database"), whenHeld: "refuse" });
    ends.unshift(() => database.stop());
    await migrateFor(database);
    const metricsPort = await freePort();
    const server = await startServer({
      env: {
        ...{ DATABASE_URL: database.url, DEMO_DATA: "on", PAGE_WORKERS: "0", LOG_LEVEL: "fatal" },
        ...{ METRICS_PORT: String(metricsPort), ANCHOR_MINUTES: "1440" },
        ANCHOR_KEY_FILE: path.join(folder, "anchor-key.pem"),
      },
    });
    ends.unshift(() => server.stop());
    const watcher = new Watcher(folder, await freePort(), metricsPort);
    ends.unshift(() => watcher.stop());
    const holder = new pg.Client(database.migrationUrl);
    await holder.connect();
    ends.unshift(() => holder.end());
    const lock = async (what: string) => {
      await holder.query("BEGIN");
      await holder.query(what);
    };
    let sent = 0;
    const send = async (operation: string, wallet: number, extra: object) => {
      const body = {
        ...{ WalletCode: String(100_000 + wallet), ContactMsisdn: `0111${String(wallet).padStart(7, "0")}` },
        ...{ BranchMsisdn: "01000000001", PointsValue: 1, ...extra },
      };
      const headers = { "content-type": "application/json", clientid: "pis_test_demo" };
      const address = `${server.url}/api/Integration/v1/${operation}`;
      await fetch(address, { method: "POST", headers, body: JSON.stringify(body) }).catch(() => undefined);
    };
    const reward = (wallet: number) => {
      sent += 1;
      return send("Reward", wallet, { ExternalLogId: `ALERT-${sent}` });
    };
    let waiting: Promise<unknown> = Promise.resolve();
    const many = (count: number, one: (number: number) => Promise<unknown>) => {
      waiting = Promise.all(Array.from({ length: count }, (_, number) => one(number)));
    };
    const release = async () => {
      await holder.query("ROLLBACK");
      await waiting;
    };
    const faults: Fault[] = [
      {
        what: "Another session holds a wallet's row",
        alerts: ["PointsRowsHeld"],
        begin: async () => {
          await lock("SELECT 1 FROM wallet WHERE wallet_code = '100001' FOR UPDATE");
          many(1, () => reward(1));
        },
        end: release,
      },
      {
        what: "The log takes no writes",
        alerts: ["PointsQueueGrows", "PointsSlow", "PointsNotWritten"],
        begin: async () => {
          await lock("LOCK TABLE wallet, entry IN ACCESS EXCLUSIVE MODE");
          many(WAITING, reward);
        },
        end: release,
      },
      {
        what: "A table that the ledger reads is gone",
        alerts: ["PointsUnexpectedErrors"],
        begin: async () => {
          await holder.query("ALTER TABLE wallet_pin RENAME TO gone");
          for (let tried = 0; tried < 3; tried += 1) await reward(1);
        },
        end: () => holder.query("ALTER TABLE gone RENAME TO wallet_pin"),
      },
      {
        what: "Tills ask for quotes while wallets are locked",
        alerts: ["PointsConnectionsShort"],
        begin: async () => {
          await lock("LOCK TABLE wallet IN ACCESS EXCLUSIVE MODE");
          many(QUOTES, (wallet) => send("Quote", wallet, { Operation: "Reward" }));
        },
        end: release,
      },
      {
        what: "Points move and no anchor is signed",
        alerts: ["PointsAnchorLate"],
        begin: async () => many(30, (second) => delay(second * 1_000).then(() => reward(1))),
        end: () => waiting,
      },
      {
        what: "Workers end again and again",
        alerts: ["PointsWorkersRestart"],
        begin: async () => {
          for (let killed = 0; killed < 4; killed += 1) {
            await killAll(await childrenOf(server.pid));
            await delay(2_500);
          }
        },
        end: async () => undefined,
      },
      {
        what: "The service is gone",
        alerts: ["PointsServiceDown"],
        begin: () => server.kill(),
        end: async () => undefined,
      },
    ];
    await delay(QUIET_MS);
    const early = await watcher.firing();
    say(`Nothing wrong: ${early.length === 0 ? "nothing fires" : early.join(", ")}`);
    let failures = early.length;
    for (const fault of faults) {
      await fault.begin();
      for (const alert of fault.alerts) {
        const hasFired = await watcher.until(alert, true);
        if (!hasFired) failures += 1;
        say(`${fault.what}: ${alert} ${hasFired ? "fires" : "DOES NOT FIRE"}`);
      }
      await fault.end();
    }
    return failures === 0 ? 0 : 1;
  } finally {
    for (const end of ends) await end();
  }
}

main().then(
  (code) => process.exit(code),
  (error: Error) => {
    console.error(error.stack);
    process.exit(1);
  },
);

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { writeOut } from "./machine";
import { workersOf } from "./processes";
import { createDataFolder, findFreePort, measuredEnvironment, median } from "./service";

export interface RestartOptions {
  rounds: number;
}

/** Ends of the process before a start. */
export const ENDS = ["killed", "stopped", "stopped, and nothing of the disk in memory"] as const;
export type End = (typeof ENDS)[number];

/** Milliseconds to the first answer, from the kill or, after a stop, from the command. */
export interface Start {
  rewardMs: number;
  pageMs: number;
}

const DROP_CACHES = "/proc/sys/vm/drop_caches";
const ASKED_EVERY_MS = 5;
const LIMIT_MS = 120_000;

/**
 * How long tills and browsers wait for the service with its own database: all its processes killed at once and the service
 * started again, over the database that goes on; stopped in order with its database, and started; and the same with nothing of
 * the disk in memory, where this process may empty that. By turns.
 */
export async function runRestart({ rounds }: RestartOptions): Promise<Map<End, Start[]>> {
  const dataDir = createDataFolder();
  const service = new Service({ ...measuredEnvironment(dataDir), PORT: String(await findFreePort()) });
  try {
    // Makes the database, and builds the service where its sources have changed.
    service.start();
    await service.answers();
    const ends = ENDS.slice(0, existsSync(DROP_CACHES) && process.getuid?.() === 0 ? 3 : 2);
    const starts = new Map<End, Start[]>(ends.map((end) => [end, []]));
    for (let round = 0; round < rounds; round += 1)
      for (const end of ends) starts.get(end)?.push(await service.restart(end));
    return starts;
  } finally {
    await service.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** On one line: medians, and in brackets the least and the most. */
export function describeStarts(end: End, starts: readonly Start[]): string {
  const wait = (values: readonly number[]) =>
    `${median(values).toFixed(0)} ms (${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)})`;
  const [rewards, pages] = [starts.map(({ rewardMs }) => rewardMs), starts.map(({ pageMs }) => pageMs)];
  return `${end}: first reward after ${wait(rewards)}, first page after ${wait(pages)}`;
}

class Service {
  #process: ChildProcess | undefined;
  #asked = 0;

  constructor(private readonly environment: NodeJS.ProcessEnv) {}

  start(): void {
    this.#process = spawn(process.execPath, ["bin/run.mjs", "server"], {
      env: this.environment,
      stdio: ["ignore", "ignore", "inherit"],
    });
  }

  async stop(): Promise<void> {
    const ending = this.#process;
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = once(ending, "exit");
    ending.kill("SIGTERM");
    await ended;
  }

  async restart(end: End): Promise<Start> {
    if (end === "killed") return await this.#restartKilled();
    await this.stop();
    if (end !== "stopped") {
      await writeOut();
      writeFileSync(DROP_CACHES, "3");
    }
    this.start();
    return await this.answers();
  }

  async #restartKilled(): Promise<Start> {
    const killed = this.#process;
    if (killed?.pid === undefined) throw new Error("The service does not run");
    const ended = once(killed, "exit");
    const pids = [killed.pid, ...workersOf(killed.pid).map(({ pid }) => pid)];
    const killedAt = performance.now();
    for (const pid of pids) process.kill(pid, "SIGKILL");
    await ended;
    this.start();
    return await this.answers(killedAt);
  }

  /** Waits for the first reward and the first page. */
  async answers(since = performance.now()): Promise<Start> {
    const [rewardMs, pageMs] = await Promise.all([
      this.#until(() => this.#reward(), since),
      this.#until(() => fetch(this.#address("/sign-in")), since),
    ]);
    return { rewardMs, pageMs };
  }

  async #until(ask: () => Promise<Response>, since: number): Promise<number> {
    for (;;) {
      const isAnswered = await ask().then(
        async (response) => {
          await response.arrayBuffer();
          return response.ok;
        },
        () => false,
      );
      const passed = performance.now() - since;
      if (isAnswered) return passed;
      if (passed > LIMIT_MS) throw new Error("The service does not come back");
      await delay(ASKED_EVERY_MS);
    }
  }

  #reward(): Promise<Response> {
    this.#asked += 1;
    return fetch(this.#address("/api/Integration/v1/Reward"), {
      method: "POST",
      headers: { "content-type": "application/json", clientid: "pis_test_demo" },
      body: JSON.stringify({
        ...{ WalletCode: "100001", ContactMsisdn: "01110000001", BranchMsisdn: "01000000001" },
        ...{ PointsValue: 5, ExternalLogId: `restart-${process.pid}-${this.#asked}` },
      }),
    });
  }

  #address(path: string): string {
    return `http://127.0.0.1:${this.environment.PORT}${path}`;
  }
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { inTurns, spread } from "./figures";
import { writeOut } from "./machine";
import { workersOf } from "./processes";
import { findFreePort, inFolder, measuredEnvironment } from "./service";

/** Ends of the process before a start. */
const ENDS = ["killed", "stopped", "stopped, and nothing of the disk in memory"] as const;
type End = (typeof ENDS)[number];

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
export function runRestart({ rounds }: { rounds: number }): Promise<Map<End, Start[]>> {
  return inFolder(async (dataDir) => {
    const service = new Service({ ...measuredEnvironment(dataDir), PORT: String(await findFreePort()) });
    try {
      // Makes the database, and builds the service where its sources have changed.
      service.start();
      await service.answers();
      const mayEmpty = existsSync(DROP_CACHES) && process.getuid?.() === 0;
      return await inTurns(ENDS.slice(0, mayEmpty ? 3 : 2), rounds, (end) => service.restart(end));
    } finally {
      await service.stop();
    }
  });
}

export function describeStarts(starts: Map<End, Start[]>): string {
  return [...starts]
    .map(
      ([end, taken]) =>
        `${end}: ms to the first reward ${spread(
          taken.map(({ rewardMs }) => rewardMs),
          0,
        )}, to the first page ${spread(
          taken.map(({ pageMs }) => pageMs),
          0,
        )}`,
    )
    .join("\n");
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

  /** Ends its first process, or at once all of them. */
  async stop(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    const ending = this.#process;
    if (ending?.pid === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = once(ending, "exit");
    const workers = signal === "SIGKILL" ? workersOf(ending.pid).map(({ pid }) => pid) : [];
    for (const pid of [ending.pid, ...workers]) process.kill(pid, signal);
    await ended;
  }

  async restart(end: End): Promise<Start> {
    const endedAt = performance.now();
    await this.stop(end === "killed" ? "SIGKILL" : "SIGTERM");
    if (end === "stopped, and nothing of the disk in memory") {
      await writeOut();
      writeFileSync(DROP_CACHES, "3");
    }
    const since = end === "killed" ? endedAt : performance.now();
    this.start();
    return await this.answers(since);
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

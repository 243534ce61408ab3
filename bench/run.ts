import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { createBareServer } from "./bare-server";
import { type LoadResult, rewardBodies, runLoad } from "./load";
import { median, startService } from "./service";

const WALLETS = 10_000;
const REWARD = "/api/Integration/v1/Reward";

interface Contender {
  name: string;
  run(seconds: number): Promise<LoadResult>;
}

/**
 * Measures rewards through the whole stack (HTTP, rules, durable commit) side by side with the least a server can do. The
 * contenders take turns, so that a drift of the machine's speed meets all of them; what counts is the ratios.
 */
export async function runBench({
  seconds,
  rounds,
  connections,
}: Record<"seconds" | "rounds" | "connections", number>) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "points-bench-"));
  const environment = {
    ...process.env,
    DATA_DIR: dataDir,
    DEMO_DATA: "on",
    PORT: "0",
    METRICS_PORT: "0",
    LOG_LEVEL: "warn",
  };
  const bare = createBareServer().listen(0, "127.0.0.1");
  await once(bare, "listening");
  const service = await startService(environment);
  try {
    addWallets(environment);
    const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;
    const load = (url: string, wallets: number) => (duration: number) =>
      runLoad({ url, path: REWARD, connections, seconds: duration, body: rewardBodies(wallets) });
    const contenders: Contender[] = [
      { name: "bare answer in node:http", run: load(bareUrl, WALLETS) },
      { name: "reward, 10,000 wallets", run: load(service.url, WALLETS) },
      { name: "reward, one hot wallet", run: load(service.url, 1) },
    ];
    for (const { run } of contenders) await run(Math.min(2, seconds));
    report(await takeTurns(contenders, rounds, seconds), connections);
  } finally {
    bare.close();
    await service.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function takeTurns(contenders: Contender[], rounds: number, seconds: number) {
  const results = new Map<string, LoadResult[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, run } of contenders) results.get(name)?.push(await run(seconds));
  }
  return results;
}

function report(results: Map<string, LoadResult[]>, connections: number): void {
  console.log(`${os.cpus().length} cores, Node ${process.version}, ${connections} connections, medians:`);
  const floor = median([...results.values()][0]?.map(({ requestsPerSecond }) => requestsPerSecond) ?? []);
  for (const [name, rounds] of results) {
    const rate = median(rounds.map(({ requestsPerSecond }) => requestsPerSecond));
    const p50 = median(rounds.map(({ p50Ms }) => p50Ms));
    const p99 = median(rounds.map(({ p99Ms }) => p99Ms));
    const failures = rounds.reduce((sum, round) => sum + round.failures, 0);
    const ratio = (rate / floor).toFixed(2);
    console.log(
      `${name.padEnd(28)} ${Math.round(rate).toString().padStart(7)}/s  ratio ${ratio}  p50 ${p50} ms  p99 ${p99} ms  failures ${failures}`,
    );
  }
}

function addWallets(environment: NodeJS.ProcessEnv): void {
  const args = ["bin/run.mjs", "demo-wallets", "--count", String(WALLETS)];
  const { status } = spawnSync(process.execPath, args, {
    env: environment,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) throw new Error("The wallets could not be added");
}

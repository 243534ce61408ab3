import { describe, expect, test } from "vitest";
import { runBench } from "@/bench/run";
import { describeWorkers, runWorkers } from "@/bench/workers";

describe("the bench", () => {
  test("has every operation answered as it should be, and everything that was answered as done is in a sound log", async () => {
    const report = await runBench({ seconds: 0.5, rounds: 1, connections: 8, wallets: 200, isShort: true });
    for (const [name, turns] of report.results) {
      for (const { count, failures, examples } of turns) {
        expect(count, name).toBeGreaterThan(0);
        expect({ name, failures, examples }).toEqual({ name, failures: 0, examples: [] });
      }
    }
    expect([...report.results.keys()]).toEqual(
      expect.arrayContaining([
        "Reward",
        "Reward, one wallet",
        "RedeemUser",
        "Refund",
        "ReturnReward",
        "Cancel",
        "GetDeals",
      ]),
    );
    expect(report.answered).toBeGreaterThan(0);
    expect(report.logged).toBe(report.answered);
    expect(report.verification.isSound).toBe(true);
    // A dozen servers are started one after the other.
  }, 300_000);

  test("rewards with more workers and lanes, and says how it went beside one worker with two", async () => {
    const turns = await runWorkers({
      ...{ workers: [1, 2], lanes: [2], seconds: 0.5, rounds: 1, connections: 8, wallets: 200 },
    });
    expect([...turns.keys()]).toEqual([
      { workers: 1, lanes: 2 },
      { workers: 2, lanes: 2 },
    ]);
    for (const { uniform, hot } of [...turns.values()].flat())
      for (const { count, examples } of [uniform, hot]) {
        expect(count).toBeGreaterThan(0);
        expect(examples).toEqual([]);
      }
    expect(describeWorkers(turns)).toMatch(/\| 1 \| 2 \| \d+ \(1\.00\) \| \d+ \(1\.00\) \|/);
  });
});

import { describe, expect, test } from "vitest";
import { runBench } from "@/bench/run";

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
});

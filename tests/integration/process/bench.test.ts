import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { readPeer } from "@/bench/peer";
import { runBench } from "@/bench/run";
import { outcomeOf } from "@/bench/twice";
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
    expect(report.twice).toEqual([
      ["one function call, node:http", "200, then 500: refused the second time"],
      ["one statement a batch, node:http", "200, then 500: refused the second time"],
      ["Reward", "200, then 200: moved once, answered twice"],
    ]);
    // A dozen servers are started one after the other.
  }, 300_000);

  test("asks another product as its description says, each time with a reference of its own", async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "points-peer-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = path.join(folder, "peer.json");
    const described = {
      name: "Other points",
      pid: process.pid,
      port: 9000,
      path: "/accounts/{account}/credit",
      headers: { Authorization: "Basic secret" },
      body: { amount: 5, note: "{reference}" },
      accounts: ["a1"],
    };
    writeFileSync(file, JSON.stringify(described));
    const { requests, repeated } = readPeer(file);
    const [first, second] = [requests.next(), requests.next()].map(String);
    expect(first).toMatch(
      /^POST \/accounts\/a1\/credit HTTP\/1\.1\r\n(.+\r\n)*Authorization: Basic secret\r\n\r\n\{"amount":5,"note":"bench-[\d-]+"\}$/,
    );
    expect(first).not.toBe(second);
    expect(repeated).toMatchObject({ path: "/accounts/a1/credit", headers: described.headers });
  });

  test("tells a second answer from a second movement", () => {
    const answer = (status: number, balance: number | null) => ({ status, balance });
    expect(outcomeOf(answer(200, 5), answer(200, 10))).toBe("moved twice");
    expect(outcomeOf(answer(200, 5), answer(200, 5))).toBe("moved once, answered twice");
    expect(outcomeOf(answer(200, 5), answer(409, null))).toBe("refused the second time");
    expect(outcomeOf(answer(401, null), answer(401, null))).toBe("refused at once");
  });

  test("rewards with more workers and lanes, and says how it went beside one worker with two", async () => {
    const rows = await runWorkers({
      workers: [1, 2],
      lanes: [2],
      seconds: 0.5,
      rounds: 1,
      connections: 8,
      wallets: 200,
    });
    expect(rows.map(({ workers, lanes, failures }) => [workers, lanes, failures])).toEqual([
      [1, 2, 0],
      [2, 2, 0],
    ]);
    for (const { perSecond } of rows) expect(Math.min(perSecond.uniform, perSecond.hot)).toBeGreaterThan(0);
    expect(describeWorkers(rows)).toMatch(/\| 1 \| 2 \| \d+ \(1\.00\) \| \d+ \(1\.00\) \|/);
  });
});

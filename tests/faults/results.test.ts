import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Campaign } from "./campaigns";
import { compareEvents } from "./followers";
import type { Call, LoggedEntry } from "./history";
import { blowOf } from "./nemesis";
import { EXPECTED_CODES, type HistoryRecord, Results } from "./results";

const RACES: Campaign = { name: "races", faults: [], goal: 2, counted: "histories" };
const KILLS: Campaign = { name: "kills", faults: ["kill service"], goal: 3, counted: ["kill service"] };

function record(more: Partial<HistoryRecord> = {}): HistoryRecord {
  return {
    campaign: "races",
    at: "2026-11-21T12:00:00.000Z",
    version: "abc",
    seed: 1,
    operations: 10,
    calls: 12,
    entries: 5,
    unknown: 0,
    codes: EXPECTED_CODES,
    blows: [],
    problems: [],
    seconds: 1,
    ...more,
  };
}

describe("what a campaign has come to", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), "faults-results-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test("is read again from its file by the next part of it", () => {
    const file = path.join(folder, "results.jsonl");
    new Results(file).add(record());
    const results = new Results(file);
    results.add(record({ seed: 2 }));
    expect(results.reached(RACES)).toBe(2);
    expect(results.isGood([RACES])).toBe(true);
  });

  test("is counted in the faults that matter, wherever they happened in it", () => {
    const results = new Results(undefined);
    const blows = (["kill service", "kill worker", "kill service"] as const).map((fault) => ({
      fault,
      backAfterMs: 1,
    }));
    results.add(record({ campaign: "kills", blows }));
    expect(results.reached(KILLS)).toBe(2);
    expect(results.reached(RACES)).toBe(0);
  });

  test("is void, and goes on, when one result code was never answered in any of its histories", () => {
    const results = new Results(undefined);
    const without = (code: number) => EXPECTED_CODES.filter((one) => one !== code);
    results.add(record({ codes: without(1415) }));
    expect(results.isGood([RACES])).toBe(true);
    results.add(record({ codes: without(1415) }));
    expect(results.unseen(RACES)).toEqual([1415]);
    expect(results.isGood([RACES])).toBe(false);
    expect(results.progress(RACES)).toBeLessThan(1);
    results.add(record({ codes: without(1407) }));
    expect(results.isGood([RACES])).toBe(true);
    expect(results.progress(RACES)).toBeGreaterThanOrEqual(1);
  });

  test("is void without the codes of holds, coupons and promotions where these are tried", () => {
    const results = new Results(undefined);
    results.add(record());
    expect(results.unseen(RACES)).toEqual([]);
    expect(results.unseen({ ...RACES, hasFields: true })).toEqual([1414, 1418, 1419, 1420, 1421, 1422]);
  });

  test("is not good once anything was found, whatever comes after", () => {
    const results = new Results(undefined);
    results.add(record({ seed: 7, problems: ["lost: entry 1"] }));
    results.add(record());
    expect(results.isGood([RACES])).toBe(false);
    expect(results.problems(RACES)).toEqual(["seed 7: lost: entry 1"]);
  });
});

describe("how long a strike kept the tills waiting", () => {
  const call = (endedAt: number, isAnswered = true) =>
    ({ sentAt: 0, endedAt, answer: isAnswered ? {} : undefined }) as Call;
  const strike = { fault: "kill service", beganAt: 900, overAt: 1_000, readyAt: 4_000 } as const;

  test("is the longest time without an answer, from the moment when it was over", () => {
    const calls = [call(900), call(1_010), call(2_000, false), call(3_900), call(4_100), call(20_000)];
    expect(blowOf(strike, calls).backAfterMs).toBe(15_900);
    expect(blowOf(strike, [...calls, call(5_200)]).backAfterMs).toBe(2_890);
  });

  test("does not count what comes after the service was ready, or of the next strike", () => {
    const calls = [call(900), call(4_500), call(5_500), call(60_000)];
    expect(blowOf(strike, calls).backAfterMs).toBe(3_500);
    expect(blowOf({ ...strike, readyAt: 5_400 }, calls).backAfterMs).toBe(54_500);
    expect(blowOf({ ...strike, readyAt: 5_400 }, calls, 5_300).backAfterMs).toBe(3_500);
    expect(blowOf(strike, [call(1_200), call(4_450), call(9_900)], 4_500).backAfterMs).toBe(3_250);
  });
});

describe("what follows the log", () => {
  const entries = [
    { id: 11, seq: 1, pointsDelta: 5, balanceAfter: 5, amountValue: 5_75n },
    { id: 14, seq: 2, pointsDelta: -2, balanceAfter: 3, amountValue: 2_00n },
  ] as LoggedEntry[];
  const told = entries.map(({ id, pointsDelta, balanceAfter, amountValue }) => ({
    id: `evt_p${id}`,
    data: {
      logId: id,
      points: pointsDelta,
      totalPoints: balanceAfter,
      totalAmount: Number(amountValue) / 100,
      walletCode: "W",
    },
  }));
  const [first, second] = told as [(typeof told)[0], (typeof told)[0]];

  test.each([
    ["nothing when it is as it should be", [first, second], 0],
    ["an entry it was silent about", [first], 1],
    ["an entry it told of twice", [first, first, second], 1],
    ["a wallet's entries in another order", [second, first], 1],
    ["other money than the log's", [{ ...first, data: { ...first.data, totalAmount: 5.5 } }, second], 1],
    ["another balance than the log's", [first, { ...second, data: { ...second.data, totalPoints: 4 } }], 1],
  ])("is compared with it: finds %s", (_what, events, problems) => {
    expect(compareEvents("it", events, entries)).toHaveLength(problems);
  });
});

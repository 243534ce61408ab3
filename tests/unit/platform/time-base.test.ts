import { describe, expect, test } from "vitest";
import { isDue, TimeBase } from "@/lib/platform/time-base";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse("2026-11-29T10:00:00Z");

/** A machine with a clock that a person can set, beside a database with one of its own. */
class Machine {
  sinceStart = 0;
  asleep = 0;
  machineAhead = 0;
  databaseAhead = 0;
  readonly time = new TimeBase({
    machine: () => this.truth() + this.machineAhead,
    monotonic: () => 5_000 + this.sinceStart,
    uptime: () => 90_000 + this.sinceStart + this.asleep,
  });

  truth(): number {
    return START + this.sinceStart + this.asleep;
  }

  compare(): string | null {
    return this.time.compare(this.truth() + this.databaseAhead);
  }

  /** Milliseconds by which the process's time differs from the right one. */
  get error(): number {
    return this.time.now() - this.truth();
  }
}

describe("the time of a process", () => {
  test("is the machine's before the database was asked, and the database's from then on", () => {
    const machine = new Machine();
    machine.machineAhead = 3 * HOUR;
    expect(machine.error).toBe(3 * HOUR);
    expect(machine.compare()).toBe(
      "This machine's clock is 3 h ahead of the database's. Set the one that is wrong, and let NTP keep both.",
    );
    expect([machine.error, machine.time.offsetMs]).toEqual([0, 3 * HOUR]);
  });

  test("follows machine and database that drift together", () => {
    const machine = new Machine();
    machine.compare();
    for (let step = 1; step <= 10; step += 1) {
      machine.sinceStart += 10_000;
      machine.machineAhead = step * 50_000;
      machine.databaseAhead = step * 50_000;
      expect(machine.compare()).toBeNull();
    }
    expect(machine.error).toBe(500_000);
  });

  test.each([
    ["800 d ahead", 800 * DAY],
    ["3 h behind", -3 * HOUR],
  ])("is carried on while machine and database jump together: %s", (words, jump) => {
    const machine = new Machine();
    machine.compare();
    machine.sinceStart += 10_000;
    machine.machineAhead = jump;
    machine.databaseAhead = jump;
    expect(machine.compare()).toBe(
      `The database's clock jumped by ${words}. Set it right, or start the service anew to work by the new time.`,
    );
    machine.sinceStart += 20_000;
    expect(machine.error).toBe(0);
    machine.machineAhead = 0;
    machine.databaseAhead = 0;
    expect([machine.compare(), machine.error]).toEqual([null, 0]);
  });

  test("is right again after the machine has slept", () => {
    const machine = new Machine();
    machine.compare();
    machine.asleep += 9 * HOUR;
    expect(machine.error).toBe(-9 * HOUR);
    expect([machine.compare(), machine.error]).toEqual([null, 0]);
  });
});

test.each([
  ["a round of a moment ago", 1_000, false],
  ["a round as long ago as the pause", 60_000, true],
  ["a round that a slightly fast clock noted", -30_000, false],
  ["a round of another year to come", -365 * DAY, true],
])("whether a round is due after %s", (_, agoMs, due) => {
  const now = new Date(START);
  expect(isDue({ last: new Date(START - agoMs), now, everyMs: 60_000 })).toBe(due);
});

import { describe, expect, test } from "vitest";
import { networkOf } from "@/lib/portal/session/sign-in-limits";
import {
  type Count,
  decideKnown,
  decideStranger,
  NOTHING_COUNTED,
  type StrangerCounts,
} from "@/lib/portal/session/sign-in-pauses";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const START = 1_800_000_000_000;

/** Everything that is counted, as the table keeps it. */
class Table {
  readonly counts = new Map<string, Count>();

  /** One attempt with a wrong password; returns the milliseconds to wait, 0 when the password was looked at. */
  try(person: string, address: string, nowMs: number): number {
    const keys = { own: `${person}@${address}`, person, address: `a:${address}` };
    const read = (key: string) => this.counts.get(key) ?? NOTHING_COUNTED;
    const decision = decideStranger(
      { own: read(keys.own), person: read(keys.person), address: read(keys.address) },
      nowMs,
    );
    for (const name of ["own", "person", "address"] as const satisfies (keyof StrangerCounts)[])
      this.counts.set(keys[name], decision.counts[name]);
    return decision.waitMs;
  }
}

describe("wrong passwords from one address", () => {
  test("make that address wait ever longer, and nobody elsewhere at all", () => {
    const table = new Table();
    const pauses = [];
    let nowMs = START;
    for (let looked = 0; looked < 16; looked += 1) {
      let waitMs = table.try("mona", "192.0.2.1", nowMs);
      pauses.push(waitMs);
      while (waitMs > 0) {
        nowMs += waitMs;
        waitMs = table.try("mona", "192.0.2.1", nowMs);
      }
    }
    expect(pauses.map((waitMs) => waitMs / SECOND)).toEqual([
      0, 0, 0, 0, 0, 5, 10, 20, 40, 80, 160, 300, 300, 300, 300, 300,
    ]);
    expect(table.try("mona", "192.0.2.2", nowMs)).toBe(0);
  });

  test("that are refused are counted nowhere, however many", () => {
    const table = new Table();
    for (let attempt = 0; attempt < 1000; attempt += 1) table.try("mona", "192.0.2.1", START);
    expect(table.counts.get("mona")?.failures).toBe(5);
    expect(table.try("mona", "192.0.2.2", START)).toBe(0);
  });

  test("over many names make others there wait for a turn of seconds, which nobody takes from them", () => {
    const table = new Table();
    for (let name = 0; name < 60; name += 1) table.try(`stranger ${name}`, "192.0.2.1", START);
    const waitMs = table.try("mona", "192.0.2.1", START);
    expect(waitMs).toBeGreaterThan(0);
    expect(waitMs).toBeLessThanOrEqual(15 * SECOND);
    for (let name = 0; name < 200; name += 1) table.try(`other ${name}`, "192.0.2.1", START + SECOND);
    expect(table.try("mona", "192.0.2.1", START + waitMs)).toBe(0);
    expect(table.try("mona", "198.51.100.1", START + waitMs)).toBe(0);
  });

  test("are forgotten after a quarter of an hour without one", () => {
    const table = new Table();
    for (let attempt = 0; attempt < 6; attempt += 1) table.try("mona", "192.0.2.1", START);
    const later = START + 15 * MINUTE;
    for (let attempt = 0; attempt < 5; attempt += 1) expect(table.try("mona", "192.0.2.1", later)).toBe(0);
  });
});

describe("a guesser with many addresses", () => {
  test("looks at no more than 3,000 passwords of one person in a day, with 10 as with 2,000 addresses", () => {
    for (const addresses of [10, 2000]) {
      const table = new Table();
      const next = Array.from({ length: addresses }, () => START);
      let looked = 0;
      // Each address comes back exactly when it is told to.
      for (let nowMs = START; nowMs < START + DAY; nowMs += 5 * SECOND)
        for (const [address, atMs] of next.entries()) {
          if (atMs > nowMs) continue;
          const waitMs = table.try("mona", `address ${address}`, nowMs);
          if (waitMs === 0) looked += 1;
          next[address] = nowMs + waitMs;
        }
      expect(looked, `${addresses} addresses`).toBeLessThanOrEqual(3000);
    }
  });

  test("keeps the person waiting on a new device no longer than there are turns before theirs", () => {
    const table = new Table();
    for (let address = 0; address < 100; address += 1) table.try("mona", `address ${address}`, START);
    const waitMs = table.try("mona", "home", START);
    expect(waitMs).toBeGreaterThan(0);
    for (let address = 100; address < 400; address += 1) table.try("mona", `address ${address}`, START + 1);
    expect(table.try("mona", "home", START + waitMs - 1)).toBe(1);
    expect(table.try("mona", "home", START + waitMs)).toBe(0);
  });
});

test("a known device waits for its own failures only", () => {
  let known = NOTHING_COUNTED;
  const waits = [];
  for (let attempt = 0; attempt < 7; attempt += 1) {
    const { waitMs, counts } = decideKnown(known, START);
    known = counts;
    waits.push(waitMs / SECOND);
  }
  expect(waits).toEqual([0, 0, 0, 0, 0, 5, 5]);
  expect(decideKnown(known, START + 5 * SECOND).waitMs).toBe(0);
});

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "::ffff:192.0.2.1"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:DB8:0:0:ffff::2", "2001:db8:0:0::/64"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["::1", "0:0:0:0::/64"],
  ["", ""],
])("the address %j counts as %j", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

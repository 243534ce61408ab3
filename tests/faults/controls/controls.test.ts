import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { CONTROLS, COUNTERPARTS, type Control, tryControl } from "./controls";

/** `npm run faults -- --controls`, a step of the deep tests, tries all of them. */
const TRIED_IN_SHORT: readonly string[] = [
  "reads, adds and writes through Prisma without a lock",
  "answers before it commits",
  "several requests in a transaction",
];
const inShort = (tried: Record<string, Control>) =>
  Object.entries(tried).filter(([name]) => TRIED_IN_SHORT.includes(name));

/** A mistake that only shows when two meet is given so many chances to. */
const SEEDS = [1, 2, 3];

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase({ isMigrated: false });
});
afterEach(() => database?.drop());

describe("the harness finds the mistake of a service that", () => {
  test.each(inShort(CONTROLS))("%s", async (_name, control) => {
    let problems: string[] = [];
    for (const seed of SEEDS) {
      if (problems.length === 0) problems = await tryControl(database.url, control, seed);
    }
    expect(problems).not.toEqual([]);
  });
});

describe("the harness finds nothing in a service without these mistakes, with", () => {
  test.each(inShort(COUNTERPARTS))("%s", async (_name, counterpart) => {
    expect(await tryControl(database.url, counterpart, SEEDS[0] ?? 1)).toEqual([]);
  });
});

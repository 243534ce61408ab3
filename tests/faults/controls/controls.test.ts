import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { CONTROLS, COUNTERPARTS, tryControl } from "./controls";

/** A mistake that only shows when two meet is given so many chances to. */
const SEEDS = [1, 2, 3];

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase({ isMigrated: false });
});
afterEach(() => database?.drop());

describe("the harness finds the mistake of a service that", () => {
  test.each(Object.entries(CONTROLS))("%s", async (_name, control) => {
    let problems: string[] = [];
    for (const seed of SEEDS) {
      if (problems.length === 0) problems = await tryControl(database.url, control, seed);
    }
    expect(problems).not.toEqual([]);
  });
});

describe("the harness finds nothing in a service without these mistakes, with", () => {
  test.each(Object.entries(COUNTERPARTS))("%s", async (_name, counterpart) => {
    expect(await tryControl(database.url, counterpart, SEEDS[0] ?? 1)).toEqual([]);
  });
});

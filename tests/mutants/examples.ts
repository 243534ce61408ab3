import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";

/**
 * As much of the test runner as the ledger's unit tests use, for running them hundreds of times: the first expectation that
 * is not met ends the process, and nothing is reported.
 */

// Whether a mutant is noticed is all that is asked, not by the shortest example.
fc.configureGlobal({ endOnFailure: true });

type Work = (...values: never[]) => unknown;

export function describe(_name: string, work: () => void): void {
  work();
}

/** Run after the test that is under way. */
let endings: (() => void)[] = [];

export function onTestFinished(ending: () => void): void {
  endings.push(ending);
}

/** One that is not met later ends the process as well: nobody handles its rejection. */
export function test(_name: string, work: Work): void {
  run(work);
}

function run(work: Work, ...values: never[]): void {
  work(...values);
  for (const ending of endings) ending();
  endings = [];
}

test.each =
  (rows: readonly unknown[]) =>
  (_name: string, work: Work): void => {
    for (const row of rows) run(work, ...((Array.isArray(row) ? row : [row]) as never[]));
  };

class Unmet extends Error {}

function matchers(value: unknown, isMeant: boolean) {
  const must = (isMet: boolean) => {
    if (isMet !== isMeant) throw new Unmet();
  };
  return {
    toBe: (other: unknown) => must(Object.is(value, other)),
    toBeUndefined: () => must(value === undefined),
    toBeNull: () => must(value === null),
    toEqual: (other: unknown) => must(isDeepStrictEqual(withoutGaps(value), withoutGaps(other))),
    toMatch: (pattern: RegExp) => must(pattern.test(value as string)),
    toMatchObject: (other: unknown) => must(matches(value, other)),
    toHaveProperty: (name: string) => must(typeof value === "object" && value !== null && name in value),
    toHaveLength: (length: number) => must((value as readonly unknown[]).length === length),
    toBeGreaterThan: (other: number) => must((value as number) > other),
    toBeGreaterThanOrEqual: (other: number) => must((value as number) >= other),
    toBeLessThan: (other: number) => must((value as number) < other),
    toBeLessThanOrEqual: (other: number) => must((value as number) <= other),
    toThrow: () => must(throws(value as () => unknown)),
  };
}

/** The second argument of the real one is a message, which nobody would read here. */
export function expect(value: unknown) {
  return { ...matchers(value, true), not: matchers(value, false) };
}

function throws(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch {
    return true;
  }
}

/** A property that is undefined is as good as none. */
function withoutGaps(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutGaps);
  if (value instanceof Map) return new Map([...value].map(([key, one]) => [key, withoutGaps(one)]));
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (one === undefined ? [] : [[key, withoutGaps(one)]])),
  );
}

function matches(value: unknown, other: unknown): boolean {
  if (Array.isArray(other))
    return (
      Array.isArray(value) &&
      value.length === other.length &&
      other.every((one, index) => matches(value[index], one))
    );
  const isPlain =
    typeof other === "object" && other !== null && Object.getPrototypeOf(other) === Object.prototype;
  if (!isPlain) return isDeepStrictEqual(withoutGaps(value), withoutGaps(other));
  return (
    typeof value === "object" &&
    value !== null &&
    Object.entries(other).every(([key, one]) => matches((value as Record<string, unknown>)[key], one))
  );
}

import { expect } from "vitest";

/** The seed of a random test: another one on every run, or the one that a failure named. */
export function seedOf(variable: string): number {
  return Number(process.env[variable] ?? Date.now() % 2 ** 31);
}

/**
 * Runs rounds of random histories, each with a seed of its own, until they have met everything they are there for.
 * Chance may leave something rare out of one round, and such a round proves less than it seems to; when the last of
 * `most` rounds has not met it either, it cannot be met any more and the test fails.
 *
 * @param met what has been met so far, in all rounds
 */
export async function untilMet<T>(options: {
  seed: number;
  expected: readonly T[];
  met: () => Iterable<T>;
  most?: number;
  round: (seed: number) => Promise<void> | void;
}): Promise<void> {
  const { seed, expected, met, most = 8, round } = options;
  const missing = () => {
    const known = new Set(met());
    return expected.filter((each) => !known.has(each));
  };
  for (let number = 0; number === 0 || (number < most && missing().length > 0); number += 1)
    await round(seed + number);
  expect(missing(), `not met in ${most} rounds from seed ${seed}`).toEqual([]);
}

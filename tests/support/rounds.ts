import { createHash } from "node:crypto";
import { expect } from "vitest";

/** The seed of every random test: the same in every run, unless TEST_SEED names the one of a deep run. */
export const SEED = Number(process.env.TEST_SEED ?? 20_261_127);
/** Of a run with another seed, in which chance may leave something rare out of the first round. */
const ROUNDS_MAX = 8;

/** The seed, said beside the name of what it makes. */
export function seedOf(name: string): number {
  console.info(`${name}: seed ${SEED}`);
  return SEED;
}

/**
 * Runs random histories, which must meet everything that they are there for; otherwise they prove less than they seem to. With the
 * seed of every run that is one round. With another one there are more, each with a seed of its own, until everything was met.
 *
 * @param met what has been met so far, in all rounds
 */
export async function untilMet<T>(options: {
  seed: number;
  expected: readonly T[];
  met: () => Iterable<T>;
  round: (seed: number) => Promise<void> | void;
}): Promise<void> {
  const { seed, expected, met, round } = options;
  const missing = () => {
    const known = new Set(met());
    return expected.filter((each) => !known.has(each));
  };
  const most = process.env.TEST_SEED === undefined ? 1 : ROUNDS_MAX;
  for (let number = 0; number === 0 || (number < most && missing().length > 0); number += 1)
    await round(seed + number);
  expect(missing(), `not met in ${most} rounds from seed ${seed}`).toEqual([]);
}

/** Text of 44 characters that cannot be compressed, the same for the same number. */
export const noise = (number: number): string => createHash("sha256").update(String(number)).digest("base64");

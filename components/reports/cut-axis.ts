/** Where the axis of a picture ends. */
export interface CutAxis {
  /** The largest value that is drawn whole; larger ones end here, are marked, and named beside the picture. */
  max: number;
  isCut: boolean;
}

/** Below this number of values none of them is the rule. */
const VALUES_MIN = 4;
/** A value is beyond the rest when it is so many times the one that nine of ten stay below. */
const BEYOND = 4;
/** Where the largest is not so many times the largest of the rest, a whole axis shows both as well. */
const WORTH_A_CUT = 2;

/**
 * Where to end an axis so that one day or branch far beyond all others does not flatten them: values of more than four times the
 * 90th percentile are cut when the largest is at least twice the largest of the rest, and the axis ends a tenth above that. Values below
 * zero and nothing do not count. Pure.
 */
export function cutAxis(values: readonly number[]): CutAxis {
  const sorted = values.filter((value) => value > 0).sort((one, other) => one - other);
  const largest = sorted.at(-1) ?? 0;
  const usual = sorted[Math.floor((sorted.length - 1) * 0.9 - 1e-9)] ?? 0;
  const kept = sorted.filter((value) => value <= usual * BEYOND);
  const rest = kept.at(-1) ?? 0;
  if (sorted.length < VALUES_MIN || largest < rest * WORTH_A_CUT || kept.length === sorted.length)
    return { max: largest, isCut: false };
  return { max: roundUp(rest * 1.1), isCut: true };
}

const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** The next round number: a whole one where the value is 1 or more. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const step = STEPS.find((candidate) => candidate * power >= value) ?? 10;
  return power >= 10 || value < 1 ? step * power : Math.ceil(step * power);
}

/** Of 0 (nothing) to 5: into which fifth of all values that are not nothing a value falls. One far beyond the rest is one step more. Pure. */
export function fifthOf(value: number, values: readonly number[]): 0 | 1 | 2 | 3 | 4 | 5 {
  if (value <= 0) return 0;
  const some = values.filter((other) => other > 0);
  const smaller = some.filter((other) => other < value).length;
  return (1 + Math.min(4, Math.floor((smaller / some.length) * 5))) as 1 | 2 | 3 | 4 | 5;
}

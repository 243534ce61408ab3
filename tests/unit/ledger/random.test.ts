import fc from "fast-check";
import { expect, test } from "vitest";
import { History, settings, step } from "./history";
import { Seen } from "./invariants";

const ENOUGH = 2_000;
/** Fewer for who looks for mistakes that show soon, as the mutants do. */
const HISTORIES = Number(process.env.LEDGER_HISTORIES ?? ENOUGH);
const STEPS_MAX = 200;

/** Everything that the rules can refuse with; 1110 stands for what was known before they were asked. */
const CODES = [
  1002, 1110, 1201, 1202, 1203, 1204, 1205, 1206, 1301, 1302, 1304, 1306, 1310, 1311, 1312, 1401, 1402, 1403,
  1404, 1405, 1406, 1407, 1411, 1412, 1413, 1414, 1415, 1416, 1501,
];

test(`the rules agree with the model and every invariant holds after every step of ${HISTORIES} histories`, () => {
  // A new seed each time, so that every run tries other histories; a failure names the one to try again.
  const seed = Number(process.env.LEDGER_SEED ?? Date.now() % 2 ** 31);
  const seen = new Seen();
  const stepsUpTo = (maxLength: number) => fc.array(step, { minLength: 1, maxLength, size: "max" });
  const steps = fc.oneof(
    { arbitrary: stepsUpTo(60), weight: 2 },
    { arbitrary: stepsUpTo(STEPS_MAX), weight: 1 },
  );
  const property = fc.property(settings, steps, (chosen, taken) => {
    const history = new History(chosen, seen);
    for (const dice of taken) history.take(dice);
  });
  fc.assert(property, { numRuns: HISTORIES, seed });

  if (HISTORIES < ENOUGH) return;
  // A run that has not met everything has proved nothing.
  const what = `with LEDGER_SEED=${seed}`;
  expect([...seen.codes].sort(), what).toEqual(CODES);
  expect([...seen.kinds].sort(), what).toEqual(["nothing", "posted", "refused", "replayed", "stale_pin"]);
  expect(
    [...seen.logTypes].sort((one, other) => one - other),
    what,
  ).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(seen.steps, what).toBeGreaterThan(HISTORIES * 40);
}, 120_000);

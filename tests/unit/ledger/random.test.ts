import fc from "fast-check";
import { expect, test } from "vitest";
import { seedOf, untilMet } from "@/tests/support/rounds";
import { History, settings, step } from "./history";
import { Seen } from "./invariants";

/** With the seed of every run all that is expected has happened by the 200th. */
const ENOUGH = 500;
/** With another seed, as in deep runs, more are taken; fewer for who looks for mistakes that show soon, as the mutants do. */
const HISTORIES = Number(
  process.env.LEDGER_HISTORIES ?? (process.env.TEST_SEED === undefined ? ENOUGH : 2_000),
);
const STEPS_MAX = 200;

/** Everything that the rules can refuse with; 1110 stands for what was known before they were asked. */
const CODES = [
  1002, 1110, 1201, 1202, 1203, 1204, 1205, 1206, 1301, 1302, 1304, 1306, 1307, 1310, 1311, 1312, 1401, 1402,
  1403, 1404, 1405, 1406, 1407, 1411, 1412, 1413, 1414, 1415, 1416, 1417, 1418, 1419, 1420, 1422, 1501, 1702,
  1704,
];

const EXPECTED = [
  ...CODES.map((code) => `refused with ${code}`),
  ...["nothing", "posted", "refused", "replayed", "stale_pin"],
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((kind) => `entry of kind ${kind}`),
  ...[31, 32, 33, 34, 71, 72].map((number) => `offer ${number}`),
  ...[71, 72, 73, 74].map((number) => `coupon ${number}`),
  "coupon ended",
  ...["paid", "over_limit", "unpaid", "taken_back"].map((state) => `referral ${state}`),
];

test(`the rules agree with the model and every invariant holds after every step of ${HISTORIES} histories`, async () => {
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
  await untilMet({
    seed: seedOf("The rules beside the model"),
    expected: HISTORIES < ENOUGH ? [] : EXPECTED,
    met: () => seen.what,
    round: (seed) => fc.assert(property, { numRuns: HISTORIES, seed }),
  });
  expect([...seen.what].filter((what) => !EXPECTED.includes(what))).toEqual([]);
}, 900_000);

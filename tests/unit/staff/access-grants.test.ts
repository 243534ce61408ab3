import { expect, test } from "vitest";
import { tiesOf } from "@/lib/portal/acts/access-grants";

const MAKER = 1;
const PUPPET = 2;
const PUPPETS_PUPPET = 3;
const STRANGER = 4;
const OTHER_PUPPET = 5;

/** A person's access, by whom, until when it ties both, and until when to others of the same maker. */
const tie = (userId: number, grantedBy: number, until: number, freshUntil = 0) => ({
  ...{ userId, grantedBy, until, freshUntil },
});

test("a person is tied to who made them and to who made that one, in both directions and never to themselves", () => {
  const isTied = tiesOf([tie(PUPPET, MAKER, 30), tie(PUPPETS_PUPPET, PUPPET, 20)]);
  for (const [one, other] of [
    [PUPPET, MAKER],
    [PUPPETS_PUPPET, MAKER],
    [PUPPETS_PUPPET, PUPPET],
  ] as const)
    expect([isTied(one, other), isTied(other, one)]).toEqual([true, true]);
  expect([isTied(STRANGER, MAKER), isTied(MAKER, STRANGER), isTied(MAKER, MAKER)]).toEqual([
    false,
    false,
    false,
  ]);
});

test("two whom one person made are tied while that is fresh, and no longer than the older of both", () => {
  const { until } = tiesOf([tie(PUPPET, MAKER, 70, 30), tie(OTHER_PUPPET, MAKER, 60, 20)]);
  expect([until(PUPPET, OTHER_PUPPET), until(OTHER_PUPPET, PUPPET)]).toEqual([20, 20]);
  expect([until(PUPPET, MAKER), until(MAKER, OTHER_PUPPET)]).toEqual([70, 60]);
  expect(tiesOf([tie(PUPPET, MAKER, 70), tie(OTHER_PUPPET, MAKER, 60)])(PUPPET, OTHER_PUPPET)).toBe(false);
});

test("a tie lasts as long as the longest chain, and a chain as long as its shortest step", () => {
  const { until } = tiesOf([
    tie(PUPPET, MAKER, 30),
    tie(PUPPETS_PUPPET, PUPPET, 20),
    tie(PUPPETS_PUPPET, MAKER, 25),
    tie(PUPPET, PUPPETS_PUPPET, 40),
  ]);
  expect([until(PUPPET, MAKER), until(MAKER, PUPPETS_PUPPET), until(STRANGER, MAKER)]).toEqual([30, 25, 0]);
});

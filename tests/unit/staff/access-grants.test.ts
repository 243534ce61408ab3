import { expect, test } from "vitest";
import { dependenceOf } from "@/lib/portal/acts/access-grants";

const MAKER = 1;
const PUPPET = 2;
const PUPPETS_PUPPET = 3;
const STRANGER = 4;

test("somebody depends on who made them and on who made that one, in one direction and never on themselves", () => {
  const dependsOn = dependenceOf([
    { userId: PUPPET, grantedBy: MAKER, until: 30 },
    { userId: PUPPETS_PUPPET, grantedBy: PUPPET, until: 20 },
  ]);
  expect(dependsOn(PUPPET, MAKER)).toBe(true);
  expect(dependsOn(PUPPETS_PUPPET, MAKER)).toBe(true);
  expect(dependsOn(MAKER, PUPPET)).toBe(false);
  expect(dependsOn(STRANGER, MAKER)).toBe(false);
  expect(dependsOn(MAKER, MAKER)).toBe(false);
});

test("two who have reset each other depend on each other, and it ends", () => {
  const dependsOn = dependenceOf([
    { userId: PUPPET, grantedBy: MAKER, until: 30 },
    { userId: MAKER, grantedBy: PUPPET, until: 20 },
  ]);
  expect([dependsOn(PUPPET, MAKER), dependsOn(MAKER, PUPPET), dependsOn(MAKER, MAKER)]).toEqual([
    true,
    true,
    false,
  ]);
});

test("dependence lasts as long as the longest way, and a way as long as its shortest step", () => {
  const { until } = dependenceOf([
    { userId: PUPPET, grantedBy: MAKER, until: 30 },
    { userId: PUPPETS_PUPPET, grantedBy: PUPPET, until: 20 },
    { userId: PUPPETS_PUPPET, grantedBy: MAKER, until: 25 },
    { userId: PUPPET, grantedBy: PUPPETS_PUPPET, until: 40 },
  ]);
  expect([until(PUPPET, MAKER), until(PUPPETS_PUPPET, MAKER), until(STRANGER, MAKER)]).toEqual([30, 25, 0]);
});

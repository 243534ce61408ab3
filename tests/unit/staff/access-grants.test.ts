import { expect, test } from "vitest";
import { dependenceOf } from "@/lib/portal/acts/access-grants";

const MAKER = 1;
const PUPPET = 2;
const PUPPETS_PUPPET = 3;
const STRANGER = 4;

test("somebody depends on who made them and on who made that one, in one direction and never on themselves", () => {
  const dependsOn = dependenceOf([
    { userId: PUPPET, grantedBy: MAKER },
    { userId: PUPPETS_PUPPET, grantedBy: PUPPET },
  ]);
  expect(dependsOn(PUPPET, MAKER)).toBe(true);
  expect(dependsOn(PUPPETS_PUPPET, MAKER)).toBe(true);
  expect(dependsOn(MAKER, PUPPET)).toBe(false);
  expect(dependsOn(STRANGER, MAKER)).toBe(false);
  expect(dependsOn(MAKER, MAKER)).toBe(false);
});

test("two who have reset each other depend on each other, and it ends", () => {
  const dependsOn = dependenceOf([
    { userId: PUPPET, grantedBy: MAKER },
    { userId: MAKER, grantedBy: PUPPET },
  ]);
  expect([dependsOn(PUPPET, MAKER), dependsOn(MAKER, PUPPET), dependsOn(MAKER, MAKER)]).toEqual([
    true,
    true,
    false,
  ]);
});

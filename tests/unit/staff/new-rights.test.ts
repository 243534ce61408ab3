import { expect, test } from "vitest";
import { newRightsOf } from "@/lib/portal/acts/new-rights";

const ADMIN = 1;
const CASHIER = 2;
const OTHER_CASHIER = 3;
const BROUGHT_BY_CASHIER = 4;
const STRANGER = 5;
const until = new Date("2026-11-22T10:00:00Z");

const rights = newRightsOf(
  [
    { userId: CASHIER, grantedBy: ADMIN, until },
    { userId: OTHER_CASHIER, grantedBy: ADMIN, until },
    { userId: BROUGHT_BY_CASHIER, grantedBy: CASHIER, until },
  ],
  50,
);

test("whoever brought people has one person's bounds with all of them, and they have a part of their own besides", () => {
  expect(rights.sharesOf(ADMIN)).toEqual({
    percent: 100,
    groups: [[ADMIN, CASHIER, OTHER_CASHIER, BROUGHT_BY_CASHIER]],
  });
  expect(rights.sharesOf(BROUGHT_BY_CASHIER)).toEqual({
    percent: 50,
    groups: [
      [CASHIER, BROUGHT_BY_CASHIER],
      [ADMIN, CASHIER, OTHER_CASHIER, BROUGHT_BY_CASHIER],
    ],
  });
  expect(rights.sharesOf(STRANGER)).toBeUndefined();
});

test("rights are new until a moment for those who got them, and for nobody else", () => {
  expect([CASHIER, ADMIN, STRANGER].map(rights.until)).toEqual([until.getTime(), 0, 0]);
});

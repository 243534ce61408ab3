import { describe, expect, test } from "vitest";
import { habitOf, isBeyondHabit, isLargeShare, THRESHOLDS } from "@/lib/areas/radar/judge";
import { isShownTo } from "@/lib/areas/radar/people";
import { SIGNALS } from "@/lib/areas/radar/words";

const past = { own_count: 0, own_total: 0, others_count: 0, others_total: 0 };

describe("what is beyond a habit", () => {
  test("a handful is never told, however unusual", () => {
    for (const signal of SIGNALS) expect(isBeyondHabit(signal, THRESHOLDS[signal].min - 1, 0)).toBe(false);
  });

  test("a count is told from three times the habit on, and when chance does not explain it", () => {
    expect(isBeyondHabit("reversals", 14, 5)).toBe(false);
    expect(isBeyondHabit("reversals", 15, 5)).toBe(true);
    expect(isBeyondHabit("reversals", 6, 2)).toBe(false);
  });

  test("who serves a wallet of their own once is told, whatever is usual", () => {
    expect(isBeyondHabit("own_number", 1, 100)).toBe(true);
  });

  test("the habit is that of the others at the branch, for as much work", () => {
    const habits = { ...past, signal: "without_invoice", role: "cashier", total: 50 } as const;
    expect(habitOf({ ...habits, others_count: 20, others_total: 1_000, own_count: 30, own_total: 100 })).toBe(
      1,
    );
    // Nobody else works there: the branch is this person.
    expect(habitOf({ ...habits, own_count: 10, own_total: 100 })).toBe(5);
  });

  test("without a history nothing is called unusual", () => {
    expect(
      habitOf({ ...past, signal: "reversals", role: "cashier", total: 50, others_total: 20 }),
    ).toBeNull();
  });

  test("supervisors undo for their tills: what they usually undo is ordinary for them, and for cashiers it is not", () => {
    const habits = { ...past, signal: "reversals", total: 4, own_count: 80, others_total: 900 } as const;
    expect(habitOf({ ...habits, role: "supervisor" })).toBe(20);
    expect(habitOf({ ...habits, role: "cashier" })).toBe(0);
  });

  test("a share is large beside those of others and with more rewards than a regular comes for", () => {
    expect(isLargeShare({ top: 30, total: 300, habit: 0.02 })).toBe(true);
    expect(isLargeShare({ top: 30, total: 300, habit: 0.05 })).toBe(false);
    expect(isLargeShare({ top: 9, total: 20, habit: 0.02 })).toBe(false);
    expect(isLargeShare({ top: 0, total: 0, habit: 0 })).toBe(false);
  });
});

describe("whom the radar tells about whom", () => {
  const cashier = { id: 1, role: "cashier", merchantId: 1 };
  const supervisor = { id: 2, role: "supervisor", merchantId: 1 };
  const admin = { id: 3, role: "merchant_admin", merchantId: 1 };
  const as = ({ id, role, merchantId }: typeof cashier) =>
    ({ userId: id, role, merchantId }) as Parameters<typeof isShownTo>[0];

  test("nobody about themselves", () => {
    for (const person of [cashier, supervisor, admin]) expect(isShownTo(as(person), person)).toBe(false);
  });

  test("a supervisor about cashiers and other supervisors, not about admins", () => {
    expect(isShownTo(as(supervisor), cashier)).toBe(true);
    expect(isShownTo(as(supervisor), { ...supervisor, id: 5 })).toBe(true);
    expect(isShownTo(as(supervisor), admin)).toBe(false);
  });

  test("a merchant's people about its own only, an operator about all", () => {
    expect(isShownTo(as(admin), { ...cashier, merchantId: 2 })).toBe(false);
    expect(isShownTo({ userId: 9, role: "programme_operator", merchantId: null }, admin)).toBe(true);
  });
});

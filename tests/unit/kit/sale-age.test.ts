import { afterEach, expect, test } from "vitest";
import { noteServiceTime } from "@/components/kit/service-clock";
import { ageOfSale } from "@/components/operations/sale-age";

const MINUTE_MS = 60_000;
const told = (atMs: number) =>
  noteServiceTime({ headers: new Headers({ date: new Date(atMs).toUTCString() }) });
const saleAt = (atMs: number, clockOffsetMs: number | null) => ({
  ...{ createdAt: new Date(atMs).toISOString(), clockOffsetMs },
});
afterEach(() => told(Date.now()));

test("a sale of a device that is fast by 70 minutes is as old as it is, whenever its clock was set right", () => {
  const fast = 70 * MINUTE_MS;
  const now = Math.floor(Date.now() / 1_000) * 1_000;
  told(now - fast);
  // The service says it some moments after the page's own look at its clock.
  const isFive = { ageMs: expect.closeTo(5 * MINUTE_MS, -4) };
  expect(ageOfSale(saleAt(now - 5 * MINUTE_MS, -fast), now)).toMatchObject(isFive);
  expect(ageOfSale(saleAt(now - 5 * MINUTE_MS, null), now)).toMatchObject(isFive);
  told(now);
  expect(ageOfSale(saleAt(now + fast - 5 * MINUTE_MS, -fast), now)).toMatchObject(isFive);
});

test("a sale whose clock cannot have been right is told with both times", () => {
  const now = Math.floor(Date.now() / 1_000) * 1_000;
  told(now);
  for (const atMs of [now + 70 * MINUTE_MS, now - 91 * 24 * 60 * MINUTE_MS]) {
    const age = ageOfSale(saleAt(atMs, null), now);
    if (!("fault" in age)) throw new Error("The age was told");
    for (const text of [age.fault.en, age.fault.ar])
      expect(text.match(/\d{4}-\d\d-\d\d \d\d:\d\d/g)).toHaveLength(2);
  }
});

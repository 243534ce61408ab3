import fc from "fast-check";
import { expect, test } from "vitest";
import { sortingNumbers } from "@/lib/areas/deals/order-deals";

test.each([
  ["held numbers change hands", [30, 10, 20], 30, [10, 20, 30]],
  ["numbers that two share are pulled apart", [5, 5, 9], 9, [5, 6, 9]],
  ["deals without one come after those that have one", [null, 4, null], 90, [4, 5, 6]],
  ["where none has one, everybody else's come first", [null, null], 90, [91, 92]],
  ["nothing is nothing", [], 3, []],
] as const)("%s", (_name, present, last, numbers) => {
  expect(sortingNumbers(present, last)).toEqual(numbers);
});

test("the numbers rise strictly, and the first is never lower than the lowest that was held", () => {
  const numbers = fc.array(fc.option(fc.integer({ min: 0, max: 50 })), { maxLength: 20 });
  fc.assert(
    fc.property(numbers, (present) => {
      const dealt = sortingNumbers(present, 50);
      expect(dealt).toHaveLength(present.length);
      for (const [index, number] of dealt.entries())
        if (index > 0) expect(number).toBeGreaterThan(dealt[index - 1] ?? Number.NaN);
      const held = present.filter((number) => number !== null);
      if (dealt[0] !== undefined) expect(dealt[0]).toBe(held.length > 0 ? Math.min(...held) : 51);
    }),
  );
});

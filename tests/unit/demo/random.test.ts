import { expect, test } from "vitest";
import { SeededRandom } from "@/lib/demo/random";

test("the same seed gives the same numbers, another seed others", () => {
  const draw = (seed: number) => {
    const random = new SeededRandom(seed);
    return Array.from({ length: 20 }, () => random.next());
  };
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
});

test("whole numbers stay within their bounds and reach both", () => {
  const random = new SeededRandom(1);
  const drawn = new Set(Array.from({ length: 500 }, () => random.integer(3, 6)));
  expect([...drawn].sort()).toEqual([3, 4, 5, 6]);
});

test("what weighs nothing is never drawn", () => {
  const random = new SeededRandom(2);
  const drawn = new Set(Array.from({ length: 500 }, () => random.weighted([0, 1, 0, 3])));
  expect([...drawn].sort()).toEqual([1, 3]);
});

test("nothing can be picked from nothing", () => {
  expect(() => new SeededRandom(3).pick([])).toThrow(RangeError);
});

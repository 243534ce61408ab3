import { describe, expect, test } from "vitest";
import { carriedOrder, isReordered } from "@/components/deals/desk/carried-order";

describe("an order of deals that was begun on an earlier list", () => {
  test("is kept when a deal ends or another is published meanwhile", () => {
    const order = [3, 1, 2];
    expect(carriedOrder(order, [1, 3])).toEqual([3, 1]);
    expect(carriedOrder(order, [1, 4, 2, 3])).toEqual([3, 1, 4, 2]);
    expect(carriedOrder(order, [4, 5, 1, 2, 3])).toEqual([4, 5, 3, 1, 2]);
    expect(carriedOrder([3, 4, 1, 2], [1, 4, 2, 3])).toEqual([3, 4, 1, 2]);
  });

  test("is behind only when others gave the same deals another order", () => {
    expect(isReordered([1, 2, 3], [1, 4, 3])).toBe(false);
    expect(isReordered([1, 2, 3], [2, 1, 3])).toBe(true);
  });
});

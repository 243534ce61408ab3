import { expect, test } from "vitest";
import { isWeakPin } from "@/lib/areas/approvals/staff-pin";

test("a PIN to approve with is no row, no repetition, no day and no end of an own number", () => {
  for (const pin of [
    "111111",
    "345678",
    "987654",
    "123123",
    "121212",
    "445566",
    "170590",
    "051790",
    "900517",
  ])
    expect([pin, isWeakPin(pin)]).toEqual([pin, true]);
  expect(isWeakPin("774928")).toBe(false);
  expect(isWeakPin("774928", ["+201000774928"])).toBe(true);
});

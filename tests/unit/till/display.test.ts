import { afterEach, expect, test } from "vitest";
import { askNewPin, currentAskedPin, currentShown, tellDisplay } from "@/components/till/display";

const bill = (value: number, points: number | null) =>
  ({ name: "bill", operation: "redeem", value, points, balanceAfter: null }) as const;

afterEach(() => {
  askNewPin(null);
  tellDisplay({ name: "idle" });
});

test("a customer who is asked for a first PIN stays asked when the bill's quote comes late, and no more with another bill", () => {
  tellDisplay(bill(120, null));
  askNewPin("100001");
  tellDisplay(bill(120, 120));
  expect(currentShown()).toMatchObject({ name: "newPin", walletCode: "100001" });
  tellDisplay(bill(130, null));
  expect(currentAskedPin()).toBeNull();
  expect(currentShown()).toEqual(bill(130, null));
});

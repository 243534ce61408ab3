import { expect, test } from "vitest";
import { outcomeOf } from "@/components/coupons/issue-list";

test("a file is a success only when a coupon came of every line", () => {
  const done = { state: "done", issued: 3, refused: 0 } as const;
  expect(outcomeOf(done)).toBe("done");
  expect(outcomeOf({ ...done, refused: 1 })).toBe("partly");
  expect(outcomeOf({ ...done, issued: 0, refused: 1_000 })).toBe("nothing");
  expect(outcomeOf({ ...done, state: "running", issued: 0, refused: 5 })).toBe("running");
});

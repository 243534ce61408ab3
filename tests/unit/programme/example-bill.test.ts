import { expect, test } from "vitest";
import { worthBeforeAndAfter } from "@/components/programme/example-bill";

test("points are worth what they pay for at the rate in force and at the typed one", () => {
  expect(worthBeforeAndAfter(1_000, { before: "2", after: " 4 " })).toEqual({ before: "500", after: "250" });
  expect(worthBeforeAndAfter(1_000, { before: "2", after: "2.000" })).toEqual({
    before: "500",
    after: "500",
  });
});

test.each(["", "two", "-1", "0"])("a rate of %j makes nothing of them", (after) => {
  expect(worthBeforeAndAfter(1_000, { before: "2", after })).toBe(null);
});

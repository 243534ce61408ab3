import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { singlePress } from "@/components/kit/use-single-press";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a double press takes one row of a list whose rows move up, and a later press the next one", () => {
  const press = singlePress();
  const taken: string[] = [];
  press(() => taken.push("first"));
  for (const pauseMs of [0, 150, 400]) {
    vi.advanceTimersByTime(pauseMs);
    press(() => taken.push("moved up"));
  }
  vi.advanceTimersByTime(1_000);
  press(() => taken.push("next"));
  expect(taken).toEqual(["first", "next"]);
});

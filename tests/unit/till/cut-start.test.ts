import { expect, test } from "vitest";
import { CutStart } from "@/components/till/cut-start";
import { PAUSE_MS } from "@/components/till/scan-burst";

const keysOf = (text: string, fromMs: number, gapMs: number) =>
  [...text, "Enter"].map((key, place) => ({ key, timeStamp: fromMs + place * gapMs }));

test("the rest of a code that began before the page listened is the box's own, its Enter included, and the next scan is none", () => {
  const cut = new CutStart<string>();
  const taken = (text: string, fromMs: number, isBegun: boolean) =>
    keysOf(text, fromMs, 8).map((key) => cut.takes(key, "box", isBegun));
  expect(taken("0001", 1_000, true)).toEqual([true, true, true, true, true]);
  expect(taken("100002", 1_000 + PAUSE_MS, true)).toEqual(Array(7).fill(false));
});

test("a pause, another field, or an empty box ends it", () => {
  const paused = new CutStart<string>();
  expect(paused.takes({ key: "1", timeStamp: 0 }, "box", true)).toBe(true);
  expect(paused.takes({ key: "2", timeStamp: PAUSE_MS + 1 }, "box", true)).toBe(false);
  const left = new CutStart<string>();
  left.takes({ key: "1", timeStamp: 0 }, "box", true);
  expect(left.takes({ key: "2", timeStamp: 8 }, "bill", true)).toBe(false);
  const empty = new CutStart<string>();
  expect([0, 8, 16].map((timeStamp) => empty.takes({ key: "1", timeStamp }, "box", false))).toEqual([
    false,
    false,
    false,
  ]);
  expect(empty.takes({ key: "1", timeStamp: 24 }, "box", true)).toBe(false);
});

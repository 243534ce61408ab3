import { describe, expect, test } from "vitest";
import { ScanBurst, type ScannedKey } from "@/components/till/scan-burst";

const none = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, repeat: false };

function codeOf(character: string): string {
  if (/[a-z]/i.test(character)) return `Key${character.toUpperCase()}`;
  return /\d/.test(character) ? `Digit${character}` : "Minus";
}

/** Presses the keys one after the other, so many milliseconds apart; what the last one gave. */
function press(keys: readonly Partial<ScannedKey>[], gapMs: number, burst = new ScanBurst()): string | null {
  return keys.reduce<string | null>(
    (_, key, place) =>
      burst.press({
        ...none,
        key: "",
        code: codeOf(key.key ?? ""),
        timeStamp: 1_000 + place * gapMs,
        ...key,
      }),
    null,
  );
}
const typed = (text: string): Partial<ScannedKey>[] => [
  ...[...text].map((key) => ({ key, code: codeOf(key) })),
  { key: "Enter" },
];

describe("a scan is told from typing", () => {
  test("by its speed: a person's Enter ends no scan", () => {
    expect(press(typed("100001"), 8)).toBe("100001");
    expect(press(typed("100001"), 90)).toBeNull();
  });

  test("by its length: four fingers falling on the keys are none", () => {
    expect(press(typed("123"), 5)).toBeNull();
  });

  test("when somebody typed just before, and when the scanner presses Shift for capital letters", () => {
    const burst = new ScanBurst();
    press([{ key: "9" }], 0, burst);
    const scan = [{ key: "Shift" }, { key: "A", shiftKey: true }, ...typed("1b2")].map((key, place) => ({
      ...key,
      timeStamp: 2_000 + place * 5,
    }));
    expect(press(scan, 0, burst)).toBe("A1b2");
  });

  test("begins with its first character and not with Shift", () => {
    const burst = new ScanBurst();
    press([{ key: "A" }], 0, burst);
    expect(burst.isBeginning).toBe(true);
    press([{ key: "Shift", timeStamp: 1_010 }], 0, burst);
    expect(burst.isBeginning).toBe(false);
  });

  test("never by a key that is held down", () => {
    expect(press([...typed("11111").map((key) => ({ ...key, repeat: true }))], 8)).toBeNull();
  });
});

test("what a scanner writes under an Arabic keyboard is read as on the American one it was made for", () => {
  const keys = [
    { key: "ش", code: "KeyA" },
    { key: "لا", code: "KeyB" },
    { key: "Unidentified", code: "KeyB" },
    { key: "١", code: "Digit1" },
    { key: "٢", code: "Digit2" },
    { key: "-", code: "Minus" },
    { key: "٣", code: "Digit3" },
    { key: "Enter", code: "Enter" },
  ];
  expect(press(keys, 8)).toBe("abb12-3");
});

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

describe("an Enter that came with the text before it", () => {
  const enter = (timeStamp: number): ScannedKey => ({ ...none, key: "Enter", code: "", timeStamp });

  test.each([8, 32, 60, 120])("is known at %i ms a key, whether or not a scan is", (gapMs) => {
    const burst = new ScanBurst();
    press(typed("100001"), gapMs, burst);
    expect(burst.isEndOfText).toBe(true);
  });

  test("is known after text that was inserted as a whole, as by pasting or by an Android keyboard", () => {
    const burst = new ScanBurst();
    burst.write(1_000);
    burst.press(enter(1_120));
    expect(burst.isEndOfText).toBe(true);
  });

  test("is known when the page was too busy to see the text before the key", () => {
    const burst = new ScanBurst();
    burst.write(1_500);
    burst.press(enter(1_020));
    expect(burst.isEndOfText).toBe(true);
  });

  test("is not the one of a person who has read what the text says", () => {
    const burst = new ScanBurst();
    press(typed("100001").slice(0, -1), 32, burst);
    burst.press(enter(1_600));
    expect([burst.isEndOfText, burst.isEcho]).toEqual([false, false]);
  });
});

test("of a carriage return and a line feed after text the second is an echo; of two decisions it is not", () => {
  const burst = new ScanBurst();
  const enter = (timeStamp: number) => {
    burst.press({ ...none, key: "Enter", code: "", timeStamp });
    return burst.isEcho;
  };
  expect([enter(500), enter(600)]).toEqual([false, false]);
  burst.write(990);
  expect([enter(1_000), enter(1_008), enter(1_400)]).toEqual([false, true, false]);
  burst.write(1_450);
  burst.press({ ...none, key: "Enter", code: "", timeStamp: 1_460 });
  expect([burst.isEcho, burst.isEndOfText]).toEqual([false, true]);
});

test("a page that notes a key's text late takes the second Enter for an echo all the same", () => {
  const burst = new ScanBurst();
  const press = (key: string, timeStamp: number) => burst.press({ ...none, key, code: "", timeStamp });
  for (const [place, digit] of [..."10001"].entries()) {
    press(digit, 1_000 + 6 * place);
    burst.write(1_400 + 6 * place, digit);
  }
  expect(press("Enter", 1_030)).toBe("10001");
  press("Enter", 1_036);
  expect(burst.isEcho).toBe(true);
});

import { describe, expect, test } from "vitest";
import {
  ScanBurst,
  type ScanField,
  type ScannedKey,
  type ScanPlace,
  type Verdict,
} from "@/components/till/scan-burst";
import { codeIn, readScanned } from "@/components/till/scanned-code";
import { expectOfEach } from "@/tests/support/each";

const none = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, repeat: false };
const CODE = "7351998204";
const FIELDS: readonly ScanField[] = ["look-up", "kept", "amount", "pin", "text", "none"];
const SPEEDS = [5, 35, 60, 120] as const;

/** One thing that a scanner does to a page: a key, a text that comes into the field, or both. */
interface Act {
  key?: Partial<ScannedKey>;
  writes?: string;
}

const plain = (character: string): Act => ({
  key: { key: character, code: codeOf(character) },
  writes: character,
});
const ENTER: Act = { key: { key: "Enter", code: "Enter" } };
const typed = (text: string): Act[] => [...text].map(plain);

function codeOf(character: string): string {
  if (/[a-z]/i.test(character)) return `Key${character.toUpperCase()}`;
  return /\d/.test(character) ? `Digit${character}` : "Minus";
}

/** The acts one after the other, so many milliseconds apart, and then a pause: what each came to, and what stood in the field. */
function replay(acts: readonly Act[], gapMs: number, place: Partial<ScanPlace> = {}) {
  const burst = new ScanBurst();
  const at = { field: "amount", isBehindDialog: false, ...place } as const;
  let text = "";
  const verdicts: Verdict[] = acts.map(({ key, writes }, index) => {
    const timeStamp = 1_000 + index * gapMs;
    const verdict = key && burst.press({ ...none, key: "", code: "", ...key, timeStamp }, at);
    if (writes !== undefined && at.field !== "none") burst.write(timeStamp, writes);
    text += writes ?? "";
    return verdict ?? { act: "pass" };
  });
  return { ends: verdicts.filter((_, index) => acts[index] === ENTER), settled: burst.settle(at), text };
}

/** The Unidentified keys of an on-screen keyboard; digits of the number pad; a keyboard in Arabic; a prefix and a suffix; and so on. */
const SCANNERS: Readonly<Record<string, Act[]>> = {
  "keys of digits": [...typed(CODE), ENTER],
  "keys of the number pad": [
    ...[...CODE].map((key) => ({ key: { key, code: `Numpad${key}` }, writes: key })),
    ENTER,
  ],
  "Shift for each key": [
    ...[..."VIP77A1"].flatMap((key): Act[] => [
      { key: { key: "Shift", code: "ShiftLeft", shiftKey: true } },
      { key: { key, code: codeOf(key), shiftKey: true }, writes: key },
    ]),
    ENTER,
  ],
  "keys without a name": [
    ...[...CODE].map((writes) => ({ key: { key: "Unidentified", code: "" }, writes })),
    ENTER,
  ],
  "text without keys": [...[...CODE].map((writes) => ({ writes })), ENTER],
  "the whole text at once": [{ writes: CODE }, ENTER],
  "a kind of symbol in front": [...typed(`]Q3${CODE}`), ENTER],
  "signs around it": [...typed(`#${CODE};`), ENTER],
  "two ends": [...typed(CODE), ENTER, ENTER],
  "three ends": [...typed(CODE), ENTER, ENTER, ENTER],
  "an Arabic keyboard": [
    { key: { key: "لا", code: "KeyB" }, writes: "لا" },
    { key: { key: "ش", code: "KeyA" }, writes: "ش" },
    ...typed("-20417"),
    ENTER,
  ],
  "a coupon": [...typed("7KQ2-M4XB-9TZ3-HRWQ"), ENTER],
};

/** What the box without a verdict of its own holds is read when it is looked up. */
const codeOfScan = (verdict: Verdict | undefined, text: string) =>
  verdict !== undefined && "text" in verdict ? verdict.text : readScanned(text);

const WANTED: Readonly<Record<string, string>> = {
  "Shift for each key": "VIP77A1",
  "an Arabic keyboard": "ba-20417",
  "a coupon": "7KQ2-M4XB-9TZ3-HRWQ",
};

describe("a scan is never a bill, a PIN or a decision, whatever the box and the speed", () => {
  const allowed: Readonly<Record<ScanField, readonly Verdict["act"][]>> = {
    "look-up": ["scan", "pass"],
    kept: ["keep", "hold"],
    amount: ["scan", "offer"],
    pin: ["ignore"],
    text: ["scan", "hold"],
    none: ["scan"],
  };
  const cases = Object.entries(SCANNERS).flatMap(([name, acts]) =>
    SPEEDS.flatMap((gapMs) =>
      // Nothing can be inserted where there is no field.
      FIELDS.filter((field) => field !== "none" || acts.every(({ key }) => key?.code)).map((field) => ({
        ...{ name, acts, gapMs, field },
        title: `${name}, ${gapMs} ms a key, focus in ${field}`,
      })),
    ),
  );

  test("nothing is confirmed, and the code is read whole", () =>
    expectOfEach(
      cases,
      ({ title }) => title,
      ({ name, acts, gapMs, field }) => {
        const { ends, text } = replay(acts, gapMs, { field });
        const [first, ...echoes] = ends;
        expect(allowed[field]).toContain(first?.act);
        expect(codeOfScan(first, text)).toBe(WANTED[name] ?? CODE);
        for (const { act } of echoes) expect(act).toBe("hold");
      },
    ));

  test("while a dialog waits it is said to be ignored", () =>
    expectOfEach(
      cases.filter(({ field }) => field !== "look-up" && field !== "kept"),
      ({ title }) => title,
      ({ acts, gapMs, field }) =>
        expect(replay(acts, gapMs, { field, isBehindDialog: true }).ends[0]?.act).toBe("ignore"),
    ));
});

describe("a scanner that ends with no key", () => {
  const acts = typed(CODE);

  test("is read after a pause when it was fast, wherever the focus is", () => {
    const acts35 = replay(acts, 5, { field: "amount" });
    expect(acts35.settled).toEqual({ act: "scan", text: CODE });
    expect(replay(acts, 5, { field: "look-up" }).settled).toEqual({ act: "scan", text: CODE });
    expect(replay(acts, 120, { field: "none" }).settled).toEqual({ act: "scan", text: CODE });
  });

  test("is no PIN", () => {
    for (const gapMs of [5, 35, 60])
      expect(replay(acts, gapMs, { field: "pin", isBehindDialog: true }).settled).toEqual({
        act: "ignore",
        isTakenOut: true,
      });
    expect(replay([{ writes: "100001" }], 5, { field: "pin" }).settled.act).toBe("ignore");
  });

  test("leaves what a person pastes where it is", () => {
    for (const field of ["look-up", "amount", "text"] as const)
      expect(replay([{ writes: CODE }], 5, { field }).settled).toEqual({ act: "pass" });
  });
});

describe("a person", () => {
  const slowly = (acts: readonly Act[]) => replay(acts, 220).ends.map(({ act }) => act);

  test("confirms what has been read", () => {
    expect(slowly([...typed("4310"), ENTER])).toEqual(["pass"]);
    expect(slowly([...typed(CODE), ENTER])).toEqual(["pass"]);
  });

  test("confirms nothing by an Enter right behind the amount, and is not asked for a customer", () => {
    expect(replay([...typed("4310"), ENTER], 120).ends).toEqual([{ act: "hold" }]);
    expect(replay([{ writes: "4310.50" }, ENTER], 120).ends).toEqual([{ act: "hold" }]);
  });

  test("types a PIN quickly, and it stays", () => {
    const { ends, settled } = replay([...typed("4071"), ENTER], 90, { field: "pin", isBehindDialog: true });
    expect([ends, settled]).toEqual([[{ act: "hold" }], { act: "pass" }]);
  });

  test("lets four fingers fall on the keys, or holds one down", () => {
    expect(replay([...typed("123"), ENTER], 5).ends).toEqual([{ act: "hold" }]);
    const held = typed("1111111").map(({ key, writes = "" }) => ({ key: { ...key, repeat: true }, writes }));
    expect(replay([...held, ENTER], 8, { field: "text" }).ends).toEqual([{ act: "hold" }]);
  });

  test("typed just before a scan begins: the scan is what came at once", () => {
    const burst = new ScanBurst();
    const place: ScanPlace = { field: "text", isBehindDialog: false };
    const press = (key: string, timeStamp: number) =>
      burst.press({ ...none, key, code: codeOf(key), timeStamp }, place);
    press("9", 1_000);
    for (const [index, key] of [..."A1b2"].entries()) press(key, 1_100 + index * 5);
    expect(press("Enter", 1_125)).toEqual({ act: "scan", text: "A1b2" });
  });

  test("holds a key for a sign of the number pad: no end of a scan, and no shortcut", () => {
    const alt: Act[] = ["0", "4", "9"].map((key) => ({ key: { key, code: `Numpad${key}`, altKey: true } }));
    const { ends, settled } = replay([{ key: { key: "Alt", code: "AltLeft" } }, ...alt], 8);
    expect([ends, settled]).toEqual([[], { act: "pass" }]);
  });
});

test("the text of a key that a busy page notes late is not written once more", () => {
  const burst = new ScanBurst();
  const place: ScanPlace = { field: "amount", isBehindDialog: false };
  for (const [index, key] of [...CODE].entries()) {
    burst.press({ ...none, key, code: codeOf(key), timeStamp: 1_000 + index * 60 }, place);
    burst.write(1_900, key);
  }
  expect(burst.press({ ...none, key: "Enter", code: "Enter", timeStamp: 1_620 }, place)).toEqual({
    act: "offer",
    text: CODE,
  });
});

test.each([
  ["100001", "100001"],
  ["١٠٠٠٠١", "100001"],
  ["]C1100001", "100001"],
  ["\u200f]d2100001\u001d", "100001"],
  ["*100001*", "100001"],
  ["د}1100001", "100001"],
  ["ثىفقغ:120417", "entry:120417"],
  ["PTS-A1B2", "PTS-A1B2"],
  ["01012345678", "01012345678"],
  ["12345", null],
  ["100001.00", null],
  ["125,000", null],
  ["", null],
])("%s in the amount's box is the code %s", (text, code) => {
  expect(codeIn(text)).toBe(code);
});

test("what is looked up by name or by a written number stays as it was typed", () => {
  for (const text of ["منى علي", "Mona", "+20 101 234-5678", "(010) 1234"])
    expect(readScanned(text)).toBe(text);
});

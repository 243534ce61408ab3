import { describe, expect, test } from "vitest";
import {
  ScanBurst,
  type ScanField,
  type ScannedKey,
  type ScanPlace,
  UNENDED_MS,
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

const onTime = (timeStamp: number) => ({ origin: undefined, arrivedAtMs: timeStamp, isContinuing: false });

/** The acts one after the other, so many milliseconds apart, and then a pause: what each came to, and what stood in the field. */
function replay(acts: readonly Act[], gapMs: number, place: Partial<ScanPlace> = {}) {
  const burst = new ScanBurst();
  const at = { field: "amount", isBehindDialog: false, ...place } as const;
  let text = "";
  const verdicts: Verdict[] = acts.map(({ key, writes }, index) => {
    const timeStamp = 1_000 + index * gapMs;
    const verdict =
      key && burst.press({ ...none, key: "", code: "", ...key, timeStamp }, at, onTime(timeStamp));
    if (writes !== undefined && at.field !== "none") burst.write(timeStamp, writes, onTime(timeStamp));
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

  test("pastes a bill and confirms it, and is not asked for a customer", () => {
    expect(replay([{ writes: "4310.50" }, ENTER], 180).ends).toEqual([{ act: "pass" }]);
  });

  test("is not taken for a short scan, which confirms nothing", () => {
    for (const gapMs of [32, 120])
      expect(replay([...typed("4310"), ENTER], gapMs).ends).toEqual([{ act: "hold" }]);
    expect(replay([{ writes: "4310" }, ENTER], 5).ends).toEqual([{ act: "hold" }]);
    expect(replay([{ writes: "85" }, ...typed(CODE), ENTER], 5).ends).toEqual([{ act: "scan", text: CODE }]);
  });

  test("lets four fingers fall on the keys, or holds one down", () => {
    expect(replay([...typed("123"), ENTER], 5).ends).toEqual([{ act: "hold" }]);
    const held = typed("1111111").map(({ key, writes = "" }) => ({ key: { ...key, repeat: true }, writes }));
    expect(replay([...held, ENTER], 8, { field: "text" }).ends).toEqual([{ act: "pass" }]);
  });

  test("typed just before a scan begins: the scan is what came at once", () => {
    const { end, origins } = arrive({ text: "85100002", gaps: [0, 110, 120, 8, 8, 8, 8, 8], field: "text" });
    expect(end).toEqual({ act: "scan", text: "100002" });
    expect(origins[0]).toBe(2);
    for (const [text, gaps] of [
      ["85100002", [0, 110, 18]],
      ["412100002", [0, 95, 100, 30]],
    ] as const)
      expect(arrive({ text, gaps, field: "text" }).end).toEqual({ act: "scan", text: "100002" });
    const last = arrive({ text: "5100002", gaps: [0, 106], field: "text", isContinuing: true });
    expect(last.end).toEqual({ act: "scan", text: "100002" });
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
    const timeStamp = 1_000 + index * 60;
    burst.press({ ...none, key, code: codeOf(key), timeStamp }, place, onTime(timeStamp));
    burst.write(1_900, key, onTime(1_900));
  }
  const enter = { ...none, key: "Enter", code: "Enter", timeStamp: 1_620 };
  expect(burst.press(enter, place, onTime(1_620))).toMatchObject({ act: "offer", text: CODE });
});

test("keys without a name that a busy page notes late are of the time at which they were pressed", () => {
  const burst = new ScanBurst();
  const place: ScanPlace = { field: "amount", isBehindDialog: false };
  for (const [index, text] of [..."100001"].entries()) {
    const timeStamp = 1_000 + index * 8;
    burst.press({ ...none, key: "Unidentified", code: "", timeStamp }, place, onTime(timeStamp));
    burst.write(1_500 + index * 90, text, onTime(timeStamp));
  }
  const enter = { ...none, key: "Enter", code: "Enter", timeStamp: 1_048 };
  expect(burst.press(enter, place, onTime(2_000))).toMatchObject({ text: "100001" });
});

interface Keys {
  text: string;
  /** Before each key, by the keys' own times. */
  gaps: readonly number[];
  enterAfter?: number;
  /** From this key on, Enter counted as the last, all reach the page so much later. */
  late?: { from: number; ms: number };
  field: ScanField;
  /** The field held text before. */
  isContinuing?: boolean;
}

/** Sends the keys as they arrive: the page that hears nothing for {@link UNENDED_MS} acts meanwhile. */
function arrive({ text, gaps, enterAfter = 8, late, field, isContinuing = false }: Keys) {
  const burst = new ScanBurst<number>();
  const place = { field, isBehindDialog: field === "pin" };
  const acted: Verdict[] = [];
  let timeStamp = 1_000;
  let lastMs = timeStamp;
  const press = (key: string, index: number) => {
    const arrivedAtMs = timeStamp + (late !== undefined && index >= late.from ? late.ms : 0);
    if (arrivedAtMs - lastMs >= UNENDED_MS) acted.push(burst.settle(place));
    lastMs = arrivedAtMs;
    const code = key === "Enter" ? key : codeOf(key);
    return burst.press({ ...none, key, code, timeStamp }, place, {
      origin: index,
      arrivedAtMs,
      isContinuing,
    });
  };
  for (const [index, key] of [...text].entries()) {
    timeStamp += gaps[index] ?? 8;
    press(key, index);
  }
  timeStamp += enterAfter;
  const end = press("Enter", text.length);
  return { end, origins: burst.origins, acted: acted.filter(({ act }) => act !== "pass") };
}

/** Verdicts that lose nothing of a scan, and let nobody confirm anything. */
const WHOLE: Readonly<Record<ScanField, Verdict["act"]>> = {
  ...{ "look-up": "scan", kept: "keep", amount: "scan", pin: "ignore", text: "scan", none: "scan" },
};
const CODES = ["100001", "01011771234", "T4W-0000113", "INV-88213", "entry:120417"];

describe("keys are judged by their own times", () => {
  const lates = [undefined, ...[180, 600].flatMap((ms) => [3, 9, -1].map((from) => ({ from, ms })))];
  const cases = CODES.flatMap((text) =>
    [0, 51, 150].flatMap((pause) =>
      [1, 3, text.length - 1].flatMap((at) =>
        lates.flatMap((late) =>
          FIELDS.map((field) => ({
            ...{ text, field, pause, at },
            gaps: [...text].map((_, place) => (place === at && pause > 0 ? pause : 8)),
            ...(late && { late: { ...late, from: late.from < 0 ? text.length : late.from } }),
          })),
        ),
      ),
    ),
  );

  test("a scan that hesitates once, or arrives late in part, is whole in every field", () =>
    expectOfEach(
      cases,
      (each) => JSON.stringify(each),
      (each) => {
        const { end, origins, acted } = arrive(each);
        // In the bill's box what was seen in part is asked about.
        const isSeen = each.field === "amount" && (each.pause > 0 || each.late !== undefined);
        if (isSeen && end.act === "offer") expect(end.isTakenOut).toBe(true);
        else expect(end.act).toBe(WHOLE[each.field]);
        if ("text" in end) expect(end.text).toBe(each.text);
        expect(origins).toEqual([...each.text].map((_, place) => place));
        expect(acted).toEqual([]);
      },
    ));

  test("of 500 scans that arrive late none is cut", () => {
    const random = numbers(7);
    for (let count = 0; count < 500; count += 1) {
      const text = CODES[Math.floor(random() * CODES.length)] ?? "";
      const field = FIELDS[Math.floor(random() * FIELDS.length)] ?? "none";
      const gaps = [...text].map(() => 4 + random() * 20);
      const late = { from: 1 + Math.floor(random() * text.length), ms: 140 + random() * 490 };
      const { end, origins, acted } = arrive({ text, gaps, late, field });
      expect([end.act === "pass" || end.act === "hold", acted, origins.length]).toEqual([
        false,
        [],
        text.length,
      ]);
      if ("text" in end) expect(end.text).toBe(text);
    }
  });

  test("of 500 Enters behind what a hand typed none is lost", () => {
    const random = numbers(11);
    const typings: readonly (readonly [ScanField, string])[] = [
      ...(["85", "7", "412.50", "4310"].map((text) => ["amount", text]) as [ScanField, string][]),
      ...(["4071", "40718", "407153"].map((text) => ["pin", text]) as [ScanField, string][]),
      ...(["8213", "INV-88213"].map((text) => ["kept", text]) as [ScanField, string][]),
      ...(["100001", "Mona"].map((text) => ["look-up", text]) as [ScanField, string][]),
      ...(["01012345678", "wrong bill 2"].map((text) => ["text", text]) as [ScanField, string][]),
    ];
    for (let count = 0; count < 500; count += 1) {
      const [field, text] = typings[count % typings.length] ?? ["amount", "85"];
      const gaps = [...text].map(() => 75 + random() * 70);
      const late = { from: Math.floor(random() * (text.length + 1)), ms: random() * 630 };
      expect(arrive({ text, gaps, enterAfter: 20 + random() * 140, late, field }).end).toEqual({
        act: "pass",
      });
    }
  });

  test("of 500 PINs and bills that a hand types anywhere none finds a customer", () => {
    const random = numbers(23);
    const typings = (["amount", "none"] as const).flatMap((field) =>
      ["1111", "11112", "111131", "201111", "100001"].map((text) => [field, text] as const),
    );
    for (let count = 0; count < 500; count += 1) {
      const [field, text] = typings[count % typings.length] ?? ["amount", "1111"];
      const gaps = [...text].map(() => 85 + random() * 60);
      const { end, acted } = arrive({
        text,
        gaps,
        enterAfter: 60 + random() * 80,
        field,
        isContinuing: true,
      });
      expect([end, acted]).toEqual([{ act: "pass" }, []]);
    }
  });

  test("what arrives after it was acted on goes on with the same scan", () => {
    const keys: Keys = { text: "T4W-0000113", gaps: [], field: "look-up", late: { from: 9, ms: 1_500 } };
    const { end, acted } = arrive(keys);
    expect(acted).toEqual([{ act: "scan", text: "T4W-00001" }]);
    expect(end).toEqual({ act: "scan", text: "T4W-0000113" });
    const whole = arrive({ ...keys, text: "100001", late: { from: 6, ms: 1_500 } });
    expect([whole.acted, whole.end]).toEqual([[{ act: "scan", text: "100001" }], { act: "hold" }]);
  });
});

/** Numbers from 0 to 1 that are the same in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

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

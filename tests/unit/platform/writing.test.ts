import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { writeHijri } from "@/lib/platform/writing/hijri";
import { pluralOf, writerOf } from "@/lib/platform/writing/writer";

const en = writerOf("en", "Africa/Cairo");
const ar = writerOf("ar", "Africa/Cairo");
const MORNING = new Date("2026-09-05T06:37:08Z");
const MIDNIGHT = new Date("2026-09-05T21:00:00Z");
const DATE = { day: "numeric", month: "short", year: "numeric" } as const;
const TIME = { hour: "numeric", minute: "2-digit" } as const;

describe("numbers", () => {
  test.each([
    [1_234_567.8915, {}, "1,234,567.892", "1,234,567.892"],
    [-1_234, {}, "-1,234", "\u200e-1,234"],
    [1.005, { maximumFractionDigits: 2 }, "1.01", "1.01"],
    [12, { minimumFractionDigits: 2, maximumFractionDigits: 2 }, "12.00", "12.00"],
    [5, { signDisplay: "exceptZero" }, "+5", "\u200e+5"],
    [0, { signDisplay: "exceptZero" }, "0", "0"],
    [0.256, { style: "percent" }, "26%", "26\u200e%\u200e"],
    [-0.2561, { style: "percent", maximumFractionDigits: 1 }, "-25.6%", "\u200e-25.6\u200e%\u200e"],
    [0.25, { notation: "compact" }, "0.25", "0.25"],
    [999.6, { notation: "compact" }, "1k", "1\u00a0ألف"],
    [3_000, { notation: "compact" }, "3k", "3\u00a0آلاف"],
    [12_345, { notation: "compact" }, "12k", "12\u00a0ألف"],
    [999_999, { notation: "compact" }, "1m", "1\u00a0مليون"],
    [1.52, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 }, "1.5 MB", "1.5 م.ب"],
  ] as const)("%d %o", (value, style, english, arabic) => {
    expect(en.number(value, style)).toBe(english);
    expect(ar.number(value, style)).toBe(arabic);
  });

  test.each([
    [1_234.5, "EGP", "EGP\u00a01,234.50", "\u200f1,234.50\u00a0ج.م.\u200f"],
    [150, "EGP", "EGP\u00a0150", "\u200f150\u00a0ج.م.\u200f"],
    [-1_234.5, "EGP", "-EGP\u00a01,234.50", "\u200f\u200e-1,234.50\u00a0ج.م.\u200f"],
    [0.5, "KWD", "KWD\u00a00.500", "\u200f0.500\u00a0د.ك.\u200f"],
    [2.5, "USD", "US$2.50", "\u200f2.50\u00a0US$"],
    [2, "CHF", "CHF\u00a02", "\u200f2\u00a0CHF"],
  ])("%d %s as money", (value, currency, english, arabic) => {
    expect(en.money(value, { currency })).toBe(english);
    expect(ar.money(value, { currency })).toBe(arabic);
  });
});

describe("dates", () => {
  test.each([
    [DATE, "5 Sept 2026", "5 سبتمبر 2026"],
    [{ ...DATE, ...TIME }, "5 Sept 2026, 9:37", "5 سبتمبر 2026، 9:37 ص"],
    [{ ...TIME, second: "2-digit" }, "9:37:08", "9:37:08 ص"],
    [{ hour: "2-digit", minute: "2-digit" }, "09:37", "09:37 ص"],
    [{ weekday: "long" }, "Saturday", "السبت"],
    [{ weekday: "long", day: "numeric", month: "long" }, "Saturday 5 September", "السبت، 5 سبتمبر"],
    [
      { weekday: "long", day: "numeric", month: "long", year: "numeric" },
      "Saturday, 5 September 2026",
      "السبت، 5 سبتمبر 2026",
    ],
    [{ month: "short", year: "numeric" }, "Sept 2026", "سبتمبر 2026"],
  ] as const)("%o", (style, english, arabic) => {
    expect(en.dateTime(MORNING, style)).toBe(english);
    expect(ar.dateTime(MORNING, style)).toBe(arabic);
  });

  test("are of the zone: midnight begins a day, and a day of the calendar is the same everywhere", () => {
    expect(en.dateTime(MIDNIGHT, { ...DATE, ...TIME })).toBe("6 Sept 2026, 0:00");
    expect(ar.dateTime(MIDNIGHT, { ...DATE, ...TIME })).toBe("6 سبتمبر 2026، 12:00 ص");
    expect(en.dateTime(MIDNIGHT, { ...DATE, timeZone: "UTC" })).toBe("5 Sept 2026");
  });

  test("of the Umm al-Qura calendar have its months", () => {
    expect(writeHijri(MORNING, "en", "Africa/Cairo")).toBe("23 Rabiʻ I 1448 AH");
    expect(writeHijri(MORNING, "ar", "Africa/Cairo")).toBe("23 ربيع الأول 1448 هـ");
  });
});

test("lists end with the word of the language", () => {
  expect([en.list([]), en.list(["a"]), en.list(["a", "b", "c"])]).toEqual(["", "a", "a, b and c"]);
  expect([ar.list([]), ar.list(["أ"]), ar.list(["أ", "ب", "ج"])]).toEqual(["", "أ", "أ وب وج"]);
});

test("plural forms are those of the language", () => {
  expect([1, -1, 0, 2, 1.5].map((count) => pluralOf(count, "en"))).toEqual([
    ...["one", "one", "other", "other", "other"],
  ]);
  expect([0, 1, 2, 3, 10, 11, 99, 100, 102, 103, 111, 2.5].map((count) => pluralOf(count, "ar"))).toEqual([
    ...["zero", "one", "two", "few", "few", "many", "many", "other", "other", "few", "many", "other"],
  ]);
});

/** Reads the numbers of clocks and zones by it, and mends the clock of old devices. */
const MAY_USE_INTL = ["lib/platform/time.ts", "components/shell/mend-clock.ts"];
const ELSEWHERE =
  /\bIntl\b|\.toLocale\w*String\(|\.localeCompare\(|\b(?:use|get|create)Formatter\b[^;]*"(?:next|use)-intl/;

test("nothing else writes texts of numbers or dates: two releases of Intl need not agree", () => {
  const root = new URL("../../../", import.meta.url).pathname;
  const files = ["app", "components", "lib", "public"].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(?:tsx?|js)$/.test(file) && !file.includes("generated"))
      .map((file) => `${folder}/${file}`),
  );
  const found = files.filter((file) => {
    // Names in comments, of packages and of the locale are no uses.
    const code = readFileSync(`${root}${file}`, "utf8").replace(
      /\/\*\*?[\s\S]*?\*\/|\/\/.*|NextIntl\w*/g,
      "",
    );
    return !MAY_USE_INTL.includes(file) && ELSEWHERE.test(code);
  });
  expect(found).toEqual([]);
});

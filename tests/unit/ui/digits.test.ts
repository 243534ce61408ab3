import { describe, expect, test } from "vitest";
import { parseTypedNumber } from "@/components/ui/digits";
import { digitSpellings, toLatinDigits } from "@/lib/platform/digits";

test("digits of all three scripts are the same digits, and nothing else changes", () => {
  expect(toLatinDigits("٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹ 0123456789")).toBe("0123456789 0123456789 0123456789");
  expect(toLatinDigits("نقطة 7-أ")).toBe("نقطة 7-أ");
});

describe("a typed number", () => {
  test.each([
    ["1250", 1250],
    ["1,250", 1250],
    ["١٬٢٥٠", 1250],
    ["١٢٥٠", 1250],
    ["۱۲۵۰", 1250],
    [" 1 250 ", 1250],
    ["0", 0],
    ["007", 7],
  ])("%s is understood", (text, value) => {
    expect(parseTypedNumber(text)).toBe(value);
  });

  test.each(["", " "])("of nothing (%j) is null", (text) => {
    expect(parseTypedNumber(text)).toBeNull();
  });

  test.each(["12.5", "١٢٫٥", "-3", "1e3", "abc", "1234567890123456", "٣ نقاط"])(
    "%s is no whole number",
    (text) => {
      expect(parseTypedNumber(text)).toBeUndefined();
    },
  );

  test("may have as many decimals as are allowed", () => {
    expect(parseTypedNumber("١٢٫٥", { decimals: 2 })).toBe(12.5);
    expect(parseTypedNumber("1,250.75", { decimals: 2 })).toBe(1250.75);
    expect(parseTypedNumber("12.", { decimals: 2 })).toBe(12);
    expect(parseTypedNumber("150.5", { decimals: 2 })).toBe(150.5);
    expect(parseTypedNumber("١٥٠.٧٥", { decimals: 2 })).toBe(150.75);
    expect(parseTypedNumber("١٬٢٥٠٫٧٥", { decimals: 2 })).toBe(1250.75);
    expect(parseTypedNumber("١٥٠٫٥", { decimals: 2 })).toBe(150.5);
    expect(parseTypedNumber("۱۵۰٫۵۰", { decimals: 2 })).toBe(150.5);
    expect(parseTypedNumber("150,500", { decimals: 2 })).toBe(150_500);
  });

  test.each(["12.345", "150.505", "١٥٠٫٥٠٥", "1,250.125"])("%s has more decimals than two", (text) => {
    expect(parseTypedNumber(text, { decimals: 2 })).toBeUndefined();
  });

  test.each([
    ["150,5", 150.5],
    ["150,75", 150.75],
    ["١٥٠،٧٥", 150.75],
    [".5", 0.5],
    ["٫٥", 0.5],
    ["1,250,5", undefined],
    ["1250,50", 1250.5],
    ["100 001", 100_001],
    ["1 250.50", 1250.5],
    ["150 EGP", 150],
    ["EGP 1,250.50", 1250.5],
    ["150.50 ج.م.", 150.5],
    ["\u200f١٥٠\u00a0ج.م.", 150],
  ])("%j is read as people mean it", (text, value) => {
    expect(parseTypedNumber(text, { decimals: 2 })).toBe(value);
  });

  test.each(["150 75", "12,50.5", "1,2500", "1 2500", "BA 20", "."])(
    "%s with decimals is not guessed at",
    (text) => {
      expect(parseTypedNumber(text, { decimals: 2 })).toBeUndefined();
    },
  );
});

test("a text is spelt with the digits that it was written in, and with Latin ones where those are others", () => {
  expect(digitSpellings("فرع ٣")).toEqual(["فرع ٣", "فرع 3"]);
  expect(digitSpellings("Branch 3")).toEqual(["Branch 3"]);
});

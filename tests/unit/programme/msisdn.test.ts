import { describe, expect, test } from "vitest";
import { formatMsisdn, normalizeMsisdn } from "@/lib/programme/msisdn";

describe("one number, however it is written", () => {
  test.each([
    "01110000001",
    "201110000001",
    "+201110000001",
    "00201110000001",
    "011 1000 0001",
    "(011) 1000-0001",
    "+20 11 10000001",
    "٠١١١٠٠٠٠٠٠١",
    "+٢٠١١١٠٠٠٠٠٠١",
    "۰۱۱۱۰۰۰۰۰۰۱",
  ])("%s", (text) => {
    expect(normalizeMsisdn(text)).toBe("+201110000001");
  });
});

describe("what cannot be a phone number", () => {
  test.each([
    "",
    " ",
    "0",
    "+",
    "12345",
    "011100000012",
    "0111000000x",
    "tel:01110000001",
    "01110000001 ext 5",
    "call 01110000001",
    "01110000001\n",
    "01110000001\u0000",
    "+999123456789",
    "1".repeat(33),
    "01110000001".repeat(1_000),
  ])("%j", (text) => {
    expect(normalizeMsisdn(text)).toBeNull();
    // The second answer comes from the memory and must be the same.
    expect(normalizeMsisdn(text)).toBeNull();
  });
});

describe("on the wire", () => {
  test.each([
    ["+201110000001", "01110000001"],
    ["+201000000011", "01000000011"],
    ["+20223456789", "0223456789"],
    ["+4915112345678", "+4915112345678"],
    ["+966501234567", "+966501234567"],
    ["not a number", "not a number"],
  ])("%s is written %s", (e164, expected) => {
    expect(formatMsisdn(e164)).toBe(expected);
  });

  test("a number that was written reads back as itself", () => {
    for (let index = 0; index < 30_000; index += 7) {
      const e164 = `+2012${String(index).padStart(8, "0")}`;
      expect(normalizeMsisdn(formatMsisdn(e164))).toBe(e164);
    }
  });
});

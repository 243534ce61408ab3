import { parsePhoneNumberFromString } from "libphonenumber-js/mobile";
import { afterEach, describe, expect, test } from "vitest";
import { setProgrammeCountry } from "@/lib/platform/country";
import { formatMsisdn, isWholeMobile, msisdnBeginning, normalizeMsisdn } from "@/lib/platform/msisdn";

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
    "\u202a+20 111 000 0001\u202c",
    "\u200f01110000001",
    "+20\u00a0111\u00a0000\u00a00001",
    "+20\u202f111\u2011000\u20110001",
    "\uff0b20\ufe0f1110000001",
    "(+20)1110000001",
    "+20(0)1110000001",
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
    for (const e164 of [
      "+201110000001",
      "+201299999999",
      "+20223456789",
      "+4915112345678",
      "+966501234567",
    ]) {
      expect(normalizeMsisdn(formatMsisdn(e164))).toBe(e164);
    }
  });
});

test("the shortcut for Egyptian mobile numbers says what the parser says", () => {
  for (let prefix = 10; prefix < 100; prefix++) {
    for (const form of ["0", "20", "+20", "0020"]) {
      for (const rest of ["0000000", "00000001", "99999999", "123456789"]) {
        const text = `${form}${prefix}${rest}`;
        const number = parsePhoneNumberFromString(text, { defaultCountry: "EG", extract: false });
        const isEgyptian = number?.countryCallingCode === "20";
        if (!isEgyptian) continue;
        const expected = number?.isPossible() ? number.number : null;
        expect([text, normalizeMsisdn(text)]).toEqual([text, expected]);
        if (!number?.isValid() || number.country !== "EG" || expected === null) continue;
        expect(formatMsisdn(expected)).toBe(number.formatNational().replace(/\D/g, ""));
      }
    }
  }
});

test.each([
  ["+201012345678", true],
  ["+20101234567", false],
  ["+20223456789", false],
  ["+201601234567", false],
  ["+966501234567", true],
  ["+96650123456", false],
  ["+966112345678", false],
])("%s is a whole mobile number: %s", (e164, isWhole) => {
  expect(isWholeMobile(e164)).toBe(isWhole);
});

test.each([
  ["0101", "+20101"],
  ["20101", "+20101"],
  ["+20101", "+20101"],
  ["0020101", "+20101"],
  ["00966", "+966"],
  ["+966", "+966"],
  ["01", "+201"],
  ["12345", null],
  ["0223", null],
  ["00", null],
])("a number whose first digits are %s begins with %s", (digits, beginning) => {
  expect(msisdnBeginning(digits)).toBe(beginning);
});

describe("the programme's country reads local numbers", () => {
  afterEach(() => setProgrammeCountry("EG"));

  test.each([
    ["EG", "0501234567", "+20501234567"],
    ["SA", "0501234567", "+966501234567"],
    ["AE", "0501234567", "+971501234567"],
    ["KW", "55123456", "+96555123456"],
    ["QA", "55123456", "+97455123456"],
    ["BH", "36001234", "+97336001234"],
    ["OM", "92123456", "+96892123456"],
    ["JO", "0790123456", "+962790123456"],
    ["IQ", "07912345678", "+9647912345678"],
    // A number that brings its country needs no plus, and is that country's anywhere.
    ["EG", "966501234567", "+966501234567"],
    ["EG", "971501234567", "+971501234567"],
    ["EG", "96551234567", "+96551234567"],
    ["SA", "201001234567", "+201001234567"],
    ["KW", "00971501234567", "+971501234567"],
  ])("%s: %s is %s", (country, text, e164) => {
    setProgrammeCountry(country);
    expect(normalizeMsisdn(text)).toBe(e164);
    expect(normalizeMsisdn(formatMsisdn(e164))).toBe(e164);
  });

  test("how a number begins, with and without the zero", () => {
    setProgrammeCountry("SA");
    expect(["050", "96650", "50"].map(msisdnBeginning)).toEqual(["+96650", "+96650", "+96650"]);
    setProgrammeCountry("KW");
    expect(msisdnBeginning("551")).toBe("+965551");
  });
});

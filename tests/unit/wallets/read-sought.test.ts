import { describe, expect, test } from "vitest";
import { readSought } from "@/lib/areas/wallets/read";

const NOTHING = { msisdn: null, mobilePart: null, name: null, entryId: null };

describe("what was typed reads as", () => {
  test.each([
    ["01012345678", "+201012345678"],
    ["010 1234-5678", "+201012345678"],
    ["+20 10 1234 5678", "+201012345678"],
    ["201012345678", "+201012345678"],
    ["00966501234567", "+966501234567"],
  ])("a whole mobile number: %s", (text, msisdn) => {
    expect(readSought(text)).toEqual({ ...NOTHING, sought: "mobile", msisdn });
  });

  test.each([
    ["12345", "12345", 12_345],
    ["0101234", "0101234", null],
    ["123 45", "12345", null],
    ["+20101", "+20101", null],
  ])("a part of a mobile number: %s", (text, mobilePart, entryId) => {
    expect(readSought(text)).toMatchObject({ sought: "number", mobilePart, entryId, name: null });
  });

  test("the code of a wallet as well as a part of a number, where it has as many digits", () => {
    expect(readSought("1234567897")).toMatchObject({
      sought: "number",
      mobilePart: "1234567897",
      entryId: 1_234_567_897,
    });
  });

  test.each(["Mona", "mona ali", "José Álvarez", "منى", "عبد الرحمن", "مُنَى", "O’Neil", "Al-Sayed"])(
    "a name: %s",
    (name) => {
      expect(readSought(name)).toEqual({ ...NOTHING, sought: "name", name });
    },
  );

  test.each(["INV-2041", "W100", "A/7", "٪", "#", "R2D2"])("a code: %s", (text) => {
    expect(readSought(text)).toEqual({ ...NOTHING, sought: "code" });
  });

  test.each([
    ["Mo", null],
    ["A B C", null],
    ["مُنَ", null],
    ["0123", null],
  ])("too little of a name or a number: %s", (text, entryId) => {
    expect(readSought(text)).toEqual({ ...NOTHING, sought: "short", entryId });
  });

  test.each([
    ["7", 7],
    ["4300", 4_300],
  ])("the number of a receipt, too short for a part of a mobile number: %s", (text, entryId) => {
    expect(readSought(text)).toEqual({ ...NOTHING, sought: "receipt", entryId });
  });

  test("no entry, where it is longer than any entry's number", () => {
    expect(readSought("1234567890123456").entryId).toBe(null);
  });
});

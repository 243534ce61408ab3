import { describe, expect, test } from "vitest";
import { maskCode, maskEmail, maskMsisdn, maskName, maskNationalId } from "@/lib/platform/mask";

describe("masking", () => {
  test.each([
    [maskMsisdn, "+201012345001", "010•••001"],
    [maskMsisdn, "+447700900123", "+44•••123"],
    [maskName, "Mona Ali Hassan", "Mona A. H."],
    [maskName, "منى علي", "منى ع."],
    [maskName, "Mona", "Mona"],
    [maskName, " ", ""],
    [maskCode, "LC-10023456", "•••3456"],
    [maskCode, "AB1", "•••1"],
    [maskCode, "7", "•••"],
    [maskEmail, "mona@example.com", "m•••@example.com"],
    [maskEmail, "no address", "n•••"],
    [maskNationalId, "29001011234567", "•••67"],
  ])("%o of %s is %s", (mask, text, expected) => {
    expect(mask(text)).toBe(expected);
  });
});

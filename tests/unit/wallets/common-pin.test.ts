import { describe, expect, test } from "vitest";
import { isCommonPin } from "@/lib/areas/wallets/pins";

const KNOWN = { contactMsisdn: "+201061234858", birthDate: "1973-11-26", walletCode: "5500918273" };

describe("a PIN that everybody tries first", () => {
  test.each([
    ["one digit", ["0000", "11111", "999999"]],
    ["digits in a row, either way and past 9", ["1234", "0123", "4321", "987654", "7890", "0987"]],
    ["a part repeated", ["1212", "123123", "858585"]],
    ["pairs", ["1122", "445566"]],
    ["the middle of a keypad", ["2580", "0852"]],
    ["the day or year of birth", ["1973", "2611", "1126", "261173", "112673", "731126"]],
    ["the end of the number", ["4858", "34858", "234858"]],
    ["the end of the card's code", ["8273", "918273"]],
  ])("is refused: %s", (_, pins) => {
    expect(pins.filter((pin) => !isCommonPin(pin, KNOWN))).toEqual([]);
  });

  test.each(["4071", "5816", "908172", "1974", "2612", "1213", "112", "4859", "1357"])("is not %s", (pin) => {
    expect(isCommonPin(pin, KNOWN)).toBe(false);
  });

  test("is told by what is known only", () => {
    expect(isCommonPin("1973", { contactMsisdn: "+201061234858" })).toBe(false);
    expect(isCommonPin("1973", { contactMsisdn: "+201061234858", birthDate: null })).toBe(false);
  });
});

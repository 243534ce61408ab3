import { expect, test } from "vitest";
import { isFound } from "@/components/programme/setting-search";
import {
  GROUPS,
  namesIn,
  SAFETY_GROUPS,
  SHOP_SETTINGS,
  safetyIn,
} from "@/components/programme/setting-words";
import { SETTINGS } from "@/lib/ledger/rules/programme-settings";
import { namesOf } from "@/lib/ledger/rules/setting";

test("each rule stands once: among those that a shop decides, in safety, or with the name", () => {
  const safety = SAFETY_GROUPS.flatMap(safetyIn);
  expect([...SHOP_SETTINGS, ...safety, "nameEn", "nameAr"].sort()).toEqual([...namesOf(SETTINGS)].sort());
  expect(SHOP_SETTINGS.length).toBeLessThan(15);
  expect(GROUPS.flatMap(namesIn)).toHaveLength(SHOP_SETTINGS.length + safety.length);
});

test.each([
  ["valid", ["Points are valid for"], true],
  ["FOR points", ["Points are valid for"], true],
  ["valid pin", ["Points are valid for", "PIN"], true],
  ["wallet", ["Points are valid for"], false],
  ["العطله", ["أيام العطلة الأسبوعية"], true],
  ["ايام", ["أيام العطلة"], true],
  ["", ["anything"], true],
])(
  "a search for %j finds by words in any order, however Arabic letters are written",
  (typed, texts, isThere) => {
    expect(isFound(typed, texts)).toBe(isThere);
  },
);

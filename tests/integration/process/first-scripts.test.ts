import { expect, test } from "vitest";
import { FIRST_SCRIPT_MAX, listFirstScripts } from "@/scripts/first-scripts.mjs";

test("no page begins with more than 200 kB of script", () => {
  const pages = listFirstScripts();
  expect(pages.map(({ page }) => page)).toEqual(
    expect.arrayContaining(["/till", "/reports", "/manage/deals"]),
  );
  const heavy = pages.filter(({ bytes }) => bytes > FIRST_SCRIPT_MAX);
  expect(heavy.map(({ page, bytes }) => `${page}: ${Math.round(bytes / 1_000)} kB`)).toEqual([]);
});

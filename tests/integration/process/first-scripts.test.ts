import { expect, test } from "vitest";
import { listFirstScripts, listHeavyPages } from "@/scripts/first-scripts.mjs";

test("the till begins with no more than 200 kB of script, signing in with 165 kB, a customer display with 145 kB, a page of the desk with 320 kB", () => {
  expect(listFirstScripts().map(({ page }) => page)).toEqual(
    expect.arrayContaining(["/display", "/sign-in", "/till", "/reports", "/manage/deals"]),
  );
  const heavy = listHeavyPages().map(({ page, bytes }) => `${page}: ${Math.round(bytes / 1_000)} kB`);
  expect(heavy).toEqual([]);
});

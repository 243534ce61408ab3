import { describe, expect, test } from "vitest";
import { describePages, READERS, runPages, TILL_QUESTIONS } from "@/bench/pages";

describe("the bench of pages", () => {
  test("has tills and readers answered beside each other, and tells what each page costs", async () => {
    const report = await runPages({ seconds: 1, rounds: 1, renders: 1, wallets: 200 });
    for (const readers of READERS) {
      for (const { tills, pagesPerSecond, failures } of report.turns.get(readers) ?? []) {
        expect({ readers, failures }).toEqual({ readers, failures: [] });
        for (const question of TILL_QUESTIONS) expect(tills[question].count, question).toBeGreaterThan(0);
        expect(pagesPerSecond > 0).toBe(readers > 0);
      }
    }
    expect(report.costs.map(({ path }) => path)).toEqual(expect.arrayContaining(["/till", "/manage/deals"]));
    const text = describePages(report);
    for (const name of ["rewards", "look-ups", "quotes", "/manage/deals"])
      expect(text).toContain(`| ${name} |`);
  }, 300_000);
});

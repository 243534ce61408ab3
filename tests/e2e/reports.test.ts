import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { rollUpNextPart } from "@/lib/areas/reports/rollup";
import { systemClock } from "@/lib/platform/clock";
import type { TestDatabase } from "@/tests/support/database";
import { untilTakenOver } from "@/tests/support/portal/browser";
import { daysFromNow } from "@/tests/support/portal/deals";
import { startPortal } from "@/tests/support/portal/portal";
import { workTill } from "@/tests/support/portal/work-till";
import type { PortalWorld } from "@/tests/support/portal/world";

const portal = startPortal({ prepare: liveTwoMonths });

/** Two customers: 1,000 points given forty days ago, 300 the day before yesterday, 200 today, of which 150 are spent. */
async function liveTwoMonths(database: TestDatabase, world: PortalWorld): Promise<void> {
  await workTill({ database, world }, async ({ wallet, post, commands: { reward, redeem } }) => {
    const [mona, ali] = [await wallet("Mona Ali"), await wallet("Ali Samir")];
    await post(reward(mona, 1_000), daysFromNow(-40));
    await post(reward(ali, 300), daysFromNow(-2));
    await post(reward(mona, 200));
    await post(redeem(mona, 150));
  });
  let outcome = await rollUpNextPart({ pool: database.pool, clock: systemClock });
  while (outcome.kind === "done" && outcome.isBehind)
    outcome = await rollUpNextPart({ pool: database.pool, clock: systemClock });
}

/** A figure beside its name, as digits. */
const tile = async (page: Page, name: string) => {
  const text = await page
    .getByRole("definition")
    .locator(`xpath=../dt[.="${name}"]/../dd[1]`)
    .first()
    .textContent();
  return Number(text?.replace(/\D/g, ""));
};
/** A chart is drawn once it is nearly in sight. */
const toChart = (page: Page, chart: string) =>
  page.getByRole("heading", { name: chart, exact: true }).scrollIntoViewIfNeeded();
const bars = (page: Page, chart: string) =>
  page.getByRole("figure", { name: chart }).locator("[data-series] path");

test("figures are shown as a chart, as the table behind it and as a file, for any range", async () => {
  const page = await portal.signedIn("merchant_admin", "/reports");
  await toChart(page, "Points by day");
  await bars(page, "Points by day").first().waitFor();
  expect([await tile(page, "Points issued"), await tile(page, "Points redeemed")]).toEqual([500, 150]);
  expect(await tile(page, "Active wallets")).toBe(2);

  await page.getByRole("button", { name: "Table: Points by day" }).click();
  const table = page.getByRole("table", { name: "Points by day" });
  await table.getByRole("row").filter({ hasText: "300" }).waitFor();
  await table.getByRole("row").filter({ hasText: "150" }).getByText("200").waitFor();

  await page.getByRole("button", { name: /Period/ }).click();
  await page.getByRole("option", { name: "Last 12 months" }).click();
  await page.getByRole("table", { name: "Points by month" }).waitFor();
  await expect.poll(() => tile(page, "Points issued")).toBe(1_500);
  expect(new URL(page.url()).searchParams.get("from")).toMatch(/^\d{4}-\d{2}-\d{2}$/);

  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "CSV: Points by month" }).click();
  const file = readFileSync(await (await downloading).path(), "utf8");
  const rows = parse(file, { bom: true, columns: true }) as Record<string, string>[];
  const sum = (column: string) => rows.reduce((total, row) => total + Number(row[column]), 0);
  expect([sum("Issued: points"), sum("Redeemed: points")]).toEqual([1_500, 150]);

  await page.reload();
  await expect.poll(() => tile(page, "Points issued")).toBe(1_500);
  await page.getByRole("tab", { name: "Owed" }).click();
  await page.getByRole("table", { name: "Movements of the month" }).waitFor();
  expect(await page.getByRole("table", { name: "Owed to customers" }).count()).toBe(0);
  await page.close();

  const whole = await portal.signedIn("programme_operator", "/reports?part=owed");
  const owed = whole.getByRole("table", { name: "Owed to customers" });
  await owed.getByRole("row").filter({ hasText: "Together" }).getByText("1,350").first().waitFor();
  await whole.getByText("Equals the sum of all transactions", { exact: true }).waitFor();
  await untilTakenOver(whole);
  const rollForward = whole.getByRole("table", { name: "Movements of the month" });
  await rollForward.getByRole("row").filter({ hasText: "Closing" }).getByText("1,350").first().waitFor();
  await whole.getByText("Adds up", { exact: true }).waitFor();
  const settlement = whole.getByRole("table", { name: "Settlement by merchant" });
  await settlement.getByRole("row").filter({ hasText: "Together" }).getByText("1,350").waitFor();
  await whole.getByText("Adds up to the points owed").waitFor();
});

test("a bar leads to the transactions behind it, and these to a file", async () => {
  const page = await portal.signedIn("merchant_admin", "/reports");
  await toChart(page, "Points by day");
  await bars(page, "Points by day").first().waitFor();
  // The last bar of what was spent: today's 150 points.
  const spent = page.getByRole("figure", { name: "Points by day" }).locator("[data-series]").nth(1);
  await spent.locator("path").last().click();
  await page.waitForURL(/\/reports\/entries\?.*kinds=1/);
  const list = page.getByRole("table", { name: "Transactions" });
  await list.getByRole("row").filter({ hasText: "Payment with points" }).getByText("150").first().waitFor();
  expect(await list.getByRole("row").filter({ hasText: "Reward" }).count()).toBe(0);

  await page.getByRole("button", { name: "Make a CSV file" }).click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: /^Download: CSV file/ }).click();
  const file = readFileSync(await (await downloading).path(), "utf8");
  expect(parse(file, { bom: true, columns: true })).toMatchObject([{ Points: "-150", Kind: "redemption" }]);
  await page.goBack();
  await bars(page, "Points by day").first().waitFor();
});

test("paper has every chart, or the table behind one that was not drawn yet", async () => {
  const page = await portal.signedIn("programme_operator", "/reports?part=owed", { viewport: "phone" });
  const last = "Outstanding points by month of expiry";
  await page.getByText("Equals the sum of all transactions", { exact: true }).waitFor();
  await untilTakenOver(page);
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  // The chart is drawn already where the card above it came later, and the place of the chart was near for a moment. A month
  // without points has a bar of no height, which counts as hidden.
  await page.getByRole("table", { name: last }).or(bars(page, last)).first().waitFor({ state: "attached" });
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await page.getByRole("table", { name: last }).waitFor({ state: "detached" });

  await page.evaluate(() => {
    window.print = () => {
      document.title = "Printed";
    };
  });
  await page.keyboard.press("Control+p");
  await expect.poll(() => page.title()).toBe("Printed");
  expect(await bars(page, last).count()).toBeGreaterThan(0);
});

describe.each([
  ["en", "light", "desktop", "Points by day"],
  ["ar", "dark", "phone", "النقاط حسب اليوم"],
] as const)("in %s, %s, on a %s", (language, theme, viewport, byDay) => {
  test("time runs with the script", async () => {
    const page = await portal.signedIn("merchant_admin", "/reports", { language, theme, viewport });
    await toChart(page, byDay);
    await bars(page, byDay).first().waitFor();
    const places = await bars(page, byDay).evaluateAll((all) =>
      all.map((bar) => bar.getBoundingClientRect()).filter(({ height }) => height > 0),
    );
    // The earlier day gave more: its bar is the tallest.
    const tallest = places.reduce((one, other) => (other.height > one.height ? other : one));
    const isFirst = places.every(({ x }) => (language === "ar" ? x <= tallest.x : x >= tallest.x));
    expect(isFirst).toBe(true);
  });
});

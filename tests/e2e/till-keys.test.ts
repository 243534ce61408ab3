import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import {
  amountOf,
  boxOf,
  type CustomerOptions,
  quoteOf,
  scan,
  sendKeys,
  serve,
  startTillWorld,
} from "@/tests/support/portal/till";

const till = startTillWorld();
let codes = 7_210_000;
const nextCode = () => {
  codes += 1;
  return String(codes);
};
/** A customer whose code is as long as codes are. */
const coded = (options: CustomerOptions = {}) => till.customer({ walletCode: nextCode(), ...options });

const shown = (page: Page, walletCode: string) =>
  page.getByRole("region").getByText(walletCode, { exact: true }).waitFor();
const lookupsOf = (page: Page) => {
  const texts: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/wallets/lookup")) texts.push(JSON.parse(request.postData() ?? "{}").text);
  });
  return texts;
};
const invoiceOf = (page: Page) => page.locator("input[name=invoice]");

describe("an Enter right behind what a hand typed", () => {
  test.each([
    ["85", [0, 110], 90, 85],
    ["412.50", [0, 95, 100, 90, 120, 85], 60, 412],
    ["7", [0], 20, 7],
  ])("gives the points of %s", async (text, gaps, enterAfter, points) => {
    const wallet = await coded();
    const page = await till.openTill();
    await serve(page, wallet);
    await amountOf(page).focus();
    await sendKeys(page, { text, gaps, enterAfter });
    await page.getByRole("heading", { name: new RegExp(`^${points} points? given`) }).waitFor();
    expect((await till.movements(wallet)).map((movement) => movement.points)).toEqual([points]);
  });

  test("sends a PIN, of four digits and of six", async () => {
    for (const pin of ["4071", "407153"]) {
      const wallet = await coded({ points: 300, pin });
      const page = await till.openTill();
      await serve(page, wallet);
      await page.keyboard.press("F4");
      await sendKeys(page, { text: "90", gaps: [0, 110], enterAfter: 90 });
      await page.getByRole("dialog").waitFor();
      await sendKeys(page, { text: pin, gaps: [0, 120, 110, 130, 95, 140], enterAfter: 40 });
      await page.getByRole("heading", { name: /paid with points$/ }).waitFor();
    }
  });
});

describe("a scan that the page gets late, or that hesitates once,", () => {
  test.each([
    { late: { from: 3, ms: 180 } },
    { late: { from: 6, ms: 400 } },
    { gaps: [0, 8, 8, 90] },
    { gaps: [0, 140] },
  ])("is looked up once from the box, whole: %o", async (keys) => {
    const wallet = await coded();
    const page = await till.openTill();
    const lookups = lookupsOf(page);
    await boxOf(page).focus();
    await sendKeys(page, { text: wallet.walletCode, gap: 8, enterAfter: 8, ...keys });
    await shown(page, wallet.walletCode);
    expect(lookups).toEqual([wallet.walletCode]);
  });

  test.each([{ late: { from: 9, ms: 600 } }, { gaps: [0, 8, 8, 8, 8, 8, 90] }])(
    "is asked about from a bill, which stays as it was: %o",
    async (keys) => {
      const wallet = await coded();
      const page = await till.openTill();
      await serve(page, wallet);
      for (const bill of ["", "85"]) {
        await amountOf(page).fill(bill);
        await sendKeys(page, { text: "T4W-0000113", gap: 8, enterAfter: 8, ...keys });
        await page.getByText("Next customer?").waitFor();
        await page.getByRole("button", { name: /Find .?T4W-0000113/ }).waitFor();
        expect(await amountOf(page).inputValue()).toBe(bill);
        await page.getByRole("button", { name: /^Stay with/ }).click();
      }
      await amountOf(page).press("Enter");
      await page.getByRole("heading", { name: /^85 points given/ }).waitFor();
    },
  );

  test("is whole in the invoice's field, and confirms nothing", async () => {
    const wallet = await coded();
    const page = await till.openTill();
    await serve(page, wallet);
    await amountOf(page).fill("85");
    for (const keys of [{ gaps: [0, 8, 8, 8, 120] }, { late: { from: 4, ms: 320 } }]) {
      await invoiceOf(page).fill("");
      await sendKeys(page, { text: "INV-88213", gap: 8, enterAfter: 8, ...keys });
      expect(await invoiceOf(page).inputValue()).toBe("INV-88213");
    }
    expect(await till.movements(wallet)).toEqual([]);
  });
});

test("a bill, its Enter, and the next card at once: each customer has the own points", async () => {
  const first = await coded();
  const second = await coded();
  const page = await till.openTill();
  await serve(page, first);
  await amountOf(page).focus();
  await sendKeys(page, { text: "87", gaps: [0, 110], enterAfter: 110 });
  await scan(page, second.walletCode);
  await shown(page, second.walletCode);
  expect(await amountOf(page).inputValue()).toBe("");
  await sendKeys(page, { text: "72", gaps: [0, 100], enterAfter: 80 });
  await page.getByRole("heading", { name: /^72 points given/ }).waitFor();
  const pointsOf = async (wallet: typeof first) => (await till.movements(wallet)).map(({ points }) => points);
  await expect.poll(() => pointsOf(first)).toEqual([87]);
  expect(await pointsOf(second)).toEqual([72]);
});

test("a bill without its Enter is asked about when the next card is scanned, and waits with its customer", async () => {
  const first = await coded();
  const second = await coded({ name: "Karim Adel" });
  const page = await till.openTill();
  await serve(page, first);
  await amountOf(page).focus();
  await sendKeys(page, { text: "85", gaps: [0, 110] });
  await scan(page, second.walletCode);
  await page.getByText(/The bill of .*85.* is not added yet/).waitFor();
  expect(await amountOf(page).inputValue()).toBe("85");
  // A scan whose keys a busy page got with a pause is asked about before it is looked up, and has no name yet.
  const next = new RegExp(`^(Go to .?Karim|Find .?${second.walletCode})`);
  await page.getByRole("button", { name: next }).click();
  await shown(page, second.walletCode);
  expect(await amountOf(page).inputValue()).toBe("");
  // The sale waits over other pages and a reload.
  await page.goto("/today");
  await page.goto("/till");
  await page.getByRole("button", { name: /^.?Mona.?, .*85.*: continue/ }).click();
  await shown(page, first.walletCode);
  await quoteOf(page).locator("dl").waitFor();
  expect(await amountOf(page).inputValue()).toBe("85");
  await amountOf(page).press("Enter");
  await page.getByRole("heading", { name: /^85 points given/ }).waitFor();
});

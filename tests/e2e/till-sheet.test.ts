import type { Locator, Page } from "playwright";
import { describe, expect, test } from "vitest";
import { LOG_TYPE } from "@/lib/ledger/rules/types";
import { BEHAVIOUR_LANGUAGES } from "@/tests/support/deep";
import type { TestWallet } from "@/tests/support/ledger";
import { expectAccessible, expectToFit, LOOKS } from "@/tests/support/portal/browser";
import {
  amountOf,
  goToTill,
  quote,
  quoteOf,
  scan,
  serve,
  startTillWorld,
  typeByHand,
} from "@/tests/support/portal/till";

const till = startTillWorld();

const WORDS = {
  en: {
    sheet: "Return or void",
    receipt: "Receipt number",
    find: "Find",
    digits: "Type the number that stands on the receipt, digits only",
    unknown: "No receipt 999999999 at One.",
    reward: (entryId: number) => `Reward no. ${entryId}`,
    redemption: (entryId: number) => `Payment with points no. ${entryId}`,
    redeem: "Pay with points",
    part: "Refund",
    points: "Points",
    moneyBack: "Money to give back",
    pointsBack: "Points to give back",
    confirm: "Refund 10 points",
    done: "10 points given back",
    void: "Void",
    ask: /^Void: Reward no\./,
    voided: "Voided",
  },
  ar: {
    sheet: "مرتجع أو إلغاء",
    receipt: "رقم الإيصال",
    find: "بحث",
    digits: "اكتب الرقم الموجود على الإيصال، أرقام فقط",
    unknown: /^لا يوجد إيصال رقم 999999999/,
    reward: (entryId: number) => `إضافة نقاط رقم ${entryId}`,
    redemption: (entryId: number) => `دفع بالنقاط رقم ${entryId}`,
    redeem: "دفع بالنقاط",
    part: "استرداد",
    points: "نقاط",
    moneyBack: "المبلغ المراد استرداده",
    pointsBack: "النقاط المراد استردادها",
    confirm: /^استرداد 10/,
    done: /^تم استرداد 10/,
    void: "إلغاء العملية",
    ask: /^إلغاء/,
    voided: "أُلغيت العملية",
  },
} as const;

const press = (page: Page, key: string) => page.keyboard.press(key);
const isFocused = (element: Locator) =>
  expect.poll(() => element.evaluate((shown) => shown === document.activeElement)).toBe(true);
const dialogOf = (page: Page, name?: string) =>
  page.getByRole("dialog", name === undefined ? {} : { name, exact: true });
/** The sheet of what can be done about an entry, which names the entry. */
const actsOf = (page: Page, name: string) => page.getByRole("dialog", { name });
const cardOf = (page: Page, { walletCode }: TestWallet) =>
  page.getByRole("region").filter({ hasText: walletCode });
const entriesOf = ({ id }: TestWallet) =>
  till.database.prisma.entry.findMany({ where: { walletId: id }, orderBy: { seq: "asc" } });
async function lastEntryOf(wallet: TestWallet): Promise<number> {
  const entry = (await entriesOf(wallet)).at(-1);
  if (entry === undefined) throw new Error("The wallet has no entry.");
  return Number(entry.id);
}

/** Pays with points, and waits until that is done. */
async function pay(page: Page, { redeem, value }: { redeem: string; value: number }): Promise<void> {
  await page.getByRole("button", { name: redeem }).first().click();
  await quote(page, value);
  await press(page, "Enter");
  await page
    .locator("section")
    .filter({ has: page.locator("svg.text-success") })
    .waitFor();
}

describe.each(BEHAVIOUR_LANGUAGES)("without leaving the till, in %s,", (language) => {
  const words = WORDS[language];

  test("what was just paid is refunded in part, and is no longer offered to be voided", async () => {
    const wallet = await till.customer({ points: 300 });
    const page = await till.openTill({ language });
    await serve(page, wallet);
    await pay(page, { redeem: words.redeem, value: 90 });
    const entryId = await lastEntryOf(wallet);
    await page.getByRole("button", { name: words.part }).click();
    const sheet = dialogOf(page);
    await sheet.getByText(words.redemption(entryId)).waitFor();
    await isFocused(sheet.getByLabel(words.moneyBack));
    await sheet.getByRole("radio", { name: words.points }).check({ force: true });
    await isFocused(sheet.getByLabel(words.pointsBack));
    await typeByHand(page, "10");
    await sheet.getByRole("button", { name: words.confirm }).click();
    await sheet.getByText(words.done).waitFor();
    await press(page, "Escape");
    await dialogOf(page).waitFor({ state: "detached" });
    // The result of before no longer stands: the card has what the wallet holds.
    await page.getByRole("button", { name: words.part }).waitFor({ state: "detached" });
    await cardOf(page, wallet).getByText("220", { exact: true }).first().waitFor();

    // What was refunded in part cannot be voided: the key leads on to the history.
    await page.getByRole("button", { name: words.void, exact: true }).waitFor({ state: "detached" });
    await press(page, "F8");
    await dialogOf(page, words.sheet).getByRole("link").first().waitFor();
    expect(page.url()).toBe(`${till.url}/till`);
    expect(await till.movements(wallet)).toMatchObject([
      { logTypeId: LOG_TYPE.redemption, points: -90 },
      { logTypeId: LOG_TYPE.refund, points: 10, balanceAfter: 220 },
    ]);
  });

  test("what was just done is voided with one key, and the same key then shows the history", async () => {
    const wallet = await till.customer({ points: 300 });
    const page = await till.openTill({ language });
    await serve(page, wallet);
    await quote(page, 50);
    await press(page, "Enter");
    await page.getByRole("button", { name: words.void }).waitFor();
    await press(page, "F8");
    await page.getByRole("dialog", { name: words.ask }).getByText("300").first().waitFor();
    await press(page, "Space");
    await press(page, "Enter");
    await page.getByRole("heading", { name: words.voided }).waitFor();
    await press(page, "F8");
    await isFocused(dialogOf(page, words.sheet).getByRole("link").first());
    await press(page, "Escape");
    await dialogOf(page).waitFor({ state: "detached" });
    expect(await till.movements(wallet)).toMatchObject([{ points: 50 }, { points: -50, balanceAfter: 300 }]);
  });

  test("a receipt is found by its number, and what is none says what to do", async () => {
    const wallet = await till.customer({ points: 300 });
    const entryId = await lastEntryOf(wallet);
    const page = await till.openTill({ language });
    await press(page, "F8");
    const sheet = dialogOf(page, words.sheet);
    const field = sheet.getByLabel(words.receipt);
    await isFocused(field);
    await typeByHand(page, "INV-1");
    await press(page, "Enter");
    await sheet.getByText(words.digits).waitFor();
    await field.fill("999999999");
    await press(page, "Enter");
    await sheet.getByText(words.unknown).waitFor();
    await field.fill(String(entryId).replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit))));
    await sheet.getByRole("button", { name: words.find }).click();
    const entry = actsOf(page, words.reward(entryId));
    await entry.getByText("300").first().waitFor();
    await press(page, "Escape");
    await entry.waitFor({ state: "detached" });
    await cardOf(page, wallet).waitFor();
    expect(page.url()).toBe(`${till.url}/till`);
  });
});

test("a receipt that is scanned into the sheet is found without another key", async () => {
  const wallet = await till.customer({ points: 300 });
  const entryId = await lastEntryOf(wallet);
  const page = await till.openTill();
  await press(page, "F8");
  await isFocused(dialogOf(page).getByLabel("Receipt number"));
  await scan(page, `entry:${entryId}`);
  const sheet = actsOf(page, `Reward no. ${entryId}`);
  await isFocused(sheet.getByLabel("Price of the goods"));
  await typeByHand(page, "10");
  await sheet.getByRole("button", { name: "Take back 10 points" }).waitFor();
  await press(page, "Enter");
  await sheet.getByText("10 points taken back").waitFor();
  // Another Enter is for the next customer.
  await isFocused(sheet.getByRole("button", { name: "Next customer" }));
  await press(page, "Enter");
  await sheet.waitFor({ state: "detached" });
  await cardOf(page, wallet).waitFor({ state: "detached" });
});

test("the history is walked through by arrow keys, searched, and left to where the focus was", async () => {
  const wallet = await till.customer({ points: 300 });
  const page = await till.openTill();
  await serve(page, wallet);
  for (const value of [11, 12, 13]) {
    await quote(page, value);
    await page.getByLabel("Invoice number").fill(`INV-${value}`);
    await quoteOf(page).locator("dl").waitFor();
    await press(page, "Enter");
    await page.getByRole("heading", { name: `${value} points given` }).waitFor();
    await serve(page, wallet);
    await amountOf(page).waitFor();
  }
  await isFocused(amountOf(page));
  await typeByHand(page, "77");
  await press(page, "F8");
  const links = dialogOf(page).getByRole("link");
  await isFocused(links.nth(0));
  for (const [key, place] of [
    ["ArrowUp", 0],
    ["ArrowDown", 1],
    ["ArrowDown", 2],
    ["End", 3],
    ["ArrowDown", 3],
    ["Home", 0],
  ] as const) {
    await press(page, key);
    await isFocused(links.nth(place));
  }
  await press(page, "ArrowDown");
  await press(page, "Enter");
  const entryId = Number((await entriesOf(wallet)).at(-2)?.id);
  await actsOf(page, `Reward no. ${entryId}`).waitFor();
  await press(page, "Escape");
  await isFocused(links.nth(1));

  await dialogOf(page).getByLabel("Reference, invoice or receipt number").fill("INV-12");
  await expect.poll(() => links.count()).toBe(1);
  await press(page, "Escape");
  await dialogOf(page).waitFor({ state: "detached" });
  await isFocused(amountOf(page));
  // What was typed before is still there.
  expect(await amountOf(page).inputValue()).toBe("77");
  // The list is known already: it comes before the dialog has taken the focus.
  await press(page, "F8");
  await isFocused(links.nth(0));
});

test("what is voided in the sheet no longer stands on the screen behind it", async () => {
  const wallet = await till.customer({ points: 300 });
  const page = await till.openTill();
  await serve(page, wallet);
  await quote(page, 60);
  await press(page, "Enter");
  await page.getByRole("button", { name: "Return", exact: true }).click();
  const sheet = actsOf(page, `Reward no. ${await lastEntryOf(wallet)}`);
  await sheet.getByRole("radio", { name: "Void" }).check({ force: true });
  await sheet.getByRole("radio", { name: "Wrong amount" }).check({ force: true });
  await sheet.getByRole("button", { name: "Void", exact: true }).click();
  await sheet.getByText(/is voided$/).waitFor();
  await press(page, "Escape");
  await page.getByRole("heading", { name: "60 points given" }).waitFor({ state: "detached" });
  await isFocused(amountOf(page));
  await cardOf(page, wallet).getByText("300", { exact: true }).first().waitFor();
  expect(await page.getByRole("button", { name: "Void", exact: true }).count()).toBe(0);
});

describe.each(LOOKS)("in $language, $theme, on a $viewport", (look) => {
  test("the sheet breaks no rule of accessibility, and fits", async () => {
    const words = WORDS[look.language];
    const wallet = await till.customer({ points: 300, name: "عبد الرحمن مصطفى إبراهيم" });
    const page = await till.openTill(look);
    const check = async () => {
      await expectAccessible(page);
      await expectToFit(page);
    };
    await press(page, "F8");
    await dialogOf(page, words.sheet).getByLabel(words.receipt).waitFor();
    await check();
    await press(page, "Escape");
    await dialogOf(page).waitFor({ state: "detached" });
    await serve(page, wallet);
    await press(page, "F8");
    await dialogOf(page, words.sheet).getByRole("link").first().waitFor();
    await check();
    await dialogOf(page).getByRole("link").first().click();
    await actsOf(page, words.reward(await lastEntryOf(wallet)))
      .getByText("300")
      .first()
      .waitFor();
    await check();
  });
});

describe("two tabs of the same till", () => {
  test("show one balance: what is done in one is in the other, with what would come of the bill there", async () => {
    const wallet = await till.customer({ points: 300 });
    const page = await till.openTill();
    const other = await page.context().newPage();
    await goToTill(other);
    await serve(other, wallet);
    await quote(other, 25);
    await quoteOf(other).getByText("325").waitFor();
    await serve(page, wallet);
    await quote(page, 40);
    await press(page, "Enter");
    await page.getByRole("heading", { name: "40 points given" }).waitFor();
    await cardOf(other, wallet).getByText("340", { exact: true }).first().waitFor();
    await quoteOf(other).getByText("365").waitFor();
  });

  test("and what was done elsewhere is seen as soon as somebody looks", async () => {
    const wallet = await till.customer({ points: 300 });
    const page = await till.openTill();
    await serve(page, wallet);
    await till.elsewhere(wallet, 7);
    await cardOf(page, wallet).getByText("300", { exact: true }).first().waitFor();
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
    await cardOf(page, wallet).getByText("307", { exact: true }).first().waitFor();
  });
});

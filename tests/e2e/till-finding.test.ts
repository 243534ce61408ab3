import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { LOG_TYPE, WALLET_STATUS, type WalletStatusId } from "@/lib/ledger/rules/types";
import { BEHAVIOUR_LANGUAGES } from "@/tests/support/deep";
import type { TestWallet } from "@/tests/support/ledger";
import { expectAccessible, expectToFit } from "@/tests/support/portal/browser";
import {
  amountOf,
  boxOf,
  quote,
  quoteOf,
  serve,
  startTillWorld,
  typeByHand,
  untilRead,
} from "@/tests/support/portal/till";

const till = startTillWorld();

const WORDS = {
  en: {
    find: "Find",
    reward: "Reward",
    redeem: "Pay with points",
    usable: "Can pay now",
    nothing: "Nothing",
    bothOff: "Suspended. An admin of the shop can lift this.",
    notFound: "No customer has the mobile number",
    newCustomer: "New customer",
    name: "Name (optional)",
    agrees: "The customer has read or heard this and agrees",
    open: "Sign up",
    given: "80 points given",
    has: "A customer with this number exists already",
    openThis: "Open this customer",
    another: "Sign up another customer with this number",
  },
  ar: {
    find: "بحث",
    reward: "إضافة نقاط",
    redeem: "دفع بالنقاط",
    usable: "متاح للدفع الآن",
    nothing: "لا شيء",
    bothOff: "موقوف. مدير المحل يمكنه رفع الإيقاف.",
    notFound: "لا يوجد عميل برقم الموبايل",
    newCustomer: "عميل جديد",
    name: "الاسم (اختياري)",
    agrees: "قرأ العميل النص أو سمعه ووافق عليه",
    open: "تسجيل العميل",
    given: "أُضيفت 80 نقطة",
    has: "لهذا الرقم حساب بالفعل",
    openThis: "افتح هذا العميل",
    another: "سجّل حسابًا آخر لهذا الرقم",
  },
} as const;

const setStatus = ({ id }: TestWallet, statusId: WalletStatusId) =>
  till.database.prisma.wallet.update({ where: { id }, data: { statusId } });
const act = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^${name}`) });
const isFocused = (page: Page, name: string) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe(name);
const fact = (page: Page, name: string) => page.locator("dl > div").filter({ hasText: name }).locator("dd");

async function find(page: Page, text: string): Promise<void> {
  await boxOf(page).fill(text);
  await boxOf(page).press("Enter");
}

describe.each(BEHAVIOUR_LANGUAGES)("what will be refused, in %s", (language) => {
  const words = WORDS[language];

  test("is switched off for a suspended wallet, with the reason, by mouse, by key and to be read out", async () => {
    const wallet = await till.customer({ points: 300 });
    await setStatus(wallet, WALLET_STATUS.suspended);
    const page = await till.openTill({ language });
    await serve(page, wallet);
    await fact(page, words.usable).getByText(words.nothing).waitFor();
    await page.getByRole("alert").getByText(words.bothOff).waitFor();
    for (const name of [words.reward, words.redeem]) {
      const button = act(page, name);
      expect(await button.getAttribute("aria-disabled")).toBe("true");
      const reason = await button.getAttribute("aria-describedby");
      expect(await page.locator(`[id="${reason}"]`).textContent()).toBe(words.bothOff);
      await button.click({ force: true });
    }
    await page.keyboard.press("F2");
    await page.keyboard.press("F4");
    expect(await amountOf(page).count()).toBe(0);
    await expectAccessible(page);
    await expectToFit(page);
  });

  test("is switched off as soon as a quote says so", async () => {
    const wallet = await till.customer({ points: 300 });
    const page = await till.openTill({ language });
    await serve(page, wallet);
    await setStatus(wallet, WALLET_STATUS.suspended);
    await amountOf(page).fill("5");
    await page.getByRole("alert").getByText(words.bothOff).waitFor();
    await fact(page, words.usable).getByText(words.nothing).waitFor();
    expect(await amountOf(page).count()).toBe(0);
    expect(await till.movements(wallet)).toEqual([]);
  });
});

test("a wallet that waits for activation is rewarded, and pays nothing", async () => {
  const wallet = await till.customer({ points: 300 });
  await setStatus(wallet, WALLET_STATUS.pending);
  const page = await till.openTill();
  await serve(page, wallet);
  expect(await act(page, "Pay with points").getAttribute("aria-disabled")).toBe("true");
  await page.getByText("Cannot pay with points: The customer is not active.").waitFor();
  await page.keyboard.press("F4");
  await quote(page, 40);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "40 points given" }).waitFor();
});

describe.each(BEHAVIOUR_LANGUAGES)("a customer who is unknown, in %s", (language) => {
  const words = WORDS[language];
  const isEnglish = language === "en";

  test("joins with the number that was typed, and is rewarded in the same sale", async () => {
    const mobile = isEnglish ? "01277700001" : "01277700002";
    const page = await till.openTill({ language });
    await find(page, mobile);
    await page.getByText(words.notFound).waitFor();
    await page.getByRole("button", { name: words.newCustomer }).click();
    const dialog = page.getByRole("dialog", { name: words.newCustomer });
    await dialog.waitFor();
    expect(await dialog.locator("input[type=tel]").first().inputValue()).toBe(mobile);
    await typeByHand(page, "Nour");
    await expectAccessible(page);
    await dialog.getByText(words.agrees).click();
    await dialog.getByRole("button", { name: words.open }).click();
    await dialog.waitFor({ state: "detached" });
    await isFocused(page, "amount");
    await typeByHand(page, "80");
    await quoteOf(page).getByText("+80").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: words.given }).waitFor();
    const wallet = await till.database.prisma.wallet.findFirstOrThrow({
      where: { contactMsisdn: `+2${mobile}` },
      include: { walletProfile: true },
    });
    expect([Number(wallet.balance), wallet.walletProfile?.name]).toEqual([80, "Nour"]);
  });

  test("turns out to be known by the number: that wallet is offered, and another one only on purpose", async () => {
    const mobile = isEnglish ? "01288811001" : "01288811002";
    const known = await till.customer({ contactMsisdn: `+2${mobile}`, name: "Mona Adel" });
    const page = await till.openTill({ language });
    await find(page, "Nobody Atall");
    await page.getByRole("button", { name: words.newCustomer }).click();
    const dialog = page.getByRole("dialog", { name: words.newCustomer });
    await isFocusedIn(page, "tel");
    expect(await dialog.getByLabel(words.name, { exact: true }).inputValue()).toBe("Nobody Atall");
    await typeByHand(page, mobile);
    await dialog.getByText(words.has).waitFor();
    await dialog.getByText("Mona A.").waitFor();
    await expectAccessible(page);
    await dialog.getByText(words.agrees).click();
    await dialog.getByRole("button", { name: words.open, exact: true }).click();
    await dialog.getByRole("alert").waitFor();
    const wallets = () => till.database.prisma.wallet.count({ where: { contactMsisdn: `+2${mobile}` } });
    expect(await wallets()).toBe(1);
    await dialog.getByRole("button", { name: words.openThis }).click();
    await page.getByRole("region").getByText(known.walletCode, { exact: true }).waitFor();
    await isFocused(page, "amount");

    await find(page, "Nobody Atall");
    await page.getByRole("button", { name: words.newCustomer }).click();
    await isFocusedIn(page, "tel");
    await typeByHand(page, mobile);
    await dialog.getByText(words.another).click();
    await dialog.getByText(words.agrees).click();
    await dialog.getByRole("button", { name: words.open, exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await wallets()).toBe(2);
  });
});

const isFocusedIn = (page: Page, type: string) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("type"))).toBe(type);

describe("a customer is found", () => {
  test("by name in either script: picked from masked candidates with the keyboard, and rewarded", async () => {
    const wallet = await till.customer({ name: "هُدى أحمد سالم" });
    await till.customer({ name: "هدى محمود" });
    const page = await till.openTill({ language: "ar" });
    await typeByHand(page, "هدي احمد");
    await page.keyboard.press("Enter");
    const choice = page.getByRole("listitem").getByRole("button");
    await choice.waitFor();
    expect(await page.getByText("سالم").count()).toBe(0);
    await expectAccessible(page);
    await expectToFit(page);
    await untilRead(page);
    await page.keyboard.press("Enter");
    await page.getByRole("region").getByText(wallet.walletCode, { exact: true }).waitFor();
    await isFocused(page, "amount");
    await quote(page, 30);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: /أُضيفت/ }).waitFor();
    expect(await till.movements(wallet)).toMatchObject([{ logTypeId: LOG_TYPE.reward, points: 30 }]);
  });

  test("by the last digits, typed in Arabic; or is none of those, and new", async () => {
    const wallet = await till.customer({ contactMsisdn: "+201266698765", name: "Tarek Nabil" });
    const page = await till.openTill();
    await find(page, "٩٨٧٦٥");
    await page.getByRole("heading", { name: /1 customer found for/ }).waitFor();
    await page.getByText("012•••765").waitFor();
    await page.getByRole("button", { name: "New customer" }).click();
    const dialog = page.getByRole("dialog", { name: "New customer" });
    expect(await dialog.locator("input[type=tel]").first().inputValue()).toBe("98765");
    // Typed text is dropped after a question only.
    await dialog.getByLabel("Name (optional)").fill("Salma");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Keep editing" }).click();
    expect(await dialog.getByLabel("Name (optional)").inputValue()).toBe("Salma");
    await dialog.getByLabel("Name (optional)").fill("");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("listitem").getByRole("button").click();
    await page.getByRole("region").getByText(wallet.walletCode, { exact: true }).waitFor();
  });

  test("by the number of a receipt, which shows its entry", async () => {
    const wallet = await till.customer();
    const page = await till.openTill();
    await serve(page, wallet);
    await quote(page, 20);
    await page.locator("input[name=invoice]").fill("RC-901");
    await quoteOf(page).locator("dl").waitFor();
    await page.locator("input[name=invoice]").press("Enter");
    await page.getByRole("heading", { name: "20 points given" }).waitFor();
    const [entry] = await till.database.prisma.entry.findMany({ where: { walletId: wallet.id } });
    await find(page, "rc-901");
    await page.getByRole("dialog", { name: `Reward no. ${entry?.id}` }).waitFor();
    // Its facts name the receipt, and not the portal's own reference.
    await page.goto(`/wallets/${wallet.id}?entry=${entry?.id}`);
    const dialog = page.getByRole("dialog");
    await dialog.getByText("RC-901").waitFor();
    expect(await dialog.getByText("Reference", { exact: true }).count()).toBe(0);
  });

  test("or not, and what to try next depends on what was typed", async () => {
    const page = await till.openTill();
    const cases = {
      "01299999999": "No customer has the mobile number",
      Zubayda: "No customer is called",
      "X-404": "No customer and no receipt has",
      "990099": "Try the whole mobile number, or the name.",
      Xy: "Type at least 5 digits of a number, or 3 letters of a name.",
    };
    for (const [text, told] of Object.entries(cases)) {
      await find(page, text);
      await page.getByText(told).waitFor();
      expect(await boxOf(page).inputValue()).toBe(text);
      expect(await page.getByRole("button", { name: "New customer" }).count()).toBe(text === "Xy" ? 0 : 1);
    }
  });

  test("but nobody new joins where cashiers may not enrol", async () => {
    const { prisma } = till.database;
    const setEnrol = (cashiersMayEnrol: boolean) =>
      prisma.merchant.update({ where: { id: till.portal.merchantId }, data: { cashiersMayEnrol } });
    await setEnrol(false);
    const page = await till.openTill();
    await find(page, "01299999998");
    await page.getByText("No customer has the mobile number").waitFor();
    expect(await page.getByRole("button", { name: "New customer" }).count()).toBe(0);
    await setEnrol(true);
  });
});

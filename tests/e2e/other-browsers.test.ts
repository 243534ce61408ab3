import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LOG_TYPE } from "@/lib/ledger/rules/types";
import { messages as ar } from "@/messages/ar";
import { messages as en } from "@/messages/en";
import { type ListeningProxy, startListeningProxy } from "@/tests/support/portal/listening-proxy";
import { OTHER_BROWSERS, type OtherBrowser } from "@/tests/support/portal/other-browsers";
import { KEYS, OtherPage } from "@/tests/support/portal/other-page";
import { startTillWorld } from "@/tests/support/portal/till";
import { TEST_PASSWORD } from "@/tests/support/portal/world";

const TEXTS = { en, ar } as const;
type Language = keyof typeof TEXTS;
const PIN = "4071";

const till = startTillWorld();
/** Codes that could be bills. */
let codes = 722_300;
const newCode = () => String(++codes);
let proxy: ListeningProxy;
beforeAll(async () => {
  await till.database.prisma.category.create({
    data: { nameEn: "Coffee", nameAr: "قهوة", icon: "coffee", sortingNumber: 1 },
  });
  proxy = await startListeningProxy(till.url);
});
afterAll(() => proxy.stop());

async function signIn(
  page: OtherPage,
  username: string,
  { language, lands }: { language: Language; lands: string },
): Promise<void> {
  await page.go("/sign-in");
  await page.browser.send("forget");
  await page.evaluate("document.cookie = 'points.language=' + arguments[0] + '; path=/'", language);
  await page.go("/sign-in");
  await page.untilTakenOver();
  await page.until("page in its language", "return document.documentElement.lang === arguments[0]", language);
  await page.click("input[name=username]");
  await page.type(username, 20);
  await page.click("input[name=password]");
  await page.type(`${TEST_PASSWORD}${KEYS.enter}`, 20);
  await page.untilAt(lands);
  await page.untilTakenOver();
}

describe.each(OTHER_BROWSERS)("$name", ({ missing, start }) => {
  let browser: OtherBrowser;
  beforeAll(async () => {
    if (missing !== undefined) return;
    browser = await start();
    await browser.send("limits", { script: 30_000, pageLoad: 120_000 });
    await browser.send("window", { width: 1_280, height: 900 });
  });
  afterAll(() => browser?.end());

  test("tells these tests of errors, and of refusals of the policy", async ({ skip }) => {
    skip(missing !== undefined, missing);
    const page = new OtherPage(browser, proxy.url);
    await page.go("/sign-in");
    await page.untilTakenOver();
    await page.evaluate("setTimeout(() => reportError(new Error('reported')))");
    await page.evaluate(
      "document.body.append(Object.assign(document.createElement('style'), { textContent: 'p {}' }))",
    );
    await page.until(
      "error",
      "return (sessionStorage.getItem('tests.complaints') ?? '').includes('reported')",
    );
    await page.until("refusal", "return sessionStorage.getItem('tests.complaints').includes('style-src')");
    await page.evaluate("sessionStorage.clear()");
  });

  test.each(["en", "ar"] as const)("serves a customer at the till, in %s", async (language) => {
    const { till: texts } = TEXTS[language];
    const customer = await till.customer({ walletCode: newCode(), points: 1_000, pin: PIN });
    const next = await till.customer({ walletCode: newCode() });
    const page = new OtherPage(browser, proxy.url);
    await signIn(page, "cashier", { language, lands: "/till" });
    await page.untilFocused("wallet");
    await page.scan(customer.walletCode, 20);
    await page.untilFocused("amount");
    await page.type("250");
    await page.untilSeen("1,250", "[role=status]");
    await page.type(KEYS.enter);
    await expect.poll(() => till.movements(customer)).toMatchObject([{ points: 250, balanceAfter: 1_250 }]);
    await page.untilFocused("wallet");

    await page.type(KEYS.f4);
    await page.untilFocused("amount");
    await page.type("90");
    await page.untilSeen(texts.quote.pin);
    await page.type(KEYS.enter);
    await page.untilSeen(texts.pin.lead, "[role=dialog]");
    await page.type(`${PIN}${KEYS.enter}`);
    // The result before the payment has the same balance.
    await expect.poll(() => till.movements(customer)).toMatchObject([{ points: 250 }, { points: -90 }]);
    await page.untilFocused("wallet");

    await page.type(KEYS.f8);
    await page.untilSeen("1,250", "[role=dialog]");
    await page.type(`${KEYS.space}${KEYS.enter}`);
    await page.untilSeen(texts.done.cancel);
    await page.type(KEYS.escape);
    await page.untilFocused("wallet");
    expect(await till.movements(customer)).toMatchObject([
      { logTypeId: LOG_TYPE.reward, points: 250, balanceAfter: 1_250 },
      { logTypeId: LOG_TYPE.redemption, points: -90, balanceAfter: 1_160 },
      { logTypeId: LOG_TYPE.cancellation, points: 90, balanceAfter: 1_250 },
    ]);

    // A code that is scanned into the bill's field, with an Enter that hesitates, becomes no bill.
    await page.scan(customer.walletCode, 200);
    await page.untilFocused("amount");
    await page.scan(next.walletCode, 200);
    await page.until(
      "next customer",
      `const [code] = arguments;
       const question = [...document.querySelectorAll("button")].find((one) => one.innerText.includes(code));
       if (question !== undefined) return void question.click();
       return [...document.querySelectorAll("section, [role=region]")].some((one) => one.innerText.includes(code));`,
      next.walletCode,
    );
    await page.until("empty bill", "return document.querySelector('input[name=amount]')?.value === ''");
    expect(await till.movements(next)).toEqual([]);
    expect(await page.complaints()).toEqual([]);
  });

  test.each(["en", "ar"] as const)("works at the desk, in %s", async (language) => {
    const { deals, reports } = TEXTS[language];
    const customer = await till.customer({ points: 700 });
    const page = new OtherPage(browser, proxy.url);
    await signIn(page, "merchant_admin", { language, lands: "/home" });
    // Dates and money on all of these are written by the service and again by the browser.
    for (const path of ["/home", "/manage/promotions", "/reports/entries", "/today", "/reports"]) {
      await page.go(path);
      await page.untilTakenOver();
    }
    await page.go("/wallets");
    await page.untilSeen(customer.walletCode, "main");

    await page.go("/manage/deals/new");
    await page.untilTakenOver();
    const title = `Latte ${start.name} ${language}`;
    await page.clickField(deals.desk.fields.titleEn);
    await page.type(title, 20);
    const stored = () => till.database.prisma.deal.findMany({ where: { titleEn: title } });
    await page.click("[aria-haspopup=listbox]", deals.desk.fields.categoryId);
    await page.click("[role=option]", language === "en" ? "Coffee" : "قهوة");
    await page.clickField(deals.desk.discountLabels[1]);
    await page.type("25", 20);
    await page.click("button", deals.desk.saveDraft);
    await expect.poll(stored).toMatchObject([{ state: "draft" }]);
    await page.until("page of the deal", "return /deals\\/\\d+$/.test(location.pathname)");

    await page.go("/reports?part=owed");
    await page.untilTakenOver();
    await page.untilSeen(reports.settlement.title);
    await page.until(
      "figures",
      "return document.querySelectorAll('main [role=table] [role=row], main table tr').length > 4",
    );
    expect(await page.complaints()).toEqual([]);
  });
});

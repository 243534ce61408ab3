import type { Locator, Page } from "playwright";
import { describe, expect, test } from "vitest";
import { announceConfigChange } from "@/lib/platform/database/notify";
import type { TestDatabase } from "@/tests/support/database";
import {
  expectAccessible,
  expectNoSidewaysScrolling,
  expectToFit,
  LOOKS,
  type PageOptions,
} from "@/tests/support/portal/browser";
import { createDeal, daysFromNow } from "@/tests/support/portal/deals";
import { startPortal } from "@/tests/support/portal/portal";
import type { PortalWorld } from "@/tests/support/portal/world";

/** So many deals that they take a second page. */
const PLAIN_COUNT = 25;
const TOTAL = PLAIN_COUNT + 3;

let database: TestDatabase;
let world: PortalWorld;
let deals: { fruit: number; latte: number; gold: number };

const portal = startPortal({
  prepare: async (ownDatabase, ownWorld) => {
    database = ownDatabase;
    world = ownWorld;
    deals = await createDeals();
  },
});

const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><rect width="1200" height="800" fill="#0b6470"/></svg>`;

async function createDeals() {
  const { prisma } = database;
  const groceries = await prisma.category.create({
    data: { nameEn: "Groceries", nameAr: "بقالة", icon: "shopping-basket", sortingNumber: 1 },
  });
  const coffee = await prisma.category.create({
    data: { nameEn: "Coffee", nameAr: "قهوة", icon: "coffee", sortingNumber: 2 },
  });
  const picture = { contentType: "image/svg+xml", width: 1200, height: 800, bytes: Buffer.from(PICTURE) };
  const { hash } = await prisma.image.create({ data: { hash: "ab".repeat(32), ...picture } });
  await prisma.branch.update({
    where: { id: world.branchIds[0] },
    data: {
      phone: "02 2000 0101",
      latitude: "30.0586",
      longitude: "31.3367",
      addressEn: "52 Abbas El Akkad Street",
      addressAr: "٥٢ شارع عباس العقاد",
    },
  });
  const fruit = await createDeal(database, {
    merchantId: world.merchantId,
    categoryId: groceries.id,
    branchIds: [world.branchIds[1], world.branchIds[0]],
    sortingNumber: 1,
    titleEn: "Fresh fruit",
    titleAr: "فاكهة طازجة",
    descriptionEn: "Picked this morning.",
    descriptionAr: "من الأرض في الصباح.",
    termsEn: "Once a day.\nWhile stocks last.",
    termsAr: "مرة في اليوم.\nحتى نفاد الكمية.",
    imageHash: hash,
    offerNumber: "FRUIT-1",
  });
  const latte = await createDeal(database, {
    merchantId: world.foreignMerchantId,
    categoryId: coffee.id,
    branchIds: [world.foreignBranchId],
    sortingNumber: 2,
    titleEn: "Two lattes",
    titleAr: "لاتيه بالقهوة المُحمَّصة",
    discountType: 4,
    discount: 0,
    endDate: daysFromNow(1),
  });
  const gold = await createDeal(database, {
    merchantId: world.merchantId,
    categoryId: groceries.id,
    branchIds: [world.branchIds[0]],
    sortingNumber: 3,
    titleEn: "For gold customers",
    titleAr: "لعملاء الذهبية",
    discountType: 2,
    discount: 50,
    ratePlans: ["GOLD"],
  });
  for (let number = 1; number <= PLAIN_COUNT; number += 1)
    await createDeal(database, {
      merchantId: world.merchantId,
      categoryId: groceries.id,
      branchIds: [world.branchIds[0]],
      sortingNumber: 10 + number,
      titleEn: `Plain ${number}`,
      titleAr: `عادي ${number}`,
      // The search finds offers by their numbers too.
      offerNumber: `PLAIN-${number}`,
      discountType: (number % 6) + 1,
      discount: [3, 4].includes((number % 6) + 1) ? 0 : number,
      imageHash: number % 2 === 0 ? hash : null,
      ratePlans: ["SILVER"],
    });
  return { fruit, latte, gold };
}

/** A page of a cashier who works at the first branch, and what it asked the portal's API for. */
async function open(
  path: string,
  options: PageOptions = {},
  prepare?: (page: Page) => Promise<void>,
): Promise<{ page: Page; asked: string[] }> {
  const page = await portal.as("cashier", options);
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    // That deals were seen is told, after a while, and asks for nothing.
    if (pathname.endsWith("/deals/looks")) return;
    if (pathname.startsWith("/api/portal/")) asked.push(pathname.slice("/api/portal/".length) + search);
  });
  await page.addInitScript(watchLayoutShift);
  await prepare?.(page);
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return { page, asked };
}

const cards = (page: Page) => page.locator("main").getByRole("article");
const titles = (page: Page) => cards(page).getByRole("heading").allTextContents();
const count = (page: Page) => page.getByRole("main").getByRole("status").first();
const address = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim());
const isFocused = (field: Locator) => field.evaluate((element) => element === document.activeElement);
const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`${field}$`) }).click();
  await page.getByRole("option", { name: option }).click();
}

describe("the list", () => {
  test("comes whole with the page: the browser asks for nothing, and nothing moves when pictures come", async () => {
    const { page, asked } = await open("/deals", {}, scorePictures);
    expect(await count(page).textContent()).toBe(`${TOTAL} deals`);
    expect((await titles(page)).slice(0, 3)).toEqual(["Fresh fruit", "Two lattes", "For gold customers"]);
    const first = cards(page).first();
    for (const text of ["20% off", "One", /^Until \d+ \w+ \d{4}$/, "Your branch"])
      await first.getByText(text, { exact: true }).waitFor();
    await cards(page).nth(1).getByText("Ends", { exact: false }).waitFor();
    await page.waitForLoadState("networkidle");
    expect(asked).toEqual([]);
    expect(await layoutShift(page)).toBeLessThan(0.01);
  });

  test("says what each kind of discount gives, in both languages", async () => {
    const { page } = await open("/deals");
    for (const text of [
      "EGP 50 off",
      "Free item",
      "Buy some, get some free",
      "10× points",
      "Only EGP 5",
      "6% off",
    ])
      await cards(page).getByText(text.replace(" 5", "\u00a05"), { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "العربية" }).click();
    await page.getByRole("heading", { level: 1, name: "العروض" }).waitFor();
    for (const text of ["منتج مجاني", "اشترِ واحصل على قطع مجانية", "10 أضعاف النقاط"])
      await cards(page).getByText(text, { exact: true }).first().waitFor();
  });

  test("shows more when asked, and goes on with the first of them", async () => {
    const { page, asked } = await open("/deals");
    expect(await cards(page).count()).toBe(24);
    await page.getByRole("button", { name: "Show more" }).click();
    await expect.poll(() => focused(page)).toBe("Plain 22");
    expect(await cards(page).count()).toBe(TOTAL);
    expect(await page.getByRole("button", { name: "Show more" }).count()).toBe(0);
    expect(asked).toEqual([expect.stringMatching(/^deals\?cursor=/)]);
  });

  test("stays as it was laid out, on this device, from the first byte", async () => {
    const { page } = await open("/deals");
    await page.keyboard.press("v");
    await expect.poll(() => page.getByRole("radio", { name: "List" }).isChecked()).toBe(true);
    const rows = await page.context().request.get("/deals");
    expect(await rows.text()).toMatch(/divide-y/);
    await cards(page).first().getByRole("link").click();
    await page.waitForURL(`**/deals/${deals.fruit}`);
    await page.goBack();
    await cards(page).first().waitFor();
    expect(await page.getByRole("radio", { name: "List" }).isChecked()).toBe(true);
    await page.getByRole("radio", { name: "Cards" }).check({ force: true });
    await page.reload();
    expect(await page.getByRole("radio", { name: "Cards" }).isChecked()).toBe(true);
  });
});

describe("the filters", () => {
  test("by category, merchant, branch and rate plan each find their deals, and going back takes them off again", async () => {
    const { page, asked } = await open("/deals");
    await choose(page, "Category", "Coffee");
    await expect.poll(() => titles(page)).toEqual(["Two lattes"]);
    await expect.poll(() => count(page).textContent()).toBe("1 deal");
    await page.goBack();
    await expect.poll(() => count(page).textContent()).toBe(`${TOTAL} deals`);

    await choose(page, "Merchant", "Two");
    await expect.poll(() => titles(page)).toEqual(["Two lattes"]);
    await page.goBack();

    await page.getByRole("combobox", { name: "Branch" }).fill("branch 2");
    await page.getByRole("option", { name: "Branch 2" }).click();
    await expect.poll(() => titles(page)).toEqual(["Fresh fruit"]);
    expect(address(page)).toBe(`/deals?branch=${world.branchIds[1]}`);
    await page.goBack();
    await expect.poll(() => page.getByRole("combobox", { name: "Branch" }).inputValue()).toBe("");

    await choose(page, "Rate plan", "GOLD");
    await expect.poll(() => titles(page)).toEqual(["Fresh fruit", "Two lattes", "For gold customers"]);
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect.poll(() => count(page).textContent()).toBe(`${TOTAL} deals`);
    expect(address(page)).toBe("/deals");
    // What had been found before was not asked for again.
    expect(asked).toHaveLength(4);
  });

  test("narrow each other: choosing a merchant leaves its branches, and drops another one's", async () => {
    const { page } = await open(`/deals?branch=${world.foreignBranchId}`);
    expect(await page.getByRole("combobox", { name: "Branch" }).inputValue()).toBe("Branch 11");
    await choose(page, "Merchant", "One");
    await expect.poll(() => address(page)).toBe(`/deals?merchant=${world.merchantId}`);
    await page.getByRole("combobox", { name: "Branch" }).click();
    const branches = () => page.getByRole("option").allTextContents();
    await expect.poll(branches).toEqual(["Branch 1Your branch", "Branch 2"]);
    await page.keyboard.press("Escape");
  });

  test("find Arabic words on the English page however they are written, and say how many were found", async () => {
    const { page } = await open("/deals");
    const search = page.getByLabel("Search", { exact: true });
    await page.keyboard.press("/");
    await expect.poll(() => isFocused(search)).toBe(true);
    await page.keyboard.type("قهوه محمصه");
    await expect.poll(() => titles(page)).toEqual(["Two lattes"]);
    await expect.poll(() => count(page).textContent()).toBe("1 deal");
    expect(new URL(page.url()).searchParams.get("text")).toBe("قهوه محمصه");
    await page.keyboard.press("Escape");
    await expect.poll(() => count(page).textContent()).toBe(`${TOTAL} deals`);
    await page.goBack();
    await expect.poll(() => page.getByLabel("Search", { exact: true }).inputValue()).toBe("قهوه محمصه");
  });

  test("find English words on the Arabic page, by the slash of an Arabic keyboard", async () => {
    const { page } = await open("/deals", { language: "ar" });
    const search = page.getByLabel("بحث", { exact: true });
    // Such a key can only be made by a script, and what scripts do is not kept for a page that is not ready.
    await expect
      .poll(async () => {
        await page.evaluate(() =>
          document.body.dispatchEvent(
            new KeyboardEvent("keydown", { key: "ظ", code: "Slash", bubbles: true, cancelable: true }),
          ),
        );
        return isFocused(search);
      })
      .toBe(true);
    await page.keyboard.type("FRUIT-1");
    await expect.poll(() => titles(page)).toEqual(["فاكهة طازجة"]);
    await expect.poll(() => count(page).textContent()).toBe("عرض واحد");
  });

  test("can be shared with the address: the first byte is already filtered", async () => {
    const { page, asked } = await open("/deals?text=plain%202&category=x");
    expect((await titles(page))[0]).toBe("Plain 2");
    expect(await page.getByLabel("Search", { exact: true }).inputValue()).toBe("plain 2");
    expect(asked.filter((path) => path.startsWith("deals"))).toEqual([]);
    // Names of people are in the language of an answer: another language reads answers anew.
    await page.getByRole("button", { name: "العربية" }).click();
    await page.getByRole("heading", { level: 1, name: "العروض" }).waitFor();
    expect((await titles(page))[0]).toBe("عادي 2");
  });

  test("that find nothing say so and can be cleared", async () => {
    const { page } = await open("/deals?text=nothing+like+this");
    await page.getByRole("heading", { name: "No deal matches" }).waitFor();
    expect(await count(page).textContent()).toBe("No deals");
    await page.getByRole("button", { name: "Clear filters" }).last().click();
    await expect.poll(() => cards(page).count()).toBe(24);
    expect(await page.getByLabel("Search", { exact: true }).inputValue()).toBe("");
  });
});

describe("a deal", () => {
  test("is shown in full at its own URL: the user's branch first, with phone and map", async () => {
    const { page, asked } = await open(`/deals/${deals.fruit}`, {}, scorePictures);
    await page.getByRole("heading", { level: 1, name: "Fresh fruit" }).waitFor();
    await expect.poll(() => page.title()).toBe("Fresh fruit · Points");
    const main = page.getByRole("main");
    for (const text of [
      "20% off",
      "Offered until",
      "Valid until",
      "All customers",
      "FRUIT-1",
      "Picked this morning.",
    ])
      await main.getByText(text, { exact: true }).waitFor();
    // A line break is kept as one, and is therefore part of the text.
    const terms = main.getByText("Once a day.\nWhile stocks last.");
    const lines = await terms.evaluate((text) => text.getBoundingClientRect().height / 2);
    expect(lines).toBeGreaterThanOrEqual(
      await terms.evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize)),
    );
    const picture = main.getByRole("img", { name: "Picture of the deal “Fresh fruit”" });
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    expect(await picture.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/\?width=\d+$/);
    await page.waitForLoadState("networkidle");
    expect(asked).toEqual([]);
    expect(await layoutShift(page)).toBeLessThan(0.01);

    await page.getByRole("heading", { name: "At 2 branches" }).waitFor();
    expect(await cards(page).getByRole("heading").allTextContents()).toEqual(["Branch 1", "Branch 2"]);
    const own = cards(page).first();
    await own.getByText("Your branch").waitFor();
    await own.getByText("52 Abbas El Akkad Street").waitFor();
    const call = own.getByRole("link", { name: /^Call Branch 1/ });
    expect(await call.getAttribute("href")).toBe("tel:0220000101");
    const map = own.getByRole("link", { name: /^Map: Branch 1/ });
    expect(await map.getAttribute("href")).toContain("query=30.0586%2C31.3367");
    expect([await map.getAttribute("target"), await map.getAttribute("rel")]).toEqual([
      "_blank",
      "noreferrer",
    ]);
    expect(await cards(page).nth(1).getByRole("link").count()).toBe(0);
  });

  test("leads back to the list as it was: filters, place and focus, by the browser and by the page", async () => {
    const { page } = await open("/deals?text=plain");
    await page.getByRole("button", { name: "Show more" }).click();
    await expect.poll(() => cards(page).count()).toBe(PLAIN_COUNT);
    for (const goBack of [
      () => page.goBack(),
      () => page.getByRole("link", { name: "Back to deals" }).click(),
      () => page.keyboard.press("b"),
    ]) {
      const link = page.getByRole("link", { name: "Plain 18", exact: true });
      await link.scrollIntoViewIfNeeded();
      const before = await scrolled(page);
      expect(before).toBeGreaterThan(0);
      await link.click();
      await page.getByRole("heading", { level: 1, name: "Plain 18" }).waitFor();
      await expect.poll(() => focused(page)).toBe("Plain 18");
      expect(await scrolled(page)).toBe(0);
      await goBack();
      await page.waitForURL("**/deals?text=plain");
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("A");
      expect(await focused(page)).toBe("Plain 18");
      await expect.poll(() => scrolled(page)).toBe(before);
      expect(await cards(page).count()).toBe(PLAIN_COUNT);
      expect(await page.getByLabel("Search", { exact: true }).inputValue()).toBe("plain");
    }
  });

  test("opened by URL, warns if unavailable here, and links to the list", async () => {
    const { page } = await open(`/deals/${deals.latte}`);
    await page.getByText("This deal is not available at your branch.").waitFor();
    await page.getByRole("link", { name: "Back to deals" }).click();
    await page.getByRole("heading", { level: 1, name: "Deals" }).waitFor();
  });

  test("that ended, or never was, has a page that says so and shows the way on", async () => {
    const id = await createDeal(database, {
      merchantId: world.merchantId,
      categoryId: (await database.prisma.category.findFirstOrThrow()).id,
      startDate: daysFromNow(-9),
      endDate: daysFromNow(-1),
    });
    const { page } = await open("/account");
    for (const path of [`/deals/${id}`, "/deals/2000000000", "/deals/latest"]) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1, name: "This deal is not available" }).waitFor();
      await expect.poll(() => page.title()).toBe("This deal is not available · Points");
      await page.getByRole("link", { name: "See current deals" }).click();
      await page.waitForURL("**/deals");
    }
  });

  test("that is paused while it is listed is not found when it is opened", async () => {
    const id = await createDeal(database, {
      merchantId: world.foreignMerchantId,
      categoryId: (await database.prisma.category.findFirstOrThrow()).id,
      titleEn: "Short-lived",
    });
    const { page } = await open("/deals?text=short-lived");
    await database.prisma.deal.update({ where: { id }, data: { state: "paused" } });
    await announceConfigChange(database.pool, { kind: "test" });
    await page.getByRole("link", { name: "Short-lived" }).click();
    await page.getByRole("heading", { level: 1, name: "This deal is not available" }).waitFor();
  });
});

test("by keyboard alone a deal is searched, opened and left again", async () => {
  const { page } = await open("/account");
  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await page.getByRole("heading", { level: 1, name: "Deals" }).waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("gold");
  await page.keyboard.press("Enter");
  await expect.poll(() => titles(page)).toEqual(["For gold customers"]);
  await tabTo(page, "For gold customers");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "For gold customers" }).waitFor();
  await page.keyboard.press("b");
  await page.waitForURL("**/deals?text=gold");
  await expect.poll(() => focused(page)).toBe("For gold customers");
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await help.getByText("Switch between cards and list").waitFor();
});

describe("on the smallest phone", () => {
  test.each(["en", "ar"] as const)("everything is within reach, in %s", async (language) => {
    const { page } = await open("/deals", { language, viewport: "phone" });
    await expectNoSidewaysScrolling(page);
    const words = { en: ["Filters", "Category", "Coffee"], ar: ["تصفية", "الفئة", "قهوة"] } as const;
    const [filters, category, coffee] = words[language];
    expect(await page.getByRole("button", { name: new RegExp(`${category}$`) }).count()).toBe(0);
    await page.getByRole("button", { name: filters }).tap();
    await choose(page, category, coffee);
    await expect.poll(() => cards(page).count()).toBe(1);
    await page.getByRole("button", { name: new RegExp(`^${filters} \\(1\\)$`) }).waitFor();
    await expectNoSidewaysScrolling(page);
    await page.keyboard.press("v");
    await expectNoSidewaysScrolling(page);
    await cards(page).first().getByRole("link").tap();
    await page.waitForURL(`**/deals/${deals.latte}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expectNoSidewaysScrolling(page);
  });
});

describe("for everybody", () => {
  test.each(LOOKS)(
    "there is nothing in the way of one deal, of none, and of one that is gone: $language, $theme, $viewport",
    async (look) => {
      const page = await portal.as("cashier", look);
      for (const path of [
        `/deals/${deals.fruit}`,
        `/deals/${deals.gold}`,
        "/deals?text=zzz",
        "/deals/2000000000",
      ]) {
        await page.goto(path);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await expectAccessible(page);
        await expectToFit(page);
      }
    },
  );
});

declare global {
  interface Window {
    layoutShift?: number;
  }
}

/** How far things have moved by themselves since the page began to show, as the browser scores it. */
function layoutShift(page: Page): Promise<number | undefined> {
  return page.evaluate(() => window.layoutShift);
}

/** Begins to score before anything is shown. */
function watchLayoutShift(): void {
  window.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      window.layoutShift = (window.layoutShift ?? 0) + entry.value;
  }).observe({ type: "layout-shift", buffered: true });
}

/** Pictures wait for the letters, which on a busy machine may come after the first paint: what moves from then on is scored. */
async function scorePictures(page: Page): Promise<void> {
  let letters: Promise<void> | undefined;
  await page.route("**/images/**", async (route) => {
    letters ??= page.evaluate(scoreOnceLettersCame);
    await letters;
    await route.continue();
  });
}

async function scoreOnceLettersCame(): Promise<void> {
  while (document.readyState === "loading") await new Promise((resolve) => setTimeout(resolve, 20));
  await new Promise(requestAnimationFrame);
  await document.fonts.ready;
  window.layoutShift = 0;
}

/** Presses Tab until the focus is on what has this text. */
async function tabTo(page: Page, text: string): Promise<void> {
  for (let presses = 0; presses < 20; presses += 1) {
    if ((await focused(page)) === text) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${text}`);
}

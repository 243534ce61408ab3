import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { pagePath } from "@/lib/points-api/developer-pages";
import {
  closePages,
  expectAccessible,
  expectNoSidewaysScrolling,
  openPage,
  type PageOptions,
  VIEWPORTS,
  type WatchedPage,
} from "@/tests/support/portal/browser";
import { sharedService } from "@/tests/support/shared-service";

const server = sharedService({ isDemo: false });
const opened: WatchedPage[] = [];

beforeAll(async () => {
  await server.createDatabase();
  await server.serve();
});
afterAll(async () => {
  await server.dropDatabase();
});
afterEach((test) => closePages(opened, test));

async function open(address: string, options: PageOptions = {}): Promise<Page> {
  const watched = await openPage(server.url, options);
  opened.push(watched);
  await watched.page.goto(address);
  return watched.page;
}

describe("every developer page", () => {
  test("is read without scripts: all programs are there, and nothing that would not work", async () => {
    const page = await open("/docs/en/retries", { context: { javaScriptEnabled: false } });
    expect(await page.locator("[data-language=python] code").isVisible()).toBe(true);
    expect(await page.locator("[data-language=php] code").isVisible()).toBe(true);
    expect(await page.getByRole("search").count()).toBe(0);
    expect(await page.getByRole("button", { name: "Copy" }).count()).toBe(0);
  });

  test("is printed with every program and without the frame around it", async () => {
    const page = await open("/docs/en/retries");
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("[data-language=php] code").isVisible()).toBe(true);
    expect(await page.locator("[data-language=java] code").isVisible()).toBe(true);
    expect(await page.getByRole("navigation").count()).toBe(0);
    expect(await page.getByRole("button", { name: "Copy" }).count()).toBe(0);
  });
});

describe("searching", () => {
  test.each([
    ["en", "lost answers", "/docs/en/retries"],
    ["en", "1312", "/docs/en/errors#e1312"],
    ["ar", "الرقم السري مقفل", "/docs/ar/errors#e1312"],
    ["ar", "الاجابات المفقوده", "/docs/ar/retries"],
    ["ar", "١٣١٢", "/docs/ar/errors#e1312"],
    ["en", "signiture", "/docs/en/signing"],
  ] as const)("in %s for %s by keyboard leads to %s", async (language, words, address) => {
    const page = await open(pagePath(language, "index"), { language });
    await page.keyboard.press("/");
    const field = page.getByRole("combobox", { name: language === "en" ? "Search" : "ابحث" });
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.type(words);
    await page.getByRole("option").first().waitFor();
    expect(await field.getAttribute("aria-expanded")).toBe("true");
    await expectAccessible(page);
    const wanted = page.locator(`[role=option][data-path="${address}"]`);
    const position = await wanted.evaluate((option) =>
      [...(option.parentElement?.children ?? [])].indexOf(option),
    );
    expect(position, "among the first").toBeLessThan(5);
    for (let at = 0; at < position; at++) await page.keyboard.press("ArrowDown");
    expect(await wanted.getAttribute("aria-selected")).toBe("true");
    expect(await field.getAttribute("aria-activedescendant")).toBe(await wanted.getAttribute("id"));
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${address}`);
  });

  test("says when there is nothing, and Escape closes the list", async () => {
    const page = await open("/docs/en");
    const field = page.getByRole("combobox", { name: "Search the documentation" });
    await field.fill("refund");
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("listbox").getByRole("option").count()).toBe(0);
    await field.fill("qqqq");
    await page.getByRole("status").getByText("Nothing found").waitFor();
  });
});

describe("a developer page", () => {
  test("has its programs in tabs, keeps the chosen language on every page, and copies what is shown", async () => {
    const page = await open("/docs/en/first-call", {
      context: { permissions: ["clipboard-read", "clipboard-write"] },
    });
    await page.getByRole("tab", { name: "PHP" }).focus();
    await page.keyboard.press("ArrowRight");
    expect(await page.getByRole("tab", { name: "C#" }).getAttribute("aria-selected")).toBe("true");
    await page.getByRole("tab", { name: "Python" }).click();
    const panel = page.getByRole("tabpanel");
    expect(await panel.count()).toBe(1);
    await panel.getByRole("button", { name: "Copy" }).click();
    await panel.getByRole("button", { name: "Copied" }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain("import urllib.request");
    expect(copied, "the service that shows the page").toContain(`${server.url}/api/Integration/v1/Reward`);
    await page.goto("/docs/ar/retries");
    expect(await page.getByRole("tab", { name: "Python" }).getAttribute("aria-selected")).toBe("true");
    await page.getByRole("tab", { name: "Python" }).focus();
    await page.keyboard.press("ArrowLeft");
    expect(await page.getByRole("tab", { name: "JavaScript" }).getAttribute("aria-selected")).toBe("true");
  });

  test("is the same one in the other language", async () => {
    const page = await open("/docs/en/webhooks");
    await page.getByRole("link", { name: "العربية" }).click();
    await page.waitForURL("**/docs/ar/webhooks");
    expect(await page.evaluate(() => getComputedStyle(document.body).direction)).toBe("rtl");
    await page.getByRole("link", { name: "English" }).click();
    await page.waitForURL("**/docs/en/webhooks");
  });

  test("takes the theme at once, and keeps it", async () => {
    const page = await open("/docs/en");
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await page.getByLabel("Theme").selectOption("dark");
    expect(await ground()).not.toBe(light);
    const dark = await ground();
    await page.goto("/docs/en/limits");
    expect(await ground()).toBe(dark);
    expect(await page.getByLabel("Theme").inputValue()).toBe("dark");
  });

  test("leads from its list of sections to the section", async () => {
    const page = await open("/docs/en/errors");
    await page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: /^1312/ }).click();
    await page.waitForURL("**/docs/en/errors#e1312");
    const heading = page.getByRole("heading", { name: /^1312/ });
    expect((await heading.boundingBox())?.y).toBeLessThan(VIEWPORTS.desktop.height);
  });
});

describe("an address of the API reference", () => {
  test("as it was before the developer pages still leads to its operation", async () => {
    const page = await open("/docs#/Points/Reward");
    await page.waitForURL("**/docs/en/reference#/Points/Reward");
    await page.locator("#operations-Points-Reward.is-open").waitFor();
  });

  test("leads from the first page to the operation, where it can be tried", async () => {
    const page = await open("/docs/en");
    await page.getByRole("link", { name: "POST RedeemUser" }).click();
    await page
      .locator("#operations-Points-RedeemUser.is-open")
      .getByRole("button", { name: "Try it out" })
      // Swagger UI lays out the whole document first.
      .waitFor({ timeout: 60_000 });
    await expectNoSidewaysScrolling(page);
    await page.getByRole("link", { name: "العربية" }).click();
    await page.waitForURL("**/docs/ar/reference");
    expect(await page.getByRole("link", { name: "مرجع الواجهة" }).first().isVisible()).toBe(true);
  });
});

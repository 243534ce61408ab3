import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { BEHAVIOUR_LANGUAGES } from "@/tests/support/deep";
import { untilTakenOver } from "@/tests/support/portal/browser";
import { startPortal } from "@/tests/support/portal/portal";

const portal = startPortal();
const TEXTS = {
  en: { failed: /^This part of the page could not be loaded/, again: "Try again", close: "Close" },
  ar: { failed: /^تعذّر تحميل هذا الجزء من الصفحة/, again: "حاول مرة أخرى", close: "إغلاق" },
} as const;

/** Scripts that the page has not fetched yet do not arrive until the returned function is called. */
async function cutScripts(page: Page): Promise<() => Promise<void>> {
  await untilTakenOver(page);
  // Parts that the page begins with are asked for once the browser has nothing else to do.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await page.waitForLoadState("networkidle");
  const scripts = "**/_next/static/**/*.js";
  await page.route(scripts, (route) => route.abort("internetdisconnected"));
  return () => page.unroute(scripts);
}

describe.each(BEHAVIOUR_LANGUAGES)("a part of a page that cannot be fetched, in %s", (language) => {
  const texts = TEXTS[language];
  const invite = (page: Page) =>
    page.getByRole("button", { name: language === "en" ? "Invite" : "دعوة موظف" });
  /** Of the dialog, which alone can be closed: other parts that come after the page fail meanwhile and say so too. */
  const failed = (page: Page) =>
    page
      .getByRole("alert")
      .filter({ hasText: texts.failed })
      .filter({ has: page.getByRole("button", { name: texts.close }) });

  test("takes down only itself, and is fetched when it is tried again", async () => {
    const page = await portal.signedIn("merchant_admin", "/manage/staff", { language });
    const mend = await cutScripts(page);
    await invite(page).click();
    await failed(page).waitFor();
    expect(await page.getByRole("row").count()).toBeGreaterThan(1);
    await mend();
    await failed(page).getByRole("button", { name: texts.again }).click();
    await page.getByRole("dialog").waitFor();
    expect(await failed(page).count()).toBe(0);
  });

  test("can be given up, and is fetched anew when it is opened the next time", async () => {
    const page = await portal.signedIn("merchant_admin", "/manage/staff", { language });
    const mend = await cutScripts(page);
    await invite(page).click();
    await failed(page).getByRole("button", { name: texts.close }).click();
    await failed(page).waitFor({ state: "detached" });
    await mend();
    await invite(page).click();
    await page.getByRole("dialog").waitFor();
  });
});

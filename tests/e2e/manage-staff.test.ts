import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ensureFoundation } from "@/lib/admin/foundation";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import {
  expectAccessible,
  expectNoSidewaysScrolling,
  openPage,
  type PageOptions,
  startBrowser,
  type WatchedPage,
} from "@/tests/support/portal/browser";
import { createPortalWorld, TEST_PASSWORD } from "@/tests/support/portal/world";
import { type RunningServer, startServer } from "@/tests/support/server";

let database: TestDatabase;
let server: RunningServer;
let browser: Browser;
const opened: WatchedPage[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await ensureFoundation(database.prisma);
  await createPortalWorld(database);
  server = await startServer({ env: { DATABASE_URL: database.url, DEMO_DATA: "off" } });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await database?.drop();
});
beforeEach(() => database.prisma.signInAttempt.deleteMany());
afterEach(async () => {
  const complaints = opened.flatMap((watched) => watched.complaints);
  await Promise.all(opened.splice(0).map(({ context }) => context.close()));
  expect(complaints).toEqual([]);
});

const SIGN_IN = {
  en: ["User name", "Password", "Sign in"],
  ar: ["اسم المستخدم", "كلمة المرور", "تسجيل الدخول"],
} as const;

async function open(options: PageOptions = {}): Promise<Page> {
  const watched = await openPage(browser, server.url, options);
  opened.push(watched);
  return watched.page;
}

async function signIn(page: Page, username: string, password: string): Promise<void> {
  const [nameLabel, passwordLabel, submit] =
    SIGN_IN[(await page.getAttribute("html", "lang")) === "ar" ? "ar" : "en"];
  await page.getByLabel(nameLabel).fill(username);
  await page.getByLabel(passwordLabel, { exact: true }).fill(password);
  await page.getByRole("button", { name: submit }).click();
}

async function signedIn(username: string, path: string, options: PageOptions = {}): Promise<Page> {
  const page = await open(options);
  await page.goto(path);
  await signIn(page, username, TEST_PASSWORD);
  await page.waitForURL(`**${path}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
}

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

test("an admin takes access away and finds the act in the audit log, in words", async () => {
  const page = await signedIn("merchant_admin", "/manage/staff");
  expect(await page.getByRole("button", { name: "More for The merchant_admin" }).count()).toBe(0);
  await page.getByRole("button", { name: "More for The supervisor" }).click();
  await page.getByRole("menuitem", { name: "Deactivate" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Deactivate" }).click();
  await row(page, "The supervisor").getByText("Deactivated", { exact: true }).waitFor();

  await page.goto("/manage/audit?type=user");
  const act = page.getByRole("button", { name: /Deactivated.*The supervisor/ });
  await act.click();
  await page.getByRole("term").filter({ hasText: "Active" }).waitFor();
  await page.getByText("user.deactivate").waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download as CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^audit \d{4}-\d{2}-\d{2}\.csv$/);
  await page.getByRole("button", { name: "All about this" }).click();
  await page.waitForURL(/subject=\d+/);
});

describe.each([
  ["en", "light", "desktop"],
  ["ar", "dark", "phone"],
] as const)("in %s, %s, on a %s", (language, theme, viewport) => {
  test("staff, audit log and account are accessible and fit their window", async () => {
    const page = await signedIn("programme_operator", "/manage/staff", { language, theme, viewport });
    await page.getByRole("cell").first().waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
    await page.goto("/manage/audit");
    await page
      .locator("[aria-expanded]", { hasText: language === "en" ? "User" : "مستخدم" })
      .first()
      .click();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
    await page.goto("/account");
    await page.getByRole("button", { name: language === "en" ? "Set up" : "تفعيل" }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
  });
});

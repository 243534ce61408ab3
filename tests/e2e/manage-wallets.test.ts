import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { ensureFoundation } from "@/lib/admin/foundation";
import { hashPassword } from "@/lib/auth/password";
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
  const world = await createPortalWorld(database);
  const { id } = await database.prisma.user.create({
    data: {
      name: "The second admin",
      email: "second@portal.invalid",
      username: "second_admin",
      role: "merchant_admin",
      merchantId: world.merchantId,
    },
  });
  const password = await hashPassword(TEST_PASSWORD);
  await database.prisma.account.create({
    data: { userId: id, accountId: String(id), providerId: "credential", password },
  });
  server = await startServer({ env: { DATABASE_URL: database.url, DEMO_DATA: "off" } });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await database?.drop();
});
afterEach(async () => {
  const complaints = opened.flatMap((watched) => watched.complaints);
  await Promise.all(opened.splice(0).map(({ context }) => context.close()));
  expect(complaints).toEqual([]);
});

const WORDS = {
  en: { username: "User name", password: "Password", submit: "Sign in" },
  ar: { username: "اسم المستخدم", password: "كلمة المرور", submit: "تسجيل الدخول" },
} as const;

async function signedIn(username: string, path: string, options: PageOptions = {}): Promise<Page> {
  const watched = await openPage(browser, server.url, options);
  opened.push(watched);
  const { page } = watched;
  await database.prisma.user.updateMany({ data: { locale: null } });
  await page.goto(path);
  const words = WORDS[options.language ?? "en"];
  await page.getByLabel(words.username).fill(username);
  await page.getByLabel(words.password, { exact: true }).fill(TEST_PASSWORD);
  await page.getByRole("button", { name: words.submit }).click();
  await page.waitForURL(`**${path}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
}

const walletNamed = (name: string) =>
  database.prisma.wallet.findFirstOrThrow({
    where: { walletProfile: { name } },
    include: { walletPin: true, walletConsents: true },
  });

describe("wallets at the desk", () => {
  test("a wallet is found by name, and what is typed stands in no address", async () => {
    const page = await signedIn("merchant_admin", "/wallets");
    await page.getByLabel("Code, mobile number or name").fill("مني");
    await page.getByRole("button", { name: "Find" }).click();
    await page.getByRole("link", { name: "منى عادل" }).waitFor();
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    await expectAccessible(page);
    expect(page.url()).not.toContain("%D9");
    await page.getByRole("link", { name: "منى عادل" }).click();
    await page.waitForURL(/\/wallets\/\d+$/);
  });

  test("many points are asked for by one admin and approved by another", async () => {
    const { id } = await walletNamed("منى عادل");
    const page = await signedIn("merchant_admin", `/wallets/${id}`);
    await page.getByRole("button", { name: "Manage wallet" }).click();
    await page.getByRole("menuitem", { name: "Adjust points" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Points", { exact: true }).fill("25000");
    await form.getByLabel("Reason").fill("Points of the old card");
    await expectAccessible(page);
    await form.getByRole("button", { name: "Ask for approval" }).click();
    await page.getByText("Approval asked for").first().waitFor();

    const other = await signedIn("second_admin", "/wallets/adjustments");
    await other.getByText("1 waits for your decision").waitFor();
    await expectAccessible(other);
    await other.getByRole("button", { name: "Approve", exact: true }).click();
    await other.getByRole("alertdialog").getByRole("button", { name: "Approve", exact: true }).click();
    await other.getByText("Approved. The points have moved").first().waitFor();
    expect(Number((await walletNamed("منى عادل")).balance)).toBe(25_000);
  });

  test("a file is checked before anything is made, and then carried out", async () => {
    const page = await signedIn("merchant_admin", "/wallets/imports", { viewport: "phone" });
    await expectNoSidewaysScrolling(page);
    const rows = ["01005550001,Ali Hassan,yes,10", "01005550002,Sara Nabil,yes,20", "12,Nobody,yes,5"];
    await page.getByLabel("CSV file").setInputFiles({
      name: "customers.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`mobile,name,consent,points\n${rows.join("\n")}\n`),
    });
    await page.getByRole("button", { name: "Upload and check" }).click();
    await page.getByText("2 wallets would be made. Nothing has been made yet.").waitFor();
    expect(await database.prisma.wallet.count()).toBe(1);
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
    await page.getByRole("button", { name: "Make the wallets" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Make the wallets" }).click();
    await page.getByText("Done", { exact: true }).waitFor();
    expect(Number((await walletNamed("Sara Nabil")).balance)).toBe(20);
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Refused lines (CSV)" }).click();
    expect((await download).suggestedFilename()).toContain("refused lines");
  });

  test("two wallets are merged after what will happen was shown, in Arabic", async () => {
    const [from, to] = [await walletNamed("Ali Hassan"), await walletNamed("Sara Nabil")];
    const page = await signedIn("merchant_admin", `/wallets/${from.id}`, { language: "ar" });
    await page.getByRole("button", { name: "إدارة المحفظة" }).click();
    await page.getByRole("menuitem", { name: "دمج في محفظة أخرى" }).click();
    await page.getByLabel("كود المحفظة التي تبقى").fill(to.walletCode);
    await page.getByRole("button", { name: "عرض ما سيحدث" }).click();
    await page.getByText("تنتقل 10 نقاط").waitFor();
    await expectAccessible(page);
    await page.getByRole("dialog").getByLabel("السبب").fill("كارت مفقود");
    await page.getByRole("button", { name: "دمج المحفظتين" }).click();
    await page.getByText("تم دمج المحفظتين").first().waitFor();
    expect(Number((await walletNamed("Sara Nabil")).balance)).toBe(30);
  });

  test("supervisors see no more than they may, and are told about the rest", async () => {
    const page = await signedIn("supervisor", "/wallets", { language: "ar", viewport: "phone" });
    await page.getByText("عمّن تبحث؟").waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
    expect(await page.getByRole("link", { name: "استيراد" }).count()).toBe(0);
    await page.goto("/wallets/imports");
    await expect.poll(() => page.getByRole("heading", { level: 1 }).textContent()).not.toContain("استيراد");
  });
});

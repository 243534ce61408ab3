import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { WALLET_STATUS } from "@/lib/ledger/rules/types";
import { hashPassword } from "@/lib/portal/session/password";
import type { TestDatabase } from "@/tests/support/database";
import { expectAccessible, expectNoSidewaysScrolling } from "@/tests/support/portal/browser";
import { startPortal } from "@/tests/support/portal/portal";
import { workTill } from "@/tests/support/portal/work-till";
import { type PortalWorld, TEST_PASSWORD } from "@/tests/support/portal/world";

const portal = startPortal({ prepare: addSecondAdmin });

/** The second person, who approves what the first asks for. */
async function addSecondAdmin({ prisma }: TestDatabase, { merchantId }: PortalWorld): Promise<void> {
  const { id } = await prisma.user.create({
    data: {
      name: "The second admin",
      email: "second@portal.invalid",
      username: "second_admin",
      role: "merchant_admin",
      merchantId,
    },
  });
  const password = await hashPassword(TEST_PASSWORD);
  await prisma.account.create({
    data: { userId: id, accountId: String(id), providerId: "credential", password },
  });
}

/** A customer's wallet, with so many points. */
const walletOf = (name: string, points = 0) =>
  workTill(portal, async ({ wallet, post, commands }) => {
    const made = await wallet(name);
    if (points > 0) await post(commands.reward(made, points));
    return made;
  });

const walletNamed = (name: string) =>
  portal.database.prisma.wallet.findFirstOrThrow({
    where: { walletProfile: { name } },
    include: { walletPin: true, walletConsents: true },
  });

/** Types a PIN on the pad's own keys. */
async function typePin(page: Page, pin: string, next: string): Promise<void> {
  for (const digit of pin) await page.getByRole("button", { name: digit, exact: true }).click();
  await page.getByRole("button", { name: next, exact: true }).click();
}

describe("wallets at the desk", () => {
  test("a customer is enrolled with consent and a PIN of their own, in Arabic", async () => {
    const page = await portal.signedIn("merchant_admin", "/wallets/enrol", { language: "ar" });
    await page.getByRole("button", { name: "تسجيل العميل" }).click();
    await page.getByText("ضع علامة عندما يوافق العميل").waitFor();
    await page.getByLabel("رقم الموبايل").fill("٠١٠٠١٢٣٤٥٦٧");
    await page.getByLabel("الاسم").fill("منى عادل");
    await page.getByText("قرأ العميل النص أو سمعه ووافق عليه").click();
    await page.getByRole("button", { name: "دع العميل يختار رقمًا سريًا" }).click();
    await typePin(page, "4826", "التالي");
    await typePin(page, "4826", "حفظ الرقم السري");
    await page.getByText("اختار العميل رقمه السري.").waitFor();
    await page.getByRole("button", { name: "تسجيل العميل" }).click();
    await page.getByRole("heading", { name: "تم تسجيل العميل" }).waitFor();
    const wallet = await walletNamed("منى عادل");
    expect(wallet).toMatchObject({
      contactMsisdn: "+201001234567",
      isOptedIn: true,
      walletConsents: [{ isGiven: true, version: 1, language: "ar" }],
    });
    expect(wallet.walletPin).not.toBeNull();
  });

  test("a wallet is found by name, and what is typed stands in no address", async () => {
    await walletOf("هُدى عادل");
    const page = await portal.signedIn("merchant_admin", "/wallets");
    await page.getByLabel("Code, mobile number or name").fill("هدي");
    await page.getByRole("button", { name: "Find" }).click();
    await page.getByRole("link", { name: "هُدى عادل" }).waitFor();
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    expect(page.url()).not.toContain("%D9");
    await page.getByRole("link", { name: "هُدى عادل" }).click();
    await page.waitForURL(/\/wallets\/\d+$/);
  });

  test("many points are asked for by one admin and approved by another", async () => {
    const { id } = await walletOf("Omar Samy");
    const page = await portal.signedIn("merchant_admin", `/wallets/${id}`);
    await page.getByRole("button", { name: "Manage wallet" }).click();
    await page.getByRole("menuitem", { name: "Adjust points" }).click();
    const form = page.getByRole("dialog");
    await form
      .getByText("More than 10,000 points in 24 hours need a second person; 10,000 are left for you.")
      .waitFor();
    await form.getByLabel("Points", { exact: true }).fill("25000");
    await form.getByLabel("Reason").fill("Points of the old card");
    await expectAccessible(page);
    await form.getByRole("button", { name: "Ask for approval" }).click();
    await page.getByText("Approval asked for").first().waitFor();

    const other = await portal.signedIn("second_admin", "/wallets/adjustments");
    await other.getByRole("status").getByText("1 waits for your decision").waitFor();
    // At home the request leads to its decision.
    await other.goto("/home");
    await other
      .getByRole("main")
      .getByRole("link", { name: /25,000/ })
      .click();
    await other.getByRole("alertdialog").getByText("Points of the old card").waitFor();
    await other.getByRole("alertdialog").getByRole("button", { name: "Approve", exact: true }).click();
    await other.getByText("Approved. The points have moved").first().waitFor();
    expect(Number((await walletNamed("Omar Samy")).balance)).toBe(25_000);
  });

  test("a file is checked before anything is made, and then carried out", async () => {
    const page = await portal.signedIn("merchant_admin", "/wallets/imports", { viewport: "phone" });
    await expectNoSidewaysScrolling(page);
    const rows = ["01005550001,Ali Hassan,yes,10", "01005550002,Sara Nabil,yes,20", "12,Nobody,yes,5"];
    await page.locator("input[type=file]").setInputFiles({
      name: "customers.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`mobile,name,consent,points\n${rows.join("\n")}\n`),
    });
    await page.getByText("2 wallets would be made. Nothing has been made yet.").waitFor();
    const made = { walletProfile: { name: { in: ["Ali Hassan", "Sara Nabil"] } } };
    expect(await portal.database.prisma.wallet.count({ where: made })).toBe(0);
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
    await page.getByRole("button", { name: "Make 2 wallets" }).click();
    await page.getByText("Done", { exact: true }).waitFor();
    expect(Number((await walletNamed("Sara Nabil")).balance)).toBe(20);
    await page.getByRole("button", { name: "Show refused lines" }).click();
    const refused = page.getByRole("table", { name: "Refused lines" }).getByRole("row").nth(1);
    await refused.getByText("Nobody").waitFor();
    await refused.getByText("Type a whole mobile number, such as 01012345678 or 00966501234567").waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Refused lines (CSV)" }).click();
    expect((await download).suggestedFilename()).toContain("refused lines");
  });

  test("the file of customers says that it is being made and why it did not come, and is saved on another page", async () => {
    const page = await portal.signedIn("merchant_admin", "/wallets");
    const link = page.getByRole("main").getByRole("link", { name: "Download CSV" });
    const asked: string[] = [];
    let isRefused = true;
    let letCome: () => void = () => undefined;
    const mayCome = new Promise<void>((resolve) => {
      letCome = resolve;
    });
    await page.route("**/manage/wallets/export*", async (route) => {
      asked.push(route.request().url());
      if (isRefused) return route.abort("internetdisconnected");
      await mayCome;
      await route.continue();
    });
    await link.click();
    await page.getByText("No connection").first().waitFor();
    isRefused = false;
    await link.click();
    await page.getByRole("status").getByText("Making the file…").waitFor();
    // A second press asks for no second file.
    await link.click();
    await page.getByRole("link", { name: "Home", exact: true }).first().click();
    await page.waitForURL("**/home");
    const download = page.waitForEvent("download");
    letCome();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^wallets \d{4}-\d\d-\d\d\.csv$/);
    const whole = await page.request.get("/api/portal/manage/wallets/export");
    expect(readFileSync(await file.path(), "utf8")).toBe(await whole.text());
    expect(asked).toHaveLength(2);
  });

  test("the refused lines of a file are told in the words of their columns, in Arabic", async () => {
    const page = await portal.signedIn("merchant_admin", "/wallets/imports", { language: "ar" });
    await page.locator("input[type=file]").setInputFiles({
      name: "bad.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(
        "mobile,name,points,tier\n01005559001,Bad Line,-5,Platin\n01005559002,Good,5,قياسي\n",
      ),
    });
    await page.getByText("سيُضاف عميل واحد. لم يُضَف أحد بعد.").waitFor();
    await page.getByRole("button", { name: "عرض السطور المرفوضة" }).first().click();
    const line = page.getByRole("row").filter({ hasText: "Bad Line" });
    await line.getByText("يبدأ الحساب بعدد نقاط من 0 فأكثر").waitFor();
    await line.getByText("لا يوجد مستوى بهذا الاسم أو الرقم", { exact: false }).waitFor();
    await line.getByText("-5", { exact: true }).waitFor();
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "تنزيل نموذج به مثال" }).click();
    expect((await download).suggestedFilename()).toContain("template");
    await page.getByRole("button", { name: "إلغاء الملف" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "إلغاء الملف" }).click();
    await page.getByText("ملغى", { exact: true }).waitFor();
  });

  test("two wallets are merged after what will happen was shown, in Arabic", async () => {
    const [from, to] = [await walletOf("Layla Fathi", 10), await walletOf("Layla F.", 20)];
    const page = await portal.signedIn("merchant_admin", `/wallets/${from.id}`, { language: "ar" });
    await page.getByRole("button", { name: "إدارة الحساب" }).click();
    await page.getByRole("menuitem", { name: "دمج في حساب آخر" }).click();
    // A number stands for its wallet where it has one.
    const stays = page.getByLabel("الحساب الذي يبقى");
    await stays.fill(to.contactMsisdn);
    await stays.press("Enter");
    await page.getByText("تنتقل 10 نقاط").waitFor();
    await page.getByText("يُحسب هنا: النقاط المنقولة.").waitFor();
    await expectAccessible(page);
    const dialog = page.getByRole("dialog");
    const merge = page.getByRole("button", { name: "دمج الحسابين" });
    const refusal = dialog.getByRole("alert");
    await dialog.getByLabel("السبب").fill("كارت مفقود");
    // Another one closed the other wallet meanwhile. Going back forgets that refusal.
    const become = (statusId: number) =>
      portal.database.prisma.wallet.update({ where: { id: to.id }, data: { statusId } });
    await become(WALLET_STATUS.closed);
    await merge.click();
    await refusal.waitFor();
    await become(WALLET_STATUS.active);
    await dialog.getByRole("button", { name: "رجوع" }).click();
    await page.getByLabel("الحساب الذي يبقى").waitFor();
    expect(await refusal.count()).toBe(0);
    await page.getByRole("button", { name: "عرض النتيجة" }).click();
    await page.getByText("تنتقل 10 نقاط").waitFor();
    await merge.click();
    await page.getByText("تم دمج الحسابين").first().waitFor();
    expect(Number((await walletNamed("Layla F.")).balance)).toBe(30);
  });

  test("supervisors see what they may, and why the rest is hidden", async () => {
    const page = await portal.signedIn("supervisor", "/wallets", { language: "ar", viewport: "phone" });
    await page.getByText("عمّن تبحث؟").waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
    expect(await page.getByRole("link", { name: "استيراد" }).count()).toBe(0);
    await page.goto("/wallets/imports");
    await expect.poll(() => page.getByRole("heading", { level: 1 }).textContent()).not.toContain("استيراد");
  });
});

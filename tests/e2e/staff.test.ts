import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { expectAccessible, expectNoSidewaysScrolling } from "@/tests/support/portal/browser";
import { startPortal } from "@/tests/support/portal/portal";
import { totp } from "@/tests/support/portal/totp";

const portal = startPortal();

// One admin does it all; that it takes two is shown in tests/integration/staff/users.test.ts.
beforeAll(() =>
  portal.database.prisma.programme.update({ where: { id: 1 }, data: { adminsNeedSecondPerson: false } }),
);

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const PASSWORD = "a password of her own";

test("an invited user chooses a password, is signed in, sets up a second factor, and signs in with it", async () => {
  const admin = await portal.signedIn("merchant_admin", "/manage/staff");
  await admin.getByRole("button", { name: "Invite" }).click();
  await admin.getByLabel("Name", { exact: true }).fill("Mona Adel");
  await admin.getByLabel("User name", { exact: true }).fill("mona");
  await admin.getByRole("dialog").getByRole("button", { name: /Role/ }).click();
  await admin.getByRole("option", { name: "Merchant admin" }).click();
  await admin.getByRole("button", { name: "Make a link" }).click();
  const link = await admin.getByLabel("Link", { exact: true }).inputValue();
  expect(new URL(link).search).toBe("");
  await admin.getByRole("img", { name: "QR code of the link" }).waitFor();
  expect(new URL(link).hash.length).toBeGreaterThan(40);
  await expectAccessible(admin);
  await admin.getByRole("button", { name: "Done" }).click();
  await row(admin, "Mona Adel").getByText("Invited").waitFor();
  expect(
    JSON.stringify(await portal.database.prisma.auditLog.findMany({}), (_, value) =>
      typeof value === "bigint" ? String(value) : value,
    ),
  ).not.toContain(new URL(link).hash.slice(1));

  const mona = await portal.open();
  const addresses: string[] = [];
  mona.on("request", (request) => addresses.push(request.url(), request.headers().referer ?? ""));
  await mona.goto(link);
  await mona.getByRole("heading", { name: "Welcome, Mona Adel" }).waitFor();
  expect(mona.url()).not.toContain("#");
  await expectAccessible(mona);
  await mona.getByLabel("Password", { exact: true }).fill("mona is my name");
  await mona.getByLabel("Password, once more").fill("mona is my name");
  await mona.getByRole("button", { name: "Keep this password" }).click();
  await mona.getByText("Choose a password that does not contain your user name").waitFor();
  await mona.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await mona.getByLabel("Password, once more").fill(PASSWORD);
  await mona.getByRole("button", { name: "Keep this password" }).click();
  await mona.waitForURL("**/home");
  const token = new URL(link).hash.slice(1);
  // What is behind the # never leaves the browser, and nothing else names the token.
  expect(addresses.filter((address) => address.split("#")[0]?.includes(token))).toEqual([]);

  // The link is used up.
  const late = await portal.open();
  await late.goto(link);
  await late.getByRole("heading", { name: "This link does not work" }).waitFor();

  await mona.goto("/account");
  await mona.getByRole("button", { name: "Set up" }).click();
  await mona.getByRole("dialog").getByLabel("Password", { exact: true }).fill(PASSWORD);
  await mona.getByRole("button", { name: "Next" }).click();
  await mona.getByRole("img", { name: "QR code with the secret for your app" }).waitFor();
  await expectAccessible(mona);
  const secret = await mona.getByRole("dialog").locator("bdi").first().textContent();
  // The present code, and then that of the next period: each is taken for longer than a slow machine needs to send it.
  const app = (steps: number) => totp(secret?.replaceAll(" ", "") ?? "", steps);
  const used = app(0);
  await mona.getByLabel("The code that the app shows").fill(used);
  await mona.getByRole("button", { name: "Switch on" }).click();
  await mona.getByRole("heading", { name: "Your backup codes" }).waitFor();
  const backupCode = await mona.getByRole("dialog").getByRole("listitem").first().textContent();
  await mona.getByRole("button", { name: "I have kept them" }).click();
  await mona.getByText("10 backup codes are left").waitFor();

  const again = await portal.open({ language: "ar" });
  await again.goto("/sign-in");
  await portal.signIn(again, "mona", PASSWORD);
  await again.getByLabel("رمز التأكيد", { exact: true }).fill(used);
  await expectAccessible(again);
  await again.getByRole("button", { name: "تسجيل الدخول" }).click();
  await again.getByText("الرمز غير صحيح أو سبق استخدامه").waitFor();
  await again.getByLabel("رمز التأكيد", { exact: true }).fill(app(1));
  await again.getByRole("button", { name: "تسجيل الدخول" }).click();
  await again.waitForURL("**/home");

  const lost = await portal.open();
  await lost.goto("/sign-in");
  await portal.signIn(lost, "mona", PASSWORD);
  await lost.getByLabel("Confirmation code", { exact: true }).fill(backupCode ?? "");
  await lost.getByRole("button", { name: "Sign in" }).click();
  await lost.waitForURL("**/home");

  await admin.reload();
  await row(admin, "Mona Adel").getByText("On", { exact: true }).waitFor();
  await admin.getByRole("button", { name: "More for Mona Adel" }).click();
  await admin.getByRole("menuitem", { name: "Reset two-step sign-in" }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "Reset two-step sign-in" }).click();
  await row(admin, "Mona Adel").getByText("Off", { exact: true }).waitFor();
  await lost.goto("/till");
  expect(new URL(lost.url()).pathname).toBe("/sign-in");
});

test("an admin takes access away and finds the act in the audit log, in words", async () => {
  const page = await portal.signedIn("merchant_admin", "/manage/staff");
  expect(await page.getByRole("button", { name: "More for The merchant_admin" }).count()).toBe(0);
  await page.getByRole("button", { name: "More for The supervisor" }).click();
  await page.getByRole("menuitem", { name: "Deactivate" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Deactivate" }).click();
  await row(page, "The supervisor").getByText("Deactivated", { exact: true }).waitFor();

  await page.goto("/manage/audit?type=user");
  const act = page.getByRole("button", { name: /Deactivated.*The supervisor/ });
  await act.click();
  await page.getByRole("term").filter({ hasText: "Active" }).waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download acts as CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^audit \d{4}-\d{2}-\d{2}\.csv$/);
  await page.getByRole("button", { name: "All about this" }).click();
  await page.waitForURL(/subject=\d+/);
  await page.getByRole("button", { name: "Only The supervisor" }).waitFor();
});

test("an admin makes a set of permissions, which stands beside the roles and is given to a person at once", async () => {
  const admin = await portal.signedIn("merchant_admin", "/manage/staff/roles");
  await admin.getByRole("button", { name: "New set" }).click();
  const form = admin.getByRole("dialog");
  await form.getByLabel("Name", { exact: true }).fill("Shift lead");
  await form.getByRole("button", { name: /Begins with the role/ }).click();
  await admin.getByRole("option", { name: "Marketing" }).click();
  // A form of offers that could name no branch would be of no use.
  expect(
    await form
      .getByRole("checkbox", { name: /^View \(needed/ })
      .first()
      .isDisabled(),
  ).toBe(true);
  const reports = form.getByRole("group", { name: "Reports", exact: true });
  await reports.getByRole("checkbox").uncheck({ force: true });
  await expectAccessible(admin);
  await form.getByRole("button", { name: "Save" }).click();
  await row(admin, "Shift lead").getByText("Nobody").waitFor();
  await expectAccessible(admin);
  await expectNoSidewaysScrolling(admin);

  const marketing = await portal.signedIn("marketing", "/reports");
  await admin.goto("/manage/staff");
  await row(admin, "The marketing").getByRole("button", { name: /^Edit/ }).click();
  await admin
    .getByRole("dialog")
    .getByRole("button", { name: /Permissions/ })
    .click();
  await admin.getByRole("option", { name: "Shift lead" }).click();
  await admin.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await row(admin, "The marketing").getByText("Shift lead").waitFor();
  await marketing.reload();
  await marketing.getByRole("heading", { name: "This page is not for your role" }).waitFor();
  await portal.database.prisma.user.updateMany({ data: { permissionSetId: null } });
});

test("an invitation whose only merchant was chosen by itself closes without a question; one with a name does not", async () => {
  const operator = await portal.signedIn("programme_operator", "/home");
  // A programme of one merchant.
  await operator.route(/\/api\/portal\/.*merchants/, async (route) => {
    const response = await route.fetch();
    const { merchants, ...others } = await response.json();
    await route.fulfill({ response, json: { ...others, merchants: merchants?.slice(0, 1) } });
  });
  await operator.goto("/manage/staff");
  const invite = operator.getByRole("button", { name: "Invite" });
  const dialog = operator.getByRole("dialog", { name: "Invite a person" });
  await invite.click();
  await dialog.getByRole("combobox", { name: "Merchant" }).waitFor();
  await operator.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await expect.poll(() => dialog.getByRole("combobox", { name: "Merchant" }).inputValue()).toBe("One");
  await operator.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await invite.click();
  await dialog.getByLabel("Name", { exact: true }).fill("Mona");
  await operator.keyboard.press("Escape");
  await operator.getByRole("alertdialog", { name: "Leave without saving?" }).waitFor();
});

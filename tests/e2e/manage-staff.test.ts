import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { expectAccessible, expectNoSidewaysScrolling } from "@/tests/support/portal/browser";
import { startPortal } from "@/tests/support/portal/portal";

const portal = startPortal();

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

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
    const page = await portal.signedIn("programme_operator", "/manage/staff", { language, theme, viewport });
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

import type { Locator, Page } from "playwright";
import { describe, expect, test } from "vitest";
import { expectAccessible } from "@/tests/support/portal/browser";
import { startPortal } from "@/tests/support/portal/portal";

const portal = startPortal();

const drawnMap = (within: Page | Locator) => within.locator('[data-testid="place-map"][data-state="drawn"]');
const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

describe("a merchant's admin", () => {
  test("opens a branch, mends what was refused without typing it again, and closes it knowing what stops", async () => {
    const page = await portal.signedIn("merchant_admin", "/manage/branches");
    await page.getByRole("button", { name: "New branch" }).click();
    await page.getByLabel("Name in English").fill("Lighthouse");
    await page.getByLabel("Name in Arabic").fill("المنارة");
    await page.getByLabel("Mobile number").fill("01000000001");
    await page.getByLabel("Location").fill("48.85, 2.35");
    await page.getByText("This place is not in Egypt").waitFor();
    await page.getByLabel("Location").fill("٣١٫٢٠٠١, 29.9187");
    await page.getByRole("button", { name: "Create branch" }).click();
    await page.getByText("This is in use already").waitFor();
    expect(await page.getByLabel("Name in English").inputValue()).toBe("Lighthouse");

    await page.getByRole("button", { name: "Close", exact: true }).first().click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Keep editing" }).click();
    await page.getByLabel("Mobile number").fill("01012345678");
    await page.getByRole("button", { name: "Create branch" }).click();
    await row(page, "Lighthouse").getByText("Open", { exact: true }).waitFor();
    expect(
      await row(page, "Lighthouse")
        .getByRole("link", { name: /on the map/ })
        .getAttribute("href"),
    ).toContain(encodeURIComponent("31.2001,29.9187"));

    await page.getByRole("button", { name: "Close branch: Branch 1", exact: true }).click();
    const question = page.getByRole("alertdialog");
    await question.getByText("1 cashier has no other open branch").waitFor();
    await question.getByText("The cashier").waitFor();
    await question.getByRole("button", { name: "Close branch" }).click();
    await row(page, "Branch 1").getByText("Closed", { exact: true }).waitFor();
    await page.getByRole("button", { name: /Status/ }).click();
    await page.getByRole("option", { name: "Closed" }).click();
    await row(page, "Lighthouse").waitFor({ state: "detached" });
    await page.getByRole("button", { name: /Status/ }).click();
    await page.getByRole("option", { name: "All", exact: true }).click();
    await page.getByRole("button", { name: "Open again: Branch 1", exact: true }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Open again" }).click();
    await row(page, "Branch 1").getByText("Open", { exact: true }).waitFor();
  });

  test("looks at a file of branches before it is carried out", async () => {
    const page = await portal.signedIn("merchant_admin", "/manage/branches");
    await page.getByRole("button", { name: "Import" }).click();
    const csv = "msisdn,nameEn,nameAr\r\n01099999991,From a file,من ملف\r\n12,Bad,سيئ\r\n";
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "branches.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
    await page.getByText("1 branch can be created").waitFor();
    await page.getByRole("heading", { name: "1 line is refused" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Import 1 branch" }).click();
    await page.getByText("1 branch was created").waitFor();
    await page.getByRole("button", { name: "Close", exact: true }).last().click();
    await row(page, "From a file").waitFor();
  });
});

test("a branch's place is pressed on the map, moved by keyboard and pasted as a link, and is one place throughout", async () => {
  const page = await portal.signedIn("merchant_admin", "/manage/branches");
  await page.getByRole("button", { name: "Edit: Branch 2", exact: true }).click();
  const dialog = page.getByRole("dialog");
  const place = dialog.getByLabel("Location");
  const read = async () => (await place.inputValue()).split(", ").map(Number);
  await dialog.getByTestId("place-map").scrollIntoViewIfNeeded();
  await drawnMap(dialog).waitFor();
  await dialog.getByRole("button", { name: "Put the pin in the middle" }).click();
  const pin = dialog.getByRole("button", { name: /arrow keys/ });
  const [latitude = 0, longitude = 0] = await read();
  await pin.focus();
  await page.keyboard.press("ArrowRight");
  const [sameLatitude = 0, moreLongitude = 0] = await read();
  expect(sameLatitude).toBeCloseTo(latitude, 3);
  expect(moreLongitude).toBeGreaterThan(longitude);
  await place.fill("https://www.google.com/maps/place/Branch/@30.1,31.1,17z/data=!8m2!3d30.0444!4d31.2357");
  expect(await place.inputValue()).toBe("30.0444, 31.2357");
  await drawnMap(dialog).click({ position: { x: 40, y: 200 } });
  expect((await read())[1]).toBeLessThan(31.2357);
  await place.fill("geo:30.0444,31.2357");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("The branch was saved").waitFor();
  const branch = await portal.database.prisma.branch.findUniqueOrThrow({
    where: { id: portal.world.branchIds[1] ?? 0 },
  });
  expect([Number(branch.latitude), Number(branch.longitude)]).toEqual([30.0444, 31.2357]);
});

test("what branches are searched by stands in the address: a refresh keeps it and Back takes it off", async () => {
  const page = await portal.signedIn("merchant_admin", "/manage/branches");
  await page.getByLabel("Search by name").fill("Branch 2");
  await row(page, "Branch 1").waitFor({ state: "detached" });
  expect(new URL(page.url()).searchParams.get("text")).toBe("Branch 2");
  await page.reload();
  await row(page, "Branch 2").waitFor();
  expect(await row(page, "Branch 1").count()).toBe(0);
  await page.goBack();
  await row(page, "Branch 1").waitFor();
  expect(await page.getByLabel("Search by name").inputValue()).toBe("");
});

test("an operator chooses a merchant, and the address keeps the choice", async () => {
  const page = await portal.signedIn("programme_operator", "/manage/merchants");
  await row(page, "Two").getByRole("link", { name: "Branches" }).click();
  await page.waitForURL(`**/manage/branches?merchant=${portal.world.foreignMerchantId}`);
  await row(page, "Branch 11").waitFor();
  expect(await page.getByRole("row").count()).toBe(2);
});

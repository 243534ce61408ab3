import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { expectAccessible } from "@/tests/support/portal/browser";
import { startPortal } from "@/tests/support/portal/portal";

const portal = startPortal({ isDemo: true });

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
/** What is pressed of a box: it draws itself. */
const around = (input: Locator) => input.locator("xpath=ancestor::label");
const box = (page: Page, name: string) =>
  page.getByRole("checkbox", { name: `Choose ${name}`, exact: false });

test("branches are closed together and opened again from the toast, and the list opens as it was saved", async () => {
  const page = await portal.signedIn("merchant_admin", "/manage/branches");
  await around(box(page, "Branch 1")).click();
  await around(box(page, "Branch 3")).click({ modifiers: ["Shift"] });
  const bar = page.getByRole("region", { name: "Selected" });
  await bar.getByText("3 chosen").waitFor();
  await expectAccessible(page);
  await bar.getByRole("button", { name: "Close branch" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("heading", { name: "Close 2 branches?" }).waitFor();
  await question.getByText("Closed already").waitFor();
  await question.getByRole("button", { name: "Close branch" }).click();
  await row(page, "Branch 2").getByText("Closed", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("2 branches are open").waitFor();
  await row(page, "Branch 2").getByText("Open", { exact: true }).waitFor();
  await row(page, "Branch 3").getByText("Closed", { exact: true }).waitFor();
  const acts = await portal.database.prisma.auditLog.findMany({
    where: { subjectType: "branch" },
    orderBy: { id: "asc" },
  });
  expect(acts.map(({ action }) => action)).toEqual([
    ...Array(2).fill("branch.deactivate"),
    ...Array(2).fill("branch.reactivate"),
  ]);

  const told = page.getByRole("region", { name: "Notifications" }).getByRole("button", { name: "Close" });
  for (const close of (await told.all()).reverse()) await close.click();

  // By the keyboard alone: the arrows go from box to box, Shift takes what is between.
  await box(page, "Branch 1").focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+Space");
  await bar.getByText("3 chosen").waitFor();
  await bar.getByRole("button", { name: "Clear selection" }).click();

  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("dialog").getByText("Location").click();
  await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).last().click();
  await page.getByRole("columnheader", { name: "Location" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: /Status/ }).click();
  await page.getByRole("option", { name: "Closed" }).click();
  await row(page, "Branch 1").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "View: Everything" }).click();
  await page.getByRole("menuitem", { name: "Save as a view" }).click();
  await page.getByLabel("Name of the view").fill("Under repair");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "View: Under repair" }).waitFor();

  await page.goto(`${portal.url}/manage/branches`);
  await page.getByRole("button", { name: "View: Under repair" }).waitFor();
  expect(new URL(page.url()).searchParams.get("status")).toBe("inactive");
  expect(await page.getByRole("columnheader", { name: "Location" }).count()).toBe(0);
  expect(await row(page, "Branch 1").count()).toBe(0);
  await row(page, "Branch 3").waitFor();
  await page.getByRole("button", { name: "View: Under repair" }).click();
  await page.getByRole("menuitem", { name: "Everything" }).click();
  await row(page, "Branch 1").waitFor();
  await page.reload();
  await row(page, "Branch 1").waitFor();
});

/** Has the page of branches list a thousand. */
async function listThousand(page: Page, nameOf: (number: number) => string): Promise<Locator> {
  await page.route("**/api/portal/manage/branches/search", async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const branches = Array.from({ length: 1_000 }, (_, place) => ({
      ...answer.branches[place % answer.branches.length],
      id: 1_000_000 + place,
      nameEn: nameOf(place + 1),
    }));
    await route.fulfill({ response, json: { ...answer, branches } });
  });
  await page.getByRole("button", { name: /Status/ }).click();
  await page.getByRole("option", { name: "Open" }).click();
  const table = page.getByRole("table");
  await expect.poll(() => table.getAttribute("aria-rowcount")).toBe("1001");
  return table;
}

test("a long word far down turns rows into cards once, and they stay", async () => {
  const page = await portal.signedIn("merchant_admin", "/manage/branches");
  const table = await listThousand(page, (number) => (number === 700 ? "B".repeat(60) : `No. ${number}`));
  await expect.poll(() => table.locator("tbody tr[role=row]").count()).toBeLessThan(200);
  const box = table.locator("xpath=..");
  const layout = () => box.getAttribute("data-layout");
  /** How often the layout has changed. */
  const changes = () => box.evaluate((element) => Number(element.dataset.changes ?? 0));
  const scrollTo = (block: number) =>
    table
      .locator(`tbody[data-block="${block}"]`)
      .evaluate((body) => body.scrollIntoView({ block: "center" }));
  const long = table.getByText("B".repeat(60));
  // The short names leave room for rows here, the long one does not.
  await page.setViewportSize({ width: 760, height: 900 });
  await expect.poll(layout).toBe("rows");
  await box.evaluate((element) => {
    let [before, count] = [element.dataset.layout, 0];
    new MutationObserver(() => {
      if (element.dataset.layout !== before) count += 1;
      before = element.dataset.layout;
      element.dataset.changes = String(count);
    }).observe(element, { attributeFilter: ["data-layout"] });
  });
  await scrollTo(27);
  await long.waitFor();
  await expect.poll(layout).toBe("cards");
  await scrollTo(0);
  await expect.poll(() => long.count()).toBe(0);
  await scrollTo(27);
  await long.waitFor();
  expect(await layout()).toBe("cards");
  expect(await changes()).toBe(1);
});

test("of a thousand rows those near the screen are rendered; the arrows, the focus and paper reach the others", async () => {
  const page = await portal.signedIn("merchant_admin", "/manage/branches");
  const table = await listThousand(page, (number) => `Branch no. ${number}`);
  const rows = table.locator("tbody tr[role=row]");
  await expect.poll(() => rows.count()).toBeLessThan(200);
  const height = await table.evaluate((element) => element.clientHeight);

  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await row(page, "Branch no. 1000").waitFor();
  expect(await row(page, "Branch no. 1000").getAttribute("aria-rowindex")).toBe("1001");
  await row(page, "Branch no. 500").waitFor({ state: "detached" });
  expect(await table.evaluate((element) => element.clientHeight)).toBeCloseTo(height, -2);

  await page.getByRole("checkbox", { name: "Choose Branch no. 990" }).focus();
  // Faster than the browser draws.
  await page.evaluate(async () => {
    const up = { key: "ArrowUp", bubbles: true, cancelable: true };
    for (let presses = 0; presses < 60; presses += 1) {
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", up));
      await null;
    }
  });
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await expect.poll(focused).toContain("Branch no. 930");
  // Where somebody is stays, wherever the page is scrolled to.
  await page.evaluate(() => window.scrollTo(0, 0));
  await row(page, "Branch no. 1000").waitFor({ state: "detached" });
  expect(await focused()).toContain("Branch no. 930");

  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  expect(await rows.count()).toBe(1_000);
});

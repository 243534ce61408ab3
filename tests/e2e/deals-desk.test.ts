import type { Page } from "playwright";
import { beforeEach, describe, expect, test } from "vitest";
import { messages } from "@/messages/en";
import { createPromotion } from "@/tests/support/ledger";
import { picture } from "@/tests/support/pictures";
import { expectAccessible, untilTakenOver } from "@/tests/support/portal/browser";
import { createDeal, removeAllDeals } from "@/tests/support/portal/deals";
import { startPortal } from "@/tests/support/portal/portal";

const { promotions } = messages;

let categoryId: number;
const portal = startPortal({
  prepare: async ({ prisma }) => {
    const category = await prisma.category.create({
      data: { nameEn: "Coffee", nameAr: "قهوة", icon: "coffee", sortingNumber: 1 },
    });
    categoryId = category.id;
  },
});
beforeEach(() => removeAllDeals(portal.database));

const insert = (titleEn: string, fields: Partial<Parameters<typeof createDeal>[1]> = {}) =>
  createDeal(portal.database, {
    merchantId: portal.world.merchantId,
    categoryId,
    titleEn,
    titleAr: `${titleEn} ع`,
    ...fields,
  });
const stored = (id: number) => portal.database.prisma.deal.findUniqueOrThrow({ where: { id } });
const titleField = (page: Page) => page.getByLabel("Title in English");
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();
const branch = (page: Page, name: string) => page.locator("form label").filter({ hasText: name });
const preview = (page: Page) => page.getByTestId("deal-preview");

describe("a deal", () => {
  test("is kept as a draft with nothing but a title in Arabic, and the list says what it lacks", async () => {
    const page = await portal.signedIn("merchant_admin", "/manage/deals/new");
    await page.getByLabel("Title in Arabic").fill("كعك العيد");
    await page.getByRole("button", { name: "Save draft" }).click();
    await page.waitForURL(/\/manage\/deals\/\d+$/);
    await page.getByText("Everything is saved").waitFor();
    await page.goto("/manage/deals");
    await page.getByText("Lacks: Title in English, Category, Discount").waitFor();
    const { count } = await portal.database.prisma.deal.deleteMany({ where: { titleAr: "كعك العيد" } });
    expect(count).toBe(1);
  });

  test("is written in both languages with its preview, published in one step once another person agrees, and found in the calendar", async () => {
    const page = await portal.signedIn("merchant_admin", "/manage/deals/new");
    await page.getByRole("button", { name: "Publish…" }).click();
    await page
      .getByText(/^Fill in “/)
      .first()
      .waitFor();
    expect(await titleField(page).getAttribute("aria-invalid")).toBe("true");
    await titleField(page).fill("Free latte");
    await preview(page).getByText("Free latte").waitFor();
    await page.getByLabel("Title in Arabic").fill("لاتيه مجاني");
    await page.getByRole("button", { name: /Category/ }).click();
    await page.getByRole("option", { name: "Coffee" }).click();
    await page.getByLabel("Percent", { exact: true }).fill("٢٥");
    await preview(page).getByText("25% off").waitFor();
    await branch(page, "Branch 1").click();
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose a picture" }).click();
    await (await chooser).setFiles({
      name: "latte.png",
      mimeType: "image/png",
      buffer: await picture("png"),
    });
    await page.getByRole("img", { name: "The chosen picture" }).waitFor();
    await preview(page).locator("img").first().waitFor();
    await page.getByRole("region", { name: "Customer's view" }).getByText("العربية").click();
    await preview(page).getByText("لاتيه مجاني").waitFor();
    await preview(page).getByText("خصم").first().waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Publish…" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText("Your changes are saved at the same time").waitFor();
    await expectAccessible(page);
    await dialog.getByText("Now", { exact: true }).click();
    await dialog.getByRole("button", { name: "Publish and start now" }).click();
    await page.getByText(/^Sent for approval to/).waitFor();
    const { id: requestId } = await portal.database.prisma.pointAdjustment.findFirstOrThrow();
    const decision = { decision: "approve", note: "" };
    const decided = await portal.post(
      "programme_operator",
      `manage/adjustments/${requestId}/decision`,
      decision,
    );
    expect(decided.status).toBe(200);
    const { id: dealId } = await portal.database.prisma.deal.findFirstOrThrow();
    await page.goto(`/manage/deals/${dealId}`);
    await page.getByText("Live", { exact: true }).waitFor();
    await page.getByRole("tab", { name: "In apps" }).click();
    await page.getByText("Apps receive it now, at place 1 of 1").waitFor();
    await page.getByText('"DiscountType"').waitFor();
    await expectAccessible(page);
    // The address of before leads on.
    await page.goto("/manage/deals/calendar");
    await page.waitForURL(/\/manage\/calendar\?kind=deal/);
    const day = page.getByRole("status").filter({ hasText: "1 offer" });
    await day.waitFor();
    await untilTakenOver(page);
    const shown = await day.textContent();
    await page.getByRole("grid").getByRole("button").and(page.locator("[tabindex='0']")).focus();
    await page.keyboard.press("PageUp");
    await page.getByRole("status").filter({ hasText: "No offers" }).waitFor();
    await page.keyboard.press("PageDown");
    await day.waitFor();
    expect(await day.textContent()).toBe(shown);
    // As fast as keys come, and back as the browser goes.
    for (const key of ["PageUp", "PageUp", "PageDown"]) await page.keyboard.press(key);
    await page.waitForURL(/month=/);
    await page.getByRole("status").filter({ hasText: "No offers" }).waitFor();
    await page.goBack();
    await day.waitFor();
    await page.getByRole("link", { name: "Free latte" }).and(page.locator(":visible")).click();
    await page.waitForURL(/\/manage\/deals\/\d+$/);
    const [deal] = await portal.database.prisma.deal.findMany({ include: { dealBranches: true } });
    expect(deal).toMatchObject({
      titleEn: "Free latte",
      titleAr: "لاتيه مجاني",
      discount: 25,
      state: "published",
    });
    expect(deal?.dealBranches.map(({ branchId }) => branchId)).toEqual([portal.world.branchIds[0]]);
    expect(deal?.imageHash).not.toBeNull();
  });

  test("is not given a file that is no picture, and says why", async () => {
    const id = await insert("Plain");
    const page = await portal.signedIn("merchant_admin", `/manage/deals/${id}`);
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose a picture" }).click();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    await (await chooser).setFiles({ name: "picture.png", mimeType: "image/png", buffer: svg });
    await page.getByRole("alert").getByText("This is not a JPEG, PNG or WebP picture").waitFor();
    expect((await stored(id)).imageHash).toBeNull();
  });

  test("warns of another one for the same customers, and of what is missing, while it is written", async () => {
    await insert("Already there", { branchIds: [portal.world.branchIds[0]] });
    const id = await insert("New one", {
      state: "draft",
      branchIds: [portal.world.branchIds[0]],
      titleAr: "",
    });
    const page = await portal.signedIn("merchant_admin", `/manage/deals/${id}`);
    const warnings = page.getByTestId("deal-warnings");
    await warnings.getByRole("link", { name: "Already there" }).waitFor();
    await warnings.getByText("Arabic is missing: title").waitFor();
    await page.getByLabel("Title in Arabic").fill("جديد");
    await expect.poll(() => warnings.getByText("Arabic is missing").count()).toBe(0);
    await branch(page, "Branch 1").click();
    // Without a branch it holds at all of them.
    await warnings.getByText("No branch is chosen").waitFor();
    expect(await warnings.getByRole("link", { name: "Already there" }).count()).toBe(1);
  });

  test("is paused, resumed and ended from the list, after being asked", async () => {
    const id = await insert("Moving");
    const page = await portal.signedIn("merchant_admin", "/manage/deals");
    const act = async (name: string) => {
      await page.getByRole("button", { name: "Actions for Moving" }).click();
      await page.getByRole("menuitem", { name }).click();
      // The message afterwards names the deal in its details only.
      const question = page.getByRole("alertdialog", { name: /Moving/ });
      await question.getByRole("button", { name }).click();
      await question.waitFor({ state: "detached" });
    };
    const row = page.getByRole("row", { name: /Moving/ });
    await act("Pause");
    await row.getByText("Paused").waitFor();
    await act("Resume");
    await row.getByText("Live").waitFor();
    await act("End now");
    await row.getByText("Ended").waitFor();
    expect((await stored(id)).endDate?.getTime()).toBeLessThanOrEqual(Date.now());
    await page.getByRole("button", { name: "Actions for Moving" }).click();
    await page.getByRole("menuitem", { name: "Duplicate" }).click();
    await page.waitForURL(
      (url) => /\/manage\/deals\/\d+$/.test(url.pathname) && !url.pathname.endsWith(`/${id}`),
    );
    await page.getByText("Draft", { exact: true }).waitFor();
  });
});

describe("while a page is open", () => {
  test("the question before publishing knows that the end has passed meanwhile", async () => {
    const id = await insert("Soon over", { state: "draft", endDate: new Date(Date.now() + 3_600_000) });
    const page = await portal.as("merchant_admin");
    await page.clock.install();
    await page.goto(`/manage/deals/${id}`);
    await page.getByRole("button", { name: "Publish…" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText("Now", { exact: true }).click();
    expect(await dialog.getByText("Its end is already past").count()).toBe(0);
    await page.clock.fastForward("02:00:00");
    await dialog.getByText("Its end is already past").waitFor();
    await dialog.getByRole("button", { name: "Publish and start now" }).click();
    expect((await stored(id)).state).toBe("draft");
  });

  test("typing into the search of promotions writes its address once, when it rests", async () => {
    const page = await portal.as("merchant_admin");
    await page.addInitScript(() => {
      const written: string[] = [];
      for (const way of ["pushState", "replaceState"] as const) {
        const write = history[way].bind(history);
        history[way] = (...entry) => {
          if (String(entry[2]).includes("text=")) written.push(String(entry[2]));
          write(...entry);
        };
      }
      Object.assign(window, { written });
    });
    await createPromotion(portal.database.pool, { rule: { kind: "bonus", points: 40 } });
    await page.goto("/manage/promotions");
    await untilTakenOver(page);
    await page.getByRole("textbox", { name: promotions.filter.text }).pressSequentially("double tuesday");
    await page.waitForURL(/text=double(\+|%20)tuesday/);
    const written = await page.evaluate(() => (window as unknown as { written: string[] }).written);
    expect(new Set(written).size).toBeLessThan(5);
  });
});

describe("unsaved work", () => {
  test("is not lost by following a link, going back or closing the page without being asked", async () => {
    const id = await insert("Careful");
    const page = await portal.signedIn("merchant_admin", "/manage/deals");
    await page.getByRole("link", { name: "Careful" }).click();
    await titleField(page).fill("Changed and not saved");
    const dialog = page.getByRole("alertdialog");
    await page.getByRole("link", { name: "Back to deals" }).click();
    await dialog.getByText("Leave without saving?").waitFor();
    await dialog.getByRole("button", { name: "Keep editing" }).click();
    expect(await titleField(page).inputValue()).toBe("Changed and not saved");
    await page.evaluate(() => window.history.back());
    await dialog.getByRole("button", { name: "Keep editing" }).click();
    expect(new URL(page.url()).pathname).toBe(`/manage/deals/${id}`);
    const asked = page.waitForEvent("dialog");
    const closing = page.close({ runBeforeUnload: true });
    const question = await asked;
    expect(question.type()).toBe("beforeunload");
    await question.dismiss();
    await closing;
    await page.getByRole("link", { name: "Back to deals" }).click();
    await dialog.getByRole("button", { name: "Leave" }).click();
    await page.waitForURL("**/manage/deals");
    expect((await stored(id)).titleEn).toBe("Careful");
  });
});

describe("unsaved work, where a program leads to another page", () => {
  test("is asked about by the palette and by the account menu, and signing out waits for the answer", async () => {
    const id = await insert("Careful");
    const page = await portal.signedIn("merchant_admin", `/manage/deals/${id}`);
    await titleField(page).fill("Changed and not saved");
    await page.getByText("There are unsaved changes").waitFor();
    const dialog = page.getByRole("alertdialog");
    const staysAsked = async () => {
      await dialog.getByText("Leave without saving?").waitFor();
      await dialog.getByRole("button", { name: "Keep editing" }).click();
      await dialog.waitFor({ state: "detached" });
      expect(new URL(page.url()).pathname).toBe(`/manage/deals/${id}`);
      expect(await titleField(page).inputValue()).toBe("Changed and not saved");
    };
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("Branches");
    await page
      .getByRole("option", { name: /^Branches/ })
      .first()
      .click();
    await staysAsked();
    await page.getByRole("button", { name: /^Account menu/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await staysAsked();
    expect(await page.evaluate(async () => (await fetch("/api/portal/commands")).status)).toBe(200);
    await page.getByRole("button", { name: /^Account menu/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await dialog.getByRole("button", { name: "Leave" }).click();
    await page.waitForURL("**/sign-in*");
    expect((await stored(id)).titleEn).toBe("Careful");
  });

  test("is given up without a word by the deletion of the deal that is being written", async () => {
    await insert("Draft", { state: "draft" });
    const page = await portal.signedIn("merchant_admin", "/manage/deals");
    await page.getByRole("link", { name: "Draft" }).click();
    await titleField(page).fill("Changed and not saved");
    await page.getByRole("button", { name: "Delete…" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await page.waitForURL("**/manage/deals");
  });
});

describe("two admins", () => {
  test("edit one deal: the second sees what changed, and both changes are kept", async () => {
    const id = await insert("Shared", { state: "draft" });
    const [one, other] = [
      await portal.signedIn("merchant_admin", `/manage/deals/${id}`),
      await portal.signedIn("programme_operator", `/manage/deals/${id}`),
    ];
    await titleField(one).fill("By one");
    await one.getByLabel("Description in English").fill("One's text");
    await save(one);
    await one.getByText("Everything is saved").waitFor();
    await titleField(other).fill("By the other");
    await other.getByLabel("Terms in English").fill("The other's terms");
    await save(other);
    await other.getByText(messages.desk.conflict.title).waitFor();
    await other.getByText("One's text").first().waitFor();
    const title = other.getByRole("region", { name: "Title in English" });
    await title.getByText("By one").waitFor();
    await save(other);
    await title.getByText(messages.desk.conflict.undecided).waitFor();
    expect((await stored(id)).titleEn).toBe("By one");
    await expectAccessible(other);
    await title.getByText(messages.desk.conflict.keepMine).click();
    await save(other);
    await other.getByText("Everything is saved").waitFor();
    expect(await stored(id)).toMatchObject({
      titleEn: "By the other",
      descriptionEn: "One's text",
      termsEn: "The other's terms",
    });
  });
});

describe("the order", () => {
  const titles = (page: Page) => page.getByRole("row").locator("a.font-medium bdi").allTextContents();
  const firstThree = async () => {
    for (const [index, name] of ["First", "Second", "Third"].entries())
      await insert(name, { sortingNumber: index + 1 });
  };
  const inOrder = async () => {
    const deals = await portal.database.prisma.deal.findMany({ orderBy: { sortingNumber: "asc" } });
    return deals.map(({ titleEn }) => titleEn);
  };
  const act = async (page: Page, deal: string, name: string) => {
    await page.getByRole("button", { name: `Actions for ${deal}` }).press("Enter");
    await page.getByRole("menuitem", { name }).press("Enter");
  };

  test("that is being made is kept when another deal comes meanwhile, and is saved with that deal in its place", async () => {
    for (const [index, name] of ["First", "Second"].entries())
      await insert(name, { sortingNumber: index + 1 });
    // The address of before leads on.
    const page = await portal.signedIn("merchant_admin", "/manage/deals/order");
    await page.waitForURL((url) => url.pathname === "/manage/deals");
    await untilTakenOver(page);
    await act(page, "Second", "Move up");
    await expect.poll(() => titles(page)).toEqual(["Second", "First"]);
    await page.getByText("Second is at place 1. The order is not saved yet.").waitFor();
    await insert("Third", { sortingNumber: 3 });
    await page.getByRole("button", { name: "Save order" }).click();
    await page.getByText("The deals or their order were changed meanwhile.").waitFor();
    await expect.poll(() => titles(page)).toEqual(["Second", "Third", "First"]);
    await page.getByRole("button", { name: "Save order" }).click();
    await page.getByText("The order is saved").waitFor();
    expect(await inOrder()).toEqual(["Second", "Third", "First"]);
  });

  test("is changed by keyboard alone", async () => {
    await firstThree();
    const page = await portal.signedIn("merchant_admin", "/manage/deals");
    await untilTakenOver(page);
    await page.getByRole("button", { name: "Drag First" }).press("Enter");
    await page.getByRole("button", { name: "Place 2, that of Second" }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await titles(page))[0]).not.toBe("First");
    // The keyboard goes on at the deal that was moved.
    await page.getByRole("button", { name: "Drag First" }).and(page.locator(":focus")).waitFor();
    const dropped = await titles(page);
    await act(page, dropped.at(-1) ?? "", "Move up");
    await expect.poll(() => titles(page)).not.toEqual(dropped);
    const last = (await titles(page)).at(-1) ?? "";
    await act(page, last, "Move to a place…");
    const jump = page.getByRole("alertdialog");
    await jump.getByLabel("Place, 1 to 3").fill("1");
    await expectAccessible(page);
    await jump.getByRole("button", { name: "Move", exact: true }).press("Enter");
    await expect.poll(async () => (await titles(page))[0]).toBe(last);
    const wanted = await titles(page);
    await page.getByRole("button", { name: "Save order" }).press("Enter");
    await page.getByText("The order is saved").waitFor();
    expect(await inOrder()).toEqual(wanted);
  });

  test("is changed by dragging a row, given up on demand, and asked about before a filter ends it", async () => {
    await firstThree();
    const page = await portal.signedIn("merchant_admin", "/manage/deals");
    await untilTakenOver(page);
    const dragFirst = () =>
      page
        .getByRole("button", { name: "Drag First" })
        .locator("..")
        .dragTo(page.getByRole("row", { name: /Third/ }));
    await dragFirst();
    await expect.poll(() => titles(page)).toEqual(["Second", "Third", "First"]);
    await page.getByRole("button", { name: "Undo changes" }).click();
    await expect.poll(() => titles(page)).toEqual(["First", "Second", "Third"]);
    await dragFirst();
    await page.getByText("First is at place 3.").waitFor();
    await page
      .getByText(/^Draft/)
      .first()
      .click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText("Leave without saving?").waitFor();
    await dialog.getByRole("button", { name: "Leave" }).click();
    await page.waitForURL(/state=draft/);
    await expect.poll(() => page.getByRole("button", { name: /^Drag/ }).count()).toBe(0);
    expect(await inOrder()).toEqual(["First", "Second", "Third"]);
  });
});

test("categories are made, renamed and taken out of use", async () => {
  const page = await portal.signedIn("programme_operator", "/manage/categories");
  await page.getByRole("button", { name: "New category" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page
    .getByText(/^Fill in “/)
    .first()
    .waitFor();
  await page.getByLabel("Name in English").fill("Books");
  await page.getByLabel("Name in Arabic").fill("كتب");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Take Books out of use" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Take out of use" }).click();
  await page.getByRole("row", { name: /Books/ }).getByText("Out of use").waitFor();
});

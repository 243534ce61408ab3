import { describe, expect, test } from "vitest";
import { messages as en } from "@/messages/en";
import { couponRow, createCoupon, createTemplate } from "@/tests/support/coupons";
import { createPromotion } from "@/tests/support/ledger";
import { expectAccessible } from "@/tests/support/portal/browser";
import { quote, quoteOf, scan, serve, startTillWorld, typeByHand } from "@/tests/support/portal/till";

const till = startTillWorld();

const { promotions: words, coupons, offers } = en;
const families = en.families.form;

describe("what a merchant sets up", () => {
  test("acts at the till: a bill's promotion stands in a line before and after, and a printed coupon is used by scanning it", async () => {
    const { pool } = till.database;
    await createPromotion(pool, { rule: { kind: "bonus", points: 40 } });
    const number = await createCoupon(pool, await createTemplate(pool), null);
    const wallet = await till.customer();
    const page = await till.openTill();
    await serve(page, wallet);
    await quote(page, 250);
    await quoteOf(page).getByText("The bill itself+250 points").waitFor();
    await quoteOf(page).getByText("+40 points").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "290 points given" }).waitFor();
    await page.getByRole("status").getByText("+40 points").waitFor();
    await expectAccessible(page);

    await scan(page, number);
    await page.getByRole("alert").getByText("belongs to nobody yet").waitFor();
    await serve(page, wallet);
    const drawer = page.getByRole("dialog", { name: coupons.words.title });
    const use = drawer.getByRole("button", { name: coupons.words.use, exact: true });
    await expect.poll(() => use.evaluate((button) => button === document.activeElement)).toBe(true);
    await expectAccessible(page);
    const references: string[] = [];
    await page.route("**/api/portal/coupons/use", (route) => {
      references.push(route.request().postDataJSON().reference);
      return references.length > 1
        ? route.continue()
        : route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" });
    });
    await page.keyboard.press("Enter");
    await drawer.getByRole("status").filter({ hasText: /./ }).waitFor();
    const place = await use.boundingBox();
    await use.click();
    await drawer.getByRole("button", { name: coupons.words.reopen }).waitFor();
    // It is the same act that is tried again; and another press in the same place does nothing.
    expect(references[1]).toBe(references[0]);
    await page.mouse.click((place?.x ?? 0) + 20, (place?.y ?? 0) + 10);
    expect(
      await drawer.getByRole("button", { name: coupons.words.usedShort, exact: true }).isDisabled(),
    ).toBe(true);
    expect(await couponRow(pool, number)).toMatchObject({ state: "used", wallet_id: wallet.id, uses: 1 });
    expect(await till.movements(wallet)).toMatchObject([{ points: 290, balanceAfter: 290 }]);
  });

  test("is made at the desk by keyboard: a promotion tried while it is written, looked back on and published, a family once a second person agrees", async () => {
    const page = await till.open("/manage/promotions", { username: "merchant_admin" });
    await page.getByRole("button", { name: words.create, exact: true }).press("Enter");
    const form = page.getByRole("dialog", { name: words.create });
    await form.getByLabel(words.fields.nameEn).fill("Double points");
    await form.getByLabel(words.fields.nameAr).fill("نقاط مضاعفة");
    await form.getByLabel(words.fields.budgetPoints).fill("5000");
    await form.getByRole("button", { name: words.trial.withDraft }).press("Enter");
    // Enter in the bill that is tried saves nothing.
    await form.getByLabel(words.trial.value, { exact: true }).press("Enter");
    await form.getByText("200 points in all, 100 points of them for the bill itself").waitFor();
    await form.getByText(words.trial.draft).waitFor();
    await expectAccessible(page);
    await form.getByRole("button", { name: /^Publish, from \d+ \w+$/ }).press("Enter");
    await form.waitFor({ state: "detached" });
    // Saved as a draft, and asked about before customers get anything.
    const row = page.getByRole("row").filter({ hasText: "Double points" });
    await row.getByText(offers.states.draft).waitFor();
    const dialog = page.getByRole("alertdialog", { name: "Publish “Double points”?" });
    await dialog.getByText(words.lookBack.title).waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: offers.moves.publish, exact: true }).press("Enter");
    // It begins at the next midnight.
    await row.getByText(offers.states.scheduled).waitFor();
    const { prisma } = till.database;
    expect(await prisma.promotion.findFirst({ orderBy: { id: "desc" } })).toMatchObject({
      ...{ merchantId: till.portal.merchantId, state: "published", wasPublished: true },
    });

    const [parent, child] = [await till.customer(), await till.customer({ points: 100 })];
    await page.goto(`/wallets/${child.id}`);
    await page.getByRole("button", { name: en.wallets.desk.acts.menu }).press("Enter");
    await page.getByRole("menuitem", { name: families.join }).press("Enter");
    const family = page.getByRole("dialog", { name: families.join });
    await family.getByLabel(families.parent).focus();
    await typeByHand(page, parent.walletCode);
    await family.getByLabel(families.allowance).focus();
    await typeByHand(page, "300");
    await family.getByLabel(en.wallets.desk.acts.reason).focus();
    // An Enter right behind text would be a scanner's.
    await typeByHand(page, "Asked for");
    await family.getByRole("button", { name: families.join, exact: true }).press("Enter");
    await family.getByText("It takes effect when one approves").waitFor();
    await expectAccessible(page);
    expect(await prisma.wallet.findUnique({ where: { id: child.id } })).toMatchObject({
      parentWalletId: null,
    });
  });

  test("goes to many customers once it was counted, once to each, and what nobody used is taken back", async () => {
    const { merchantId } = till.portal;
    const template = {
      ...{ merchant_id: merchantId, title_en: "Tea for two", cost_points: null },
      ...{ discount_type: 2, discount: 5, worth: 5 },
    };
    await createTemplate(till.database.pool, template);
    const [one, two] = [await till.customer(), await till.customer()];
    const page = await till.open("/manage/coupons", { username: "merchant_admin" });
    const open = async () => {
      await page.getByRole("button", { name: "Actions for Tea for two" }).press("Enter");
      await page.getByRole("menuitem", { name: coupons.menu.many }).press("Enter");
    };
    await open();
    const dialog = page.getByRole("dialog", { name: "Send Tea for two to many customers" });
    const list = [one.walletCode, two.walletCode, one.walletCode, "nobody"].join("\n");
    await dialog.getByLabel(coupons.pasted).fill(list);
    await dialog.getByRole("button", { name: coupons.checkFile }).press("Enter");
    const result = dialog.getByRole("status").filter({ hasText: coupons.checked.found });
    await result.getByText("EGP 10").waitFor();
    expect(await result.locator("dd").allTextContents()).toEqual([
      "2",
      "1",
      "1",
      expect.stringMatching("10"),
    ]);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Issue 2 coupons" }).press("Enter");
    await dialog.waitFor({ state: "detached" });
    const row = page.getByRole("row").filter({ hasText: coupons.pastedFile });
    await row.getByText(coupons.issueStates.partly).waitFor();

    await open();
    await dialog.getByLabel(coupons.pasted).fill(list);
    await dialog.getByRole("button", { name: coupons.checkFile }).press("Enter");
    await dialog.getByText("You sent this same list on").waitFor();
    await page.keyboard.press("Escape");

    await row.getByRole("button", { name: coupons.takeBack }).press("Enter");
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: en.ui.cancel, exact: true }).waitFor();
    await question.getByRole("button", { name: coupons.takeBack, exact: true }).press("Enter");
    await row.getByText("Taken back: 2").waitFor();
  });
});

import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { messages as ar } from "@/messages/ar";
import { messages as en } from "@/messages/en";
import { couponRow, createCoupon, createTemplate } from "@/tests/support/coupons";
import {
  amountOf,
  boxOf,
  quoteOf,
  scan,
  serve,
  startTillWorld,
  typeByHand,
} from "@/tests/support/portal/till";

const till = startTillWorld();
const WORDS = { en, ar } as const;
const FIFTY = { discount_type: 2, discount: 50, title_en: "50 off", title_ar: "خصم 50" };

const partsOf = (page: Page) => page.getByRole("group", { name: /^(Coupons and points|الكوبونات والنقاط)$/ });
const sumOf = (page: Page) => page.getByRole("textbox", { name: /^(Amount to pay|المبلغ المدفوع)/ });

describe.each(["en", "ar"] as const)("in %s, a bill", (language) => {
  const { till: words, entries } = WORDS[language];
  const fifty = async (walletId: number, options: object = {}) => {
    const { pool } = till.database;
    return createCoupon(pool, await createTemplate(pool, { ...FIFTY, ...options }), walletId);
  };

  test("takes a coupon that is scanned beside it and a sum in points, asks for one PIN, and is void whole", async () => {
    const wallet = await till.customer({ points: 300, pin: "4071" });
    const coupon = await fifty(wallet.id);
    const page = await till.openTill({ language });
    await serve(page, wallet);
    await typeByHand(page, "260");
    await scan(page, coupon);
    await partsOf(page).getByRole("checkbox", { name: /50/, checked: true }).waitFor();
    expect(await amountOf(page).inputValue()).toBe("260");
    await page.keyboard.press("F7");
    await sumOf(page).fill("120");
    await quoteOf(page)
      .getByText(/(^|\D)90(\D|$)/)
      .first()
      .waitFor();
    await sumOf(page).press("Enter");
    const pad = page.getByRole("dialog");
    await pad.getByText(/120/).waitFor();
    await typeByHand(page, "4071");
    await page.keyboard.press("Enter");
    await page.getByText(words.done.entry).waitFor();
    await page.getByRole("status").getByText(entries.bill.paid).waitFor();
    expect(await till.movements(wallet)).toMatchObject([{ points: -120 }, { points: expect.any(Number) }]);
    expect(await couponRow(till.database.pool, coupon)).toMatchObject({ state: "used" });

    await page.keyboard.press("F8");
    const drawer = page.getByRole("dialog");
    await drawer.getByText(/300/).first().waitFor();
    await drawer.getByText(entries.cancel.reasons.wrong_amount).click();
    await drawer.getByRole("button", { name: entries.cancel.confirm, exact: true }).click();
    await page.getByRole("heading", { name: words.done.cancel }).waitFor();
    expect(await couponRow(till.database.pool, coupon)).toMatchObject({ state: "issued" });
  });

  test("says which bill a coupon needs, and is not settled with a part that cannot be taken", async () => {
    const wallet = await till.customer({ points: 40 });
    await fifty(wallet.id, { min_bill: 500 });
    const page = await till.openTill({ language });
    await serve(page, wallet);
    await typeByHand(page, "260");
    const coupon = partsOf(page).getByRole("checkbox", { name: /50/ });
    await partsOf(page).getByText(/240/).waitFor();
    expect(await coupon.isDisabled()).toBe(true);
    await amountOf(page).fill("600");
    await coupon.click({ force: true });
    await quoteOf(page).getByText(/550/).first().waitFor();
    // The coupon stays with a bill that is too small for it, with the reason.
    await amountOf(page).fill("260");
    const settle = page.getByRole("button", { name: new RegExp(`^${words.serve.confirmPlainBill}|260`) });
    await expect.poll(() => settle.isDisabled()).toBe(true);
    await partsOf(page).getByRole("alert").waitFor();
    await coupon.click({ force: true });
    await quoteOf(page).getByText(/260/).first().waitFor();
    await amountOf(page).press("Enter");
    await expect.poll(() => till.movements(wallet)).toMatchObject([{ points: 260 }]);
  });

  test("with coupons or points waits for the connection, and says so; without them it is kept", async () => {
    const wallet = await till.customer({ points: 300 });
    const page = await till.openTill({ language });
    await serve(page, wallet);
    await typeByHand(page, "80");
    await page.keyboard.press("F7");
    await quoteOf(page).getByText(/80/).first().waitFor();
    await page.context().setOffline(true);
    await page.getByText(words.quote.offlineBill).waitFor();
    await page.keyboard.press("F7");
    await page.getByText(words.quote.offline).last().waitFor();
    await page.context().setOffline(false);
    await expect.poll(() => boxOf(page).isEnabled()).toBe(true);
  });
});

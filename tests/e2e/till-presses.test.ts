import type { Locator, Page } from "playwright";
import { afterAll, describe, expect, test } from "vitest";
import { DECISION_MS_MIN } from "@/components/till/till-types";
import { hashPassword } from "@/lib/portal/session/password";
import { messages } from "@/messages/en";
import { createCoupon, createTemplate } from "@/tests/support/coupons";
import { boxOf, quoteOf, scan, startTillWorld, typeByHand } from "@/tests/support/portal/till";

const till = startTillWorld();
const STAFF_PIN = "482913";

/** Presses of a person and the machine's seconds after them, from the scan to the box that waits for the next customer. */
const figures: Record<string, { presses: number; seconds: number }> = {};
afterAll(() => console.info("From the scan to the next customer", figures));

/** Does one job at the till, and counts. */
class Hand {
  #presses = 0;
  #waitedMs = 0;

  constructor(private readonly page: Page) {}

  /** A scan is no press. */
  scan = (code: string, shown: Locator) => this.#after(0, scan(this.page, code), shown);
  type = (text: string, shown: Locator) => this.#after(text.length, typeByHand(this.page, text), shown);
  press = (key: string, shown: Locator) => this.#after(1, this.page.keyboard.press(key), shown);
  /** Enter, as soon as a person can have read what is on the screen. */
  enter = async (shown: Locator) => {
    await this.page.evaluate((ms) => new Promise((read) => setTimeout(read, ms)), DECISION_MS_MIN + 10);
    await this.press("Enter", shown);
  };
  click = (button: Locator, shown: Locator) => this.#after(1, button.click(), shown);

  async #after(presses: number, done: Promise<unknown>, shown: Locator): Promise<void> {
    await done;
    const from = performance.now();
    await shown.waitFor();
    this.#waitedMs += performance.now() - from;
    this.#presses += presses;
  }

  /** The till waits for the next customer, after so many presses. */
  async ends(job: string, presses: number): Promise<void> {
    await expect.poll(() => boxOf(this.page).evaluate((box) => box === document.activeElement)).toBe(true);
    expect(await boxOf(this.page).inputValue()).toBe("");
    expect(this.#presses).toBe(presses);
    figures[job] = { presses, seconds: Math.round(this.#waitedMs / 10) / 100 };
  }
}

const ready = (page: Page) => page.getByText("Ready for the next customer");
const next = (page: Page) => page.getByRole("button", { name: /^Next customer/ }).last();
const lastEntry = async (walletId: number | bigint) => {
  const entry = await till.database.prisma.entry.findFirstOrThrow({
    where: { walletId },
    orderBy: { seq: "desc" },
  });
  return String(entry.id);
};

describe("from the scan to the next customer a cashier presses", () => {
  test("five times for a reward of three digits, and ten times for a payment with a PIN of four", async () => {
    const wallet = await till.customer({ points: 300, pin: "4071" });
    const page = await till.openTill();
    const hand = new Hand(page);
    await hand.scan(wallet.walletCode, page.locator("input[name=amount]"));
    await hand.type("150", quoteOf(page).locator("dl"));
    await hand.press("Enter", next(page));
    await hand.enter(ready(page));
    await hand.ends("reward", 5);
    const paying = new Hand(page);
    await paying.scan(wallet.walletCode, page.locator("input[name=amount]"));
    await paying.press("F4", page.getByText("Enter the amount"));
    await paying.type("40", quoteOf(page).locator("dl"));
    await paying.press("Enter", page.getByRole("dialog"));
    await paying.type("4071", page.getByRole("dialog"));
    await paying.press("Enter", next(page));
    await paying.enter(ready(page));
    await paying.ends("payment with PIN", 10);
  });

  test("four times to refund, and to take goods back, by the receipt", async () => {
    const wallet = await till.customer({ points: 300 });
    const page = await till.openTill();
    const returning = new Hand(page);
    await returning.scan(`entry:${await lastEntry(wallet.id)}`, page.getByLabel("Price of the goods"));
    await returning.type("10", page.getByRole("button", { name: "Take back 10 points" }));
    await returning.press("Enter", page.getByText("10 points taken back"));
    await returning.enter(ready(page));
    await returning.ends("return", 4);
    const hand = new Hand(page);
    await hand.scan(wallet.walletCode, page.locator("input[name=amount]"));
    await hand.press("F4", page.getByText("Enter the amount"));
    await hand.type("90", quoteOf(page).locator("dl"));
    await hand.press("Enter", next(page));
    await hand.enter(ready(page));
    await hand.ends("payment", 5);
    const refunding = new Hand(page);
    await refunding.scan(`entry:${await lastEntry(wallet.id)}`, page.getByLabel("Money to give back"));
    await refunding.type("10", page.getByRole("button", { name: "Refund 10 points" }));
    await refunding.press("Enter", page.getByText("10 points given back"));
    await refunding.enter(ready(page));
    await refunding.ends("refund", 4);
  });

  test("three times for a coupon, and sixteen for a new customer with the mobile alone", async () => {
    const { pool, prisma } = till.database;
    await prisma.merchant.update({ where: { id: till.portal.merchantId }, data: { cashiersMayEnrol: true } });
    const wallet = await till.customer();
    const number = await createCoupon(pool, await createTemplate(pool), wallet.id);
    const page = await till.openTill();
    const hand = new Hand(page);
    const { words } = messages.coupons;
    const drawer = page.getByRole("dialog", { name: words.title });
    await hand.scan(
      number,
      drawer.getByRole("button", { name: words.use, exact: true }).and(page.locator(":focus")),
    );
    await hand.enter(drawer.getByRole("button", { name: words.reopen }));
    await hand.press("Escape", page.locator("input[name=amount]"));
    await hand.press("Escape", ready(page));
    await hand.ends("coupon", 3);
    const joining = new Hand(page);
    await joining.type("01088776655", boxOf(page));
    await joining.press("Enter", page.getByRole("button", { name: "New customer" }));
    await joining.click(page.getByRole("button", { name: "New customer" }), page.getByRole("dialog"));
    const agrees = page.getByRole("dialog").getByText("The customer has read or heard this and agrees");
    await agrees.waitFor();
    await joining.click(agrees, agrees);
    await joining.click(page.getByRole("button", { name: "Sign up" }), page.locator("input[name=amount]"));
    await joining.press("Escape", ready(page));
    await joining.ends("new customer", 16);
  });

  test("eight times to change the cashier by badge and PIN", async () => {
    const { prisma } = till.database;
    await prisma.programme.updateMany({ data: { cashiersChangeByPin: true } });
    const hash = await hashPassword(STAFF_PIN);
    await prisma.user.create({
      data: {
        ...{ name: "Hoda Samir", email: "hoda@portal.invalid", username: "hoda-samir", role: "cashier" },
        merchantId: till.portal.merchantId,
        userBranches: { create: [{ branchId: till.portal.branchIds[0] }] },
        staffPin: { create: { hash, changedAt: new Date() } },
      },
    });
    const page = await till.openTill();
    const hand = new Hand(page);
    const dialog = page.getByRole("dialog", { name: "Change cashier" });
    await hand.click(
      page.getByRole("button", { name: "Change cashier" }),
      dialog.getByRole("button", { name: "Hoda Samir" }),
    );
    await hand.scan("hoda-samir", dialog.getByLabel("PIN, 6 digits").and(page.locator(":focus")));
    await hand.type(STAFF_PIN, dialog);
    await hand.press("Enter", page.getByRole("button", { name: "Account menu: Hoda Samir" }));
    await hand.ends("change of cashier", 8);
  });
});

import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashPassword } from "@/lib/portal/session/password";
import { messages as ar } from "@/messages/ar";
import { messages as en } from "@/messages/en";
import { createCoupon, createTemplate } from "@/tests/support/coupons";
import { createDeal, daysFromNow } from "@/tests/support/portal/deals";
import {
  amountOf,
  boxOf,
  quoteOf,
  scan,
  startTillWorld,
  typeByHand,
  untilPrepared,
  untilRead,
} from "@/tests/support/portal/till";

const till = startTillWorld();
const STAFF_PIN = "482913";

const WORDS = { en, ar } as const;
/** Every job, in the reader's words. */
const LANGUAGES = ["en", "ar"] as const;

/** Presses of a person and the machine's seconds after them, from the scan to the box that waits for the next customer. */
const figures: Record<string, { presses: number; seconds: number }> = {};
afterAll(() => console.info("From the scan to the next customer", figures));

/** Does one job at the till, and counts. */
class Hand {
  #presses = 0;
  #waitedMs = 0;

  constructor(
    private readonly page: Page,
    private readonly language: string,
  ) {}

  /** A scan is no press. */
  scan = (code: string, shown: Locator) => this.#after(0, scan(this.page, code), shown);
  type = (text: string, shown: Locator) => this.#after(text.length, typeByHand(this.page, text), shown);
  press = (key: string, shown: Locator) => this.#after(1, this.page.keyboard.press(key), shown);
  /** Enter, as soon as a person can have read what is on the screen. */
  enter = async (shown: Locator) => {
    await untilRead(this.page);
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
    figures[`${job}, ${this.language}`] = { presses, seconds: Math.round(this.#waitedMs / 10) / 100 };
  }
}

const lastEntry = async (walletId: number | bigint) => {
  const entry = await till.database.prisma.entry.findFirstOrThrow({
    where: { walletId },
    orderBy: { seq: "desc" },
  });
  return String(entry.id);
};

let nextId: number;
beforeAll(async () => {
  const { prisma } = till.database;
  await prisma.programme.updateMany({ data: { cashiersChangeByPin: true } });
  await prisma.merchant.update({ where: { id: till.portal.merchantId }, data: { cashiersMayEnrol: true } });
  const hash = await hashPassword(STAFF_PIN);
  const staffPin = { create: { hash, changedAt: new Date() } };
  const { id } = await prisma.user.create({
    data: {
      ...{ name: "Hoda Samir", email: "hoda@portal.invalid", username: "hoda-samir", role: "cashier" },
      merchantId: till.portal.merchantId,
      userBranches: { create: [{ branchId: till.portal.branchIds[0] }] },
      staffPin,
    },
  });
  nextId = id;
  const category = await prisma.category.create({ data: { nameEn: "Coffee", nameAr: "قهوة" } });
  await createDeal(till.database, {
    categoryId: category.id,
    merchantId: till.portal.merchantId,
    branchIds: till.portal.branchIds.slice(0, 1),
    endDate: daysFromNow(5),
    expiryDate: daysFromNow(9),
  });
  await prisma.user.update({ where: { username: "cashier" }, data: { staffPin } });
});

describe.each(LANGUAGES)("in %s, from the scan to the next customer a cashier presses", (language) => {
  const words = WORDS[language];
  const open = () => till.openTill({ language });
  const handAt = (page: Page) => new Hand(page, language);
  const ready = (page: Page) => page.getByText(words.till.ready.title);
  const next = (page: Page) =>
    page.getByRole("button", { name: new RegExp(`^${words.till.done.next}`) }).last();
  const figuresOf = (page: Page) => quoteOf(page).locator("dl");
  const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
  const focused = (field: Locator, page: Page) => field.and(page.locator(":focus"));

  test("five times for a reward of three digits, and ten times for a payment with a PIN of four", async () => {
    const wallet = await till.customer({ points: 300, pin: "4071" });
    const page = await open();
    const hand = handAt(page);
    await hand.scan(wallet.walletCode, amountOf(page));
    await hand.type("150", figuresOf(page));
    await hand.press("Enter", next(page));
    await hand.enter(ready(page));
    await hand.ends("reward", 5);
    const paying = handAt(page);
    await paying.scan(wallet.walletCode, amountOf(page));
    await paying.press("F4", page.getByText(words.till.quote.waitingRedeem));
    await paying.type("40", figuresOf(page));
    await paying.press("Enter", page.getByRole("dialog"));
    await paying.type("4071", page.getByRole("dialog"));
    await paying.press("Enter", next(page));
    await paying.enter(ready(page));
    await paying.ends("payment with PIN", 10);
  });

  test("fifty-one times for ten customers with bills of four digits", async () => {
    const wallets = await Promise.all(Array.from({ length: 10 }, () => till.customer()));
    const page = await open();
    const hand = handAt(page);
    for (const [place, { walletCode }] of wallets.entries()) {
      // The next card is the way to the next customer.
      await hand.scan(walletCode, page.getByRole("region").getByText(walletCode, { exact: true }));
      await hand.type(
        String(1_250 + place),
        figuresOf(page)
          .getByText(String(250 + place))
          .first(),
      );
      await hand.press("Enter", next(page));
    }
    await hand.enter(ready(page));
    await hand.ends("ten customers", 51);
    for (const [place, wallet] of wallets.entries())
      expect(await till.movements(wallet)).toMatchObject([{ points: 1_250 + place }]);
  });

  test("ten times for a bill of which a part is paid with points", async () => {
    const wallet = await till.customer({ points: 300 });
    const page = await open();
    const hand = handAt(page);
    await hand.scan(wallet.walletCode, amountOf(page));
    await hand.type("150", figuresOf(page));
    await hand.press("F4", figuresOf(page));
    await hand.type("40", figuresOf(page).getByText("260"));
    await hand.press("Enter", next(page));
    await hand.click(button(page, words.till.done.more), figuresOf(page).getByText("150"));
    expect(await amountOf(page).inputValue()).toBe("150");
    await hand.press("Enter", next(page));
    await hand.enter(ready(page));
    await hand.ends("part payment", 10);
    expect(await till.movements(wallet)).toMatchObject([{ points: -40 }, { points: 150 }]);
  });

  test("seven times for a bill with a coupon, points and a reward", async () => {
    const { pool } = till.database;
    const wallet = await till.customer({ points: 120 });
    const fifty = await createTemplate(pool, { discount_type: 2, discount: 50 });
    await createCoupon(pool, fifty, wallet.id);
    const page = await open();
    const hand = handAt(page);
    const { parts, serve } = words.till;
    const part = (name: string | RegExp) =>
      page.getByRole("group", { name: parts.title }).getByRole("checkbox", { name, checked: true });
    await hand.scan(wallet.walletCode, amountOf(page));
    await hand.type("260", figuresOf(page).first());
    await hand.press("F6", part(/50/));
    await hand.press("F7", part(new RegExp(`^${serve.redeem}`)));
    await quoteOf(page)
      .getByText(/(^|\D)90(\D|$)/)
      .first()
      .waitFor();
    await hand.press("Enter", next(page));
    await hand.enter(ready(page));
    await hand.ends("coupon, points and reward", 7);
    expect(await till.movements(wallet)).toMatchObject([{ points: -120 }, { points: expect.any(Number) }]);
  });

  test("four times to refund, and to take goods back, by the receipt", async () => {
    const wallet = await till.customer({ points: 300 });
    const page = await open();
    const sheet = page.getByRole("dialog");
    const returning = handAt(page);
    await returning.scan(`entry:${await lastEntry(wallet.id)}`, page.getByLabel(words.entries.return.value));
    await returning.type("10", sheet.getByRole("button", { name: /10/ }));
    await returning.press("Enter", next(page));
    await returning.enter(ready(page));
    await returning.ends("return", 4);
    const hand = handAt(page);
    await hand.scan(wallet.walletCode, amountOf(page));
    await hand.press("F4", page.getByText(words.till.quote.waitingRedeem));
    await hand.type("90", figuresOf(page));
    await hand.press("Enter", next(page));
    await hand.enter(ready(page));
    await hand.ends("payment", 5);
    const refunding = handAt(page);
    await refunding.scan(`entry:${await lastEntry(wallet.id)}`, page.getByLabel(words.entries.refund.value));
    await refunding.type("10", sheet.getByRole("button", { name: /10/ }));
    await refunding.press("Enter", next(page));
    await refunding.enter(ready(page));
    await refunding.ends("refund", 4);
  });

  test("four times to void what was just done", async () => {
    const wallet = await till.customer();
    const page = await open();
    await scan(page, wallet.walletCode);
    await amountOf(page).waitFor();
    await typeByHand(page, "70");
    await figuresOf(page).waitFor();
    await page.keyboard.press("Enter");
    await next(page).waitFor();
    const hand = handAt(page);
    const sheet = page.getByRole("dialog");
    const reason = sheet.getByText(words.entries.cancel.reasons.wrong_amount);
    const confirm = sheet.getByRole("button", { name: words.entries.cancel.confirm, exact: true });
    await hand.press("F8", reason);
    await hand.click(reason, confirm);
    await hand.click(confirm, page.getByRole("heading", { name: words.till.done.cancel }));
    await hand.enter(ready(page));
    await hand.ends("void", 4);
    expect(await till.movements(wallet)).toMatchObject([{ points: 70 }, { points: -70 }]);
  });

  test("three times for a coupon, and sixteen for a new customer with the mobile alone", async () => {
    const { pool } = till.database;
    const wallet = await till.customer();
    const number = await createCoupon(pool, await createTemplate(pool), wallet.id);
    const page = await open();
    const hand = handAt(page);
    const coupons = words.coupons.words;
    const drawer = page.getByRole("dialog", { name: coupons.title });
    await hand.scan(number, focused(drawer.getByRole("button", { name: coupons.use, exact: true }), page));
    await hand.enter(drawer.getByRole("button", { name: coupons.reopen }));
    await hand.press("Escape", amountOf(page));
    await hand.press("Escape", ready(page));
    await hand.ends("coupon", 3);
    const joining = handAt(page);
    const { enrol } = words.till;
    await joining.type(language === "en" ? "01088776655" : "01088776656", boxOf(page));
    await joining.press("Enter", page.getByRole("button", { name: enrol.title }));
    await joining.click(page.getByRole("button", { name: enrol.title }), page.getByRole("dialog"));
    const agrees = page.getByRole("dialog").getByText(enrol.agrees);
    await agrees.waitFor();
    await joining.click(agrees, agrees);
    await joining.click(button(page, enrol.submit), amountOf(page));
    await joining.press("Escape", ready(page));
    await joining.ends("new customer", 16);
  });

  test("twice to tell the offers of the day over a bill, which waits below them", async () => {
    const wallet = await till.customer();
    const page = await open();
    await scan(page, wallet.walletCode);
    await amountOf(page).waitFor();
    await typeByHand(page, "150");
    await figuresOf(page).waitFor();
    const hand = handAt(page);
    const offers = page.getByRole("dialog", { name: words.deals.customer.title });
    await hand.click(page.getByRole("region").getByRole("button", { name: /^1 deal|^عرض واحد/ }), offers);
    await hand.press("Escape", figuresOf(page).getByText("150").first());
    expect(await amountOf(page).inputValue()).toBe("150");
    await page.keyboard.press("Escape");
    await ready(page).waitFor();
    await hand.ends("offers", 2);
  });

  test("eight times to leave the till for a while and go on with its bill", async () => {
    const wallet = await till.customer({ name: "Salma Adel" });
    const page = await open();
    await scan(page, wallet.walletCode);
    await amountOf(page).waitFor();
    await typeByHand(page, "150");
    await page.keyboard.press("Escape");
    await ready(page).waitFor();
    const hand = handAt(page);
    const locked = page.getByRole("alertdialog");
    await hand.click(button(page, words.shell.lock), locked.getByText(words.sessionEnded.pin));
    expect(await page.locator("main").evaluate((main) => getComputedStyle(main).visibility)).toBe("hidden");
    await hand.type(STAFF_PIN, locked);
    await hand.press("Enter", page.getByRole("button", { name: /Salma/ }).first());
    await locked.waitFor({ state: "detached" });
    await boxOf(page).focus();
    await hand.ends("lunch", 8);
  });

  test("four times for a sale without a connection", async () => {
    const wallet = await till.customer();
    const page = await open();
    await untilPrepared(page);
    await page.context().setOffline(true);
    await page.getByText(words.shell.offlineTitle, { exact: true }).waitFor();
    const hand = handAt(page);
    await hand.scan(wallet.walletCode, amountOf(page));
    await hand.type("85", amountOf(page));
    await hand.press("Enter", page.getByRole("heading", { name: words.till.offline.queued }));
    await hand.enter(ready(page));
    await hand.ends("offline", 4);
    await page.context().setOffline(false);
    await expect.poll(async () => (await till.movements(wallet)).map(({ points }) => points)).toEqual([85]);
  });

  test("eight times to change the cashier by badge and PIN", async () => {
    const page = await open();
    const hand = handAt(page);
    const dialog = page.getByRole("dialog", { name: words.till.change.title });
    await hand.click(
      button(page, words.till.change.title),
      dialog.getByRole("button", { name: "Hoda Samir" }),
    );
    await hand.scan("hoda-samir", focused(dialog.getByLabel(words.till.change.pin), page));
    await hand.type(STAFF_PIN, dialog);
    await hand.press("Enter", page.getByRole("button", { name: /: Hoda Samir$/ }));
    await hand.ends("change of cashier", 8);
    expect(await till.database.prisma.session.count({ where: { userId: nextId } })).toBeGreaterThan(0);
  });
});

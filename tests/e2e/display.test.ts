import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { hashPassword } from "@/lib/portal/session/password";
import { createTemplate } from "@/tests/support/coupons";
import { expectAccessible } from "@/tests/support/portal/browser";
import {
  amountOf,
  boxOf,
  quote,
  quoteOf,
  scan,
  serve,
  startTillWorld,
  typeByHand,
} from "@/tests/support/portal/till";

const till = startTillWorld();
const PIN = "4071";

/** Pairs a tablet with the till, by the code that the till shows. */
async function pair(page: Page, tablet: Page): Promise<void> {
  await page.getByRole("button", { name: "Customer display" }).click();
  const dialog = page.getByRole("dialog", { name: "Customer display" });
  await dialog.getByRole("button", { name: "Connect a display" }).click();
  const code = await dialog.getByText(/^\d{6}$/).textContent();
  await tablet.goto("/display");
  await tablet.getByLabel("Code").fill(code ?? "");
  await tablet.getByRole("button", { name: "Connect" }).click();
  await tablet.getByRole("heading", { name: "One" }).waitFor();
  await dialog.getByText(/^The display is connected/).waitFor();
  await page.keyboard.press("Escape");
}

test("a customer sees the sale on a display of their own, types the PIN there, and is gone from it with the till", async () => {
  const wallet = await till.customer({ name: "Salma Adel", points: 500, pin: PIN });
  const page = await till.openTill();
  const tablet = await till.as({ username: "supervisor", viewport: "tablet" });
  // Who looks at the display is nobody that the portal knows.
  await tablet.context().clearCookies({ name: /session/ });
  await pair(page, tablet);
  await serve(page, wallet);
  await page.getByRole("button", { name: "Pay with points" }).first().click();
  await quote(page, 60);
  await tablet.getByText("Balance after this").waitFor();
  await tablet.getByRole("button", { name: "العربية" }).click();
  await tablet.getByText("الدفع بالنقاط").waitFor();
  await expectAccessible(tablet);

  await amountOf(page).press("Enter");
  const waiting = page.getByRole("dialog", { name: "The customer's PIN" });
  await waiting.getByText("The customer types the PIN on their display.").waitFor();
  for (const digit of "9081") await tablet.getByRole("button", { name: digit, exact: true }).click();
  await tablet.getByRole("button", { name: "تأكيد" }).click();
  await tablet.getByText(/^الرقم السري غير صحيح/).waitFor();
  await expectAccessible(tablet);
  for (const digit of PIN) await tablet.getByRole("button", { name: digit, exact: true }).click();
  await tablet.getByRole("button", { name: "تأكيد" }).click();
  await tablet.getByText("رصيدك").waitFor();
  await page.getByRole("heading", { name: /paid with points/ }).waitFor();
  expect(await till.movements(wallet)).toMatchObject([{ points: -60, balanceAfter: 440 }]);
  const everything = `${await tablet.content()}`;
  for (const personal of ["Salma", wallet.walletCode]) expect(everything).not.toContain(personal);

  // It drops, and comes back as it was; with the till's session it is over.
  await tablet.context().setOffline(true);
  await tablet.getByText("لا يوجد اتصال").waitFor();
  await tablet.context().setOffline(false);
  await tablet.getByText("لا يوجد اتصال").waitFor({ state: "hidden" });
  await till.database.prisma.session.deleteMany({ where: { user: { username: "cashier" } } });
  await tablet.getByText(/^(The display was disconnected|تم فصل الشاشة)/).waitFor();
});

test("a coupon for points asks the customer for the PIN on their display, as a payment does, and the till never has it", async () => {
  const { pool, prisma } = till.database;
  await prisma.programme.updateMany({ data: { shifts: "off" } });
  await createTemplate(pool);
  const wallet = await till.customer({ name: "Salma Adel", points: 500, pin: PIN });
  const page = await till.openTill();
  const tablet = await till.as({ username: "supervisor", viewport: "tablet" });
  await tablet.context().clearCookies({ name: /session/ });
  await pair(page, tablet);
  await serve(page, wallet);
  await page.getByRole("button", { name: "Coupons", exact: true }).click();
  await page.getByRole("button", { name: "300 points" }).click();
  const drawer = page.getByRole("dialog", { name: "A free coffee" });
  await drawer.getByText("The customer types the PIN on their display.").waitFor();
  await expectAccessible(page);
  const type = async (pin: string) => {
    for (const digit of pin) await tablet.getByRole("button", { name: digit, exact: true }).click();
    await tablet.getByRole("button", { name: "Confirm" }).click();
  };
  await tablet.getByText("Enter your PIN").waitFor();
  const sent = page.waitForRequest((request) => request.url().endsWith("/points/redeem"));
  await type("9081");
  expect((await sent).postDataJSON()).toMatchObject({ pinFromDisplay: true });
  expect((await sent).postData()).not.toContain("9081");
  await tablet.getByText(/^This PIN is not correct. 4 attempts left/).waitFor();
  await type(PIN);
  await drawer.getByText("The coupon was issued").waitFor();
  await tablet.getByText("Your balance").waitFor();
  expect(await till.movements(wallet)).toMatchObject([{ points: -300, balanceAfter: 200 }]);
  await drawer.getByRole("button", { name: "Close", exact: true }).last().click();
  await tablet.getByRole("heading", { name: "One" }).waitFor();
});

test("a bill that points pay a part of asks for the PIN on the customer's display, once, and is settled whole", async () => {
  await till.database.prisma.programme.updateMany({ data: { shifts: "off" } });
  const wallet = await till.customer({ points: 300, pin: PIN });
  const page = await till.openTill();
  const tablet = await till.as({ username: "supervisor", viewport: "tablet" });
  await tablet.context().clearCookies({ name: /session/ });
  await pair(page, tablet);
  await serve(page, wallet);
  await typeByHand(page, "260");
  await page.keyboard.press("F7");
  const sum = page.getByRole("textbox", { name: /^Amount to pay/ });
  await sum.fill("120");
  await quoteOf(page).getByText(/140/).first().waitFor();
  await tablet.getByText(/140/).first().waitFor();
  await expectAccessible(tablet);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/points/bill")) asked.push(request.postData() ?? "");
  });
  await sum.press("Enter");
  await tablet.getByText("Enter your PIN").waitFor();
  await tablet.getByText(/120/).first().waitFor();
  for (const digit of PIN) await tablet.getByRole("button", { name: digit, exact: true }).click();
  await tablet.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Receipt number").waitFor();
  await tablet.getByText("Your balance").waitFor();
  expect(asked.map((body) => JSON.parse(body).pinFromDisplay)).toEqual([true]);
  expect(await till.movements(wallet)).toMatchObject([{ points: -120 }, { points: 260, balanceAfter: 440 }]);
});

test("a display is left on the display itself, after a second question, and leads back to the portal", async () => {
  await till.database.prisma.programme.updateMany({ data: { shifts: "off" } });
  const page = await till.openTill();
  const tablet = await till.as({ username: "supervisor", viewport: "tablet" });
  await pair(page, tablet);
  const press = (name: string) => tablet.getByRole("button", { name }).click();
  await press("Disconnect this display");
  await expectAccessible(tablet);
  await press("Stay connected");
  await press("Disconnect this display");
  await press("Yes, disconnect");
  await tablet.getByText("The display was disconnected from its till.").waitFor();
  await expectAccessible(tablet);
  await tablet.getByRole("link", { name: "Not a customer display: go to the portal" }).click();
  await tablet.waitForURL((url) => url.pathname !== "/display");
});

test("a newcomer agrees and chooses a PIN on the display, in their language, and the till goes on meanwhile", async () => {
  const { prisma } = till.database;
  await prisma.merchant.update({ where: { id: till.portal.merchantId }, data: { cashiersMayEnrol: true } });
  await prisma.programme.updateMany({ data: { shifts: "off", unprovedValueMax: 500 } });
  const page = await till.openTill();
  const tablet = await till.as({ username: "supervisor", viewport: "tablet" });
  await tablet.context().clearCookies({ name: /session/ });
  await pair(page, tablet);
  const press = (name: string) => tablet.getByRole("button", { name, exact: true }).click();
  const type = async (pin: string) => {
    for (const digit of pin) await press(digit);
  };
  const mobile = "01099887766";
  await boxOf(page).fill(mobile);
  await boxOf(page).press("Enter");
  await page.getByRole("button", { name: "New customer" }).click();
  const dialog = page.getByRole("dialog", { name: "New customer" });
  await dialog.getByText("The customer reads the terms on their display.").waitFor();
  await dialog.getByRole("button", { name: "Sign up" }).click();
  await dialog.getByText(/^Wait until the customer agrees/).waitFor();
  await expectAccessible(page);
  await tablet.getByText("Would you like to join?").waitFor();
  await expectAccessible(tablet);
  await press("العربية");
  await press("أوافق");
  await tablet.getByText("شكرًا لك. سيُكمل الكاشير اشتراكك.").waitFor();
  await dialog.getByText("The customer agreed on their display.").waitFor();
  await dialog.getByRole("button", { name: "Sign up" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText(/^The customer chooses a PIN on their display/).waitFor();
  expect(await prisma.walletConsent.findFirst({ orderBy: { id: "desc" } })).toMatchObject({ language: "ar" });

  await tablet.getByText("رقمك السري الجديد").waitFor();
  await expectAccessible(tablet);
  // It is refused before it is typed a second time.
  await type("1234");
  await press("متابعة");
  await tablet.getByText("رقم سهل التخمين. اختر رقمًا آخر.").waitFor();
  await type(PIN);
  await press("متابعة");
  await type("9183");
  await press("حفظ الرقم السري");
  await tablet.getByText("الرقمان غير متطابقين. ابدأ من جديد.").waitFor();
  await type(PIN);
  await press("متابعة");
  await type(PIN);
  await press("حفظ الرقم السري");
  await tablet.getByText(/^تم حفظ رقمك السري/).waitFor();
  await page.getByText("The customer has chosen a PIN.").waitFor();
  await expectAccessible(page);
  const { walletPin, walletCode } = await prisma.wallet.findFirstOrThrow({
    where: { contactMsisdn: "+201099887766" },
    select: { walletCode: true, walletPin: { select: { provesFrom: true } } },
  });
  expect(walletPin?.provesFrom?.getTime()).toBeGreaterThan(Date.now());
  expect(await tablet.content()).not.toContain(walletCode);
  await quote(page, 40);
  await amountOf(page).press("Enter");
  await tablet.getByText("رصيدك").waitFor();
});

test("without a PIN the maximum is what is left of the day, and a PIN that is chosen now raises it for nobody", async () => {
  await till.database.prisma.programme.updateMany({ data: { shifts: "off", unprovedValueMax: 500 } });
  const wallet = await till.customer({ points: 900 });
  const page = await till.openTill();
  const tablet = await till.as({ username: "supervisor", viewport: "tablet" });
  await pair(page, tablet);
  await serve(page, wallet);
  await page.getByRole("button", { name: "Pay with points" }).first().click();
  await quote(page, 120);
  await amountOf(page).press("Enter");
  await page.getByRole("button", { name: "Another transaction" }).click();
  await page.getByRole("button", { name: "Pay with points" }).first().click();
  await page.getByRole("button", { name: "Use the maximum: EGP 380" }).waitFor();
  await page.getByRole("button", { name: "Customer chooses a PIN" }).click();
  for (const end of ["Continue", "Set the PIN"]) {
    for (const digit of PIN) await tablet.getByRole("button", { name: digit, exact: true }).click();
    await tablet.getByRole("button", { name: end }).click();
  }
  await page.getByText("The customer has chosen a PIN.").waitFor();
  await page.getByRole("button", { name: "Use the maximum: EGP 380" }).click();
  await quoteOf(page).getByText("Asks for the customer's PIN.").waitFor();
  await quote(page, 381);
  await quoteOf(page)
    .getByText(/They can pay up to .*380.* here today/)
    .waitFor();
});

test("a display that is opened by a link whose code is over says so", async () => {
  const tablet = await till.as({ username: "supervisor", viewport: "tablet" });
  await tablet.goto("/display#123456");
  const code = tablet.getByLabel("Code");
  await code.waitFor();
  expect(await code.getAttribute("aria-invalid")).toBe("true");
  expect(new URL(tablet.url()).hash).toBe("");
  await expectAccessible(tablet);
});

test("where shifts are required the till opens with one for the card that was scanned, and its close leads to its report", async () => {
  const wallet = await till.customer({ walletCode: "7310001" });
  await till.database.prisma.programme.updateMany({ data: { shifts: "required" } });
  const page = await till.open("/till");
  await page.getByRole("heading", { name: "Open your shift first" }).waitFor();
  expect(await page.locator("input[name=wallet]").count()).toBe(0);
  await expectAccessible(page);
  await scan(page, wallet.walletCode);
  await page.keyboard.press("Enter");
  await page.getByLabel("Cash in the drawer (optional)").fill("٢٥٠");
  await page.keyboard.press("Enter");
  await page.getByText(`Code ${wallet.walletCode}`).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Close the shift" }).click();
  await page.getByLabel("Note").fill("Drawer 2");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close the shift" }).click();
  await page.waitForURL(/\/today\/shifts\/\d+$/);
  const report = page.getByRole("article");
  for (const said of ["EGP 250", "Drawer 2", "Closed by The cashier"]) await report.getByText(said).waitFor();
});

describe("a till that changes hands", () => {
  const STAFF_PIN = "482913";

  test("is taken over by badge and PIN, and what is done from then on is the next cashier's", async () => {
    const { prisma } = till.database;
    await prisma.programme.updateMany({ data: { shifts: "off", cashiersChangeByPin: true } });
    const hash = await hashPassword(STAFF_PIN);
    const { id } = await prisma.user.create({
      data: {
        ...{ name: "Hoda Samir", email: "hoda@portal.invalid", username: "hoda-samir", role: "cashier" },
        merchantId: till.portal.merchantId,
        userBranches: { create: [{ branchId: till.portal.branchIds[0] }] },
        staffPin: { create: { hash, changedAt: new Date() } },
      },
    });
    const wallet = await till.customer();
    const page = await till.openTill();
    await page.getByRole("button", { name: "Change cashier" }).click();
    const dialog = page.getByRole("dialog", { name: "Change cashier" });
    await dialog.getByRole("button", { name: "Hoda Samir" }).waitFor();
    await expectAccessible(page);
    await scan(page, "hoda-samir");
    const pin = dialog.getByLabel("PIN, 6 digits");
    await expect.poll(() => pin.evaluate((field) => field === document.activeElement)).toBe(true);
    await typeByHand(page, "482914");
    await page.keyboard.press("Enter");
    await dialog.getByText("not correct").waitFor();
    await typeByHand(page, STAFF_PIN);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Account menu: Hoda Samir" }).waitFor();
    await serve(page, wallet);
    await quote(page, 25);
    await amountOf(page).press("Enter");
    await page.getByRole("button", { name: "Next customer" }).waitFor();
    expect(await prisma.entry.findFirstOrThrow({ where: { walletId: wallet.id } })).toMatchObject({
      userId: id,
    });
  });
});

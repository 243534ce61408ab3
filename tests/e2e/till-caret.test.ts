import type { Locator } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { hashPassword } from "@/lib/portal/session/password";
import { createTemplate } from "@/tests/support/coupons";
import { expectNoSidewaysScrolling } from "@/tests/support/portal/browser";
import {
  amountOf,
  boxOf,
  quote,
  serve,
  startTillWorld,
  typeByHand,
  untilRead,
} from "@/tests/support/portal/till";

const till = startTillWorld();
const PIN = "4071";
const STAFF_PIN = "482913";
const LONG_NAME = "Abdelrahman Mostafa Ibrahim Elsharkawy Abdelghaf";

/** Of an old handheld, and of a shop's PC. */
const WINDOWS = [
  { width: 360, height: 640 },
  { width: 1366, height: 625 },
] as const;

beforeAll(async () => {
  const { pool, prisma } = till.database;
  await prisma.merchant.update({ where: { id: till.portal.merchantId }, data: { cashiersMayEnrol: true } });
  await prisma.programme.updateMany({ data: { cashiersChangeByPin: true } });
  await createTemplate(pool);
  const hash = await hashPassword(STAFF_PIN);
  await prisma.user.create({
    data: {
      ...{ name: "Hoda Samir", email: "hoda@portal.invalid", username: "hoda-samir", role: "cashier" },
      merchantId: till.portal.merchantId,
      userBranches: { create: [{ branchId: till.portal.branchIds[0] }] },
      staffPin: { create: { hash, changedAt: new Date() } },
    },
  });
});

const hasCaret = (field: Locator) =>
  expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);

/** Fails unless all of it stands in the window. */
const isInView = (element: Locator) =>
  expect
    .poll(() =>
      element.evaluate((shown) => {
        const { top, bottom } = shown.getBoundingClientRect();
        return top >= 0 && bottom <= window.innerHeight;
      }),
    )
    .toBe(true);

describe.each(WINDOWS)("at $width by $height the caret is", (viewport) => {
  const open = () => till.openTill({ context: { viewport } });

  test("in the box, and that in view, after Next customer", async () => {
    const wallet = await till.customer();
    const page = await open();
    await serve(page, wallet);
    await quote(page, 40);
    await amountOf(page).press("Enter");
    const next = page.getByRole("button", { name: /^Next customer/ }).last();
    await next.waitFor();
    await next.click();
    await hasCaret(boxOf(page));
    await isInView(boxOf(page));
  });

  test("in the PIN after Buy for so many points", async () => {
    const wallet = await till.customer({ points: 500, pin: PIN });
    const page = await open();
    await serve(page, wallet);
    await page.getByRole("button", { name: "Coupons", exact: true }).click();
    await page.getByRole("button", { name: "300 points" }).click();
    const drawer = page.getByRole("dialog", { name: "A free coffee" });
    await hasCaret(drawer.getByLabel("The customer’s PIN"));
    await typeByHand(page, PIN);
    await page.keyboard.press("Enter");
    await drawer.getByText("The coupon was issued").waitFor();
  });

  test("on the way to a new customer after Enter on a number that nobody has, with the number, consent and button in view", async () => {
    const page = await open();
    const mobile = viewport.width === 360 ? "01055500001" : "01055500002";
    await typeByHand(page, mobile);
    await page.keyboard.press("Enter");
    await page.getByText(/^No customer has the mobile number/).waitFor();
    await untilRead(page);
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "New customer" });
    expect(await dialog.getByLabel("Mobile number", { exact: true }).inputValue()).toBe(mobile);
    await hasCaret(dialog.getByLabel("Name (optional)"));
    await dialog.getByLabel("Date of birth (optional)").waitFor();
    if (viewport.width > 1_000) {
      await isInView(dialog.getByText("The customer has read or heard this and agrees"));
      await isInView(dialog.getByRole("button", { name: "Sign up" }));
    }
  });

  test("in the PIN of a colleague once the name is picked, and picked again", async () => {
    const page = await open();
    await page.getByRole("button", { name: "Change cashier" }).click();
    const dialog = page.getByRole("dialog", { name: "Change cashier" });
    const pin = dialog.getByLabel("PIN, 6 digits");
    for (const digits of ["48", STAFF_PIN]) {
      await dialog.getByRole("button", { name: "Hoda Samir", exact: true }).click();
      await hasCaret(pin);
      await typeByHand(page, digits);
      expect(await pin.inputValue()).toBe(digits);
    }
    await dialog.getByRole("button", { name: "Start as Hoda Samir" }).waitFor();
  });

  test("kept from a long name: no page is wider than its window", async () => {
    const wallet = await till.customer({ name: LONG_NAME });
    const page = await open();
    await serve(page, wallet);
    await expectNoSidewaysScrolling(page);
    await quote(page, 40);
    await page.keyboard.press("Enter");
    await page
      .getByRole("button", { name: /^Next customer/ })
      .last()
      .waitFor();
    await expectNoSidewaysScrolling(page);
  });
});

test("on a touch screen the PIN of a colleague has a keypad of its own, and no keyboard opens", async () => {
  const page = await till.openTill({ viewport: "phone" });
  await page.getByRole("button", { name: "Change cashier" }).tap();
  const dialog = page.getByRole("dialog", { name: "Change cashier" });
  await dialog.getByRole("button", { name: "Hoda Samir", exact: true }).tap();
  const pin = dialog.getByLabel("PIN, 6 digits");
  expect(await pin.getAttribute("inputmode")).toBe("none");
  for (const digit of STAFF_PIN) await dialog.getByRole("button", { name: digit, exact: true }).tap();
  expect(await pin.inputValue()).toBe(STAFF_PIN);
  await dialog.getByRole("button", { name: "Start as Hoda Samir" }).tap();
  await page.getByRole("button", { name: "Account menu: Hoda Samir" }).waitFor();
});

test("a number of four digits is a receipt's, and its absence says at whom it was looked for", async () => {
  const page = await till.openTill();
  await typeByHand(page, "4300");
  await page.keyboard.press("Enter");
  await page.getByText("No receipt 4300 at One.").waitFor();
});

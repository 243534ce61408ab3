import type { Locator, Page } from "playwright";
import { describe, expect, test } from "vitest";
import { isDeep } from "@/tests/support/deep";
import { expectAccessible, expectNoSidewaysScrolling } from "@/tests/support/portal/browser";
import { amountOf, quoteOf, serve, startTillWorld, typeByHand } from "@/tests/support/portal/till";

const till = startTillWorld();
const PIN = "4071";
const NAME = "عبد الرحمن مصطفى إبراهيم";

const WORDS = {
  en: {
    give: /^Give 250 points/,
    given: "250 points given",
    redeem: "Pay with points",
    take: /^Take 90 points/,
    confirm: "Confirm",
    find: "tap Find",
    next: /^Next customer/,
    usable: "EGP 400 to pay with",
    short: "Insufficient points balance",
    wrong: /PIN code is not correct. 4 attempts left/,
  },
  ar: {
    give: /^أضف 250 نقطة/,
    given: "أُضيفت 250 نقطة",
    redeem: "دفع بالنقاط",
    take: /^اخصم 90 نقطة/,
    confirm: "تأكيد",
    find: "اضغط زر بحث",
    next: /^العميل التالي/,
    usable: /400.*للدفع/,
    short: "رصيد النقاط غير كافٍ",
    wrong: /تبقّت 4 محاولات/,
  },
} as const;

/** A phone, the same with its keyboard open, and the smallest one. */
const WINDOWS = [
  { width: 390, height: 844 },
  { width: 390, height: 510 },
  { width: 320, height: 568 },
] as const;
/** In Arabic the smallest of them in every run, all in deep ones. */
const LOOKS = WINDOWS.flatMap((size) =>
  (["en", "ar"] as const)
    .filter((language) => isDeep || language === "en" || size.width === 320)
    .map((language) => ({ language, ...size })),
);

function openTill(language: "en" | "ar", viewport: { width: number; height: number }): Promise<Page> {
  return till.openTill({ language, viewport: "phone", context: { viewport } });
}

/** Fails unless all of the element can be seen and pressed: it is in the window, and nothing lies over it. */
async function expectInSight(element: Locator): Promise<void> {
  await expect
    .poll(() =>
      element.evaluate((shown) => {
        const { top, bottom, left, right, width, height } = shown.getBoundingClientRect();
        const seen = window.visualViewport ?? { offsetTop: 0, height: window.innerHeight };
        const isInWindow =
          top >= seen.offsetTop &&
          bottom <= seen.offsetTop + seen.height &&
          left >= 0 &&
          right <= window.innerWidth;
        const corners = [
          [left + 2, top + 2],
          [left + width / 2, top + height / 2],
          [right - 2, bottom - 2],
        ] as const;
        const isFree = corners.every(([x, y]) => {
          const there = document.elementFromPoint(x, y);
          return there !== null && (shown.contains(there) || there.contains(shown));
        });
        return { isInWindow, isFree };
      }),
    )
    .toEqual({ isInWindow: true, isFree: true });
}

describe.each(LOOKS)("on a phone of $width by $height, in $language", ({ language, ...size }) => {
  const words = WORDS[language];

  test("amount, outcome and button are in sight while an amount is typed, and the wallet in one line; then the way to the next customer", async () => {
    const wallet = await till.customer({ points: 400, name: NAME });
    const page = await openTill(language, size);
    await page.getByText(words.find).waitFor();
    await serve(page, wallet);
    const card = page.getByRole("heading", { name: NAME });
    await card.waitFor();
    await amountOf(page).tap();
    await typeByHand(page, "250");
    await quoteOf(page).getByText("+250").waitFor();
    await expectInSight(amountOf(page));
    await expectInSight(quoteOf(page).locator("dl"));
    await expectInSight(page.getByRole("button", { name: words.give }));
    // No key is named where there is no keyboard.
    const keys = page
      .getByRole("main")
      .locator("kbd")
      .or(page.getByText(/\bEnter\b/));
    expect(await keys.filter({ visible: true }).count()).toBe(0);
    await expectNoSidewaysScrolling(page);

    // Whose points they are stays in sight in one line.
    await expectInSight(page.getByText(words.usable));
    await page.getByRole("button", { name: words.give }).tap();
    await page.getByRole("heading", { name: words.given }).waitFor();
    await expectInSight(page.getByRole("button", { name: words.next }));
    expect(await till.movements(wallet)).toMatchObject([{ points: 250 }]);
  });

  test("a refusal and its reason are in sight as well", async () => {
    const wallet = await till.customer({ points: 400, name: NAME });
    const page = await openTill(language, size);
    await serve(page, wallet);
    await page.getByRole("button", { name: words.redeem }).tap();
    await amountOf(page).fill("5000");
    await quoteOf(page).getByText(words.short).waitFor();
    await expectInSight(amountOf(page));
    await expectInSight(
      page
        .locator("form")
        .filter({ has: amountOf(page) })
        .locator("[type=submit]"),
    );
  });

  test("the PIN is asked for with all keys and the button in sight, also when one was wrong", async () => {
    const wallet = await till.customer({ points: 400, pin: PIN, name: NAME });
    const page = await openTill(language, size);
    await serve(page, wallet);
    await page.getByRole("button", { name: words.redeem }).tap();
    await amountOf(page).fill("90");
    await page.getByRole("button", { name: words.take }).tap();
    const pad = page.getByRole("dialog");
    const key = (digit: string) => pad.getByRole("button", { name: digit, exact: true });
    const expectWhole = async () => {
      for (const digit of "0123456789") await expectInSight(key(digit));
      await expectInSight(pad.getByRole("button", { name: words.confirm }));
      await expectInSight(pad.getByRole("heading"));
    };
    await expectWhole();
    for (const digit of "9999") await key(digit).tap();
    await pad.getByRole("button", { name: words.confirm }).tap();
    await pad.getByText(words.wrong).waitFor();
    await expectWhole();
    for (const digit of PIN) await key(digit).tap();
    await pad.getByRole("button", { name: words.confirm }).tap();
    await pad.waitFor({ state: "detached" });
    await expect.poll(() => till.movements(wallet)).toMatchObject([{ points: -90 }]);
  });
});

test("the bar is above a keyboard that covers the window instead of making it smaller, and follows what is seen", async () => {
  const wallet = await till.customer({ points: 400 });
  const page = await openTill("en", { width: 390, height: 844 });
  await serve(page, wallet);
  await amountOf(page).tap();
  const button = page.getByRole("button", { name: WORDS.en.give });
  const keyboard = (height: number, offsetTop = 0) =>
    page.evaluate(
      ([height, offsetTop]) => {
        const { visualViewport } = window;
        if (visualViewport === null) throw new Error("There is no visual viewport.");
        for (const [name, value] of Object.entries({ height, offsetTop }))
          Object.defineProperty(visualViewport, name, { configurable: true, get: () => value });
        visualViewport.dispatchEvent(new Event("resize"));
        visualViewport.dispatchEvent(new Event("scroll"));
      },
      [height, offsetTop] as const,
    );
  await typeByHand(page, "250");
  await quoteOf(page).getByText("+250").waitFor();
  await keyboard(510);
  await expectInSight(amountOf(page));
  await expectInSight(quoteOf(page).locator("dl"));
  await expectInSight(button);
  // The part that is seen moves down, as browsers do to show a field; the bar stays at its lower edge.
  await keyboard(510, 40);
  await expectInSight(button);
  await keyboard(844);
  await expectInSight(button);
  await expectAccessible(page);
});

test("what has the focus is not hidden behind the bar", async () => {
  const wallet = await till.customer({ points: 400 });
  const page = await openTill("en", { width: 390, height: 510 });
  await serve(page, wallet);
  await amountOf(page).fill("250");
  await quoteOf(page).getByText("+250").waitFor();
  await amountOf(page).press("Tab");
  const invoice = page.locator("input[name=invoice]");
  expect(await invoice.evaluate((field) => field === document.activeElement)).toBe(true);
  await expectInSight(invoice);
});

/** Whatever a finger presses and is smaller than 44 by 44 pixels. A field is pressed within its border. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>("button, a[href], input, textarea, [role=button]");
    return [...all].flatMap((one) => {
      const pressed = one.closest<HTMLElement>("label") ?? one;
      const { width, height } = pressed.getBoundingClientRect();
      const least = one.matches("input, textarea") ? 41.5 : 43.5;
      const isShown =
        one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && width > 1 && height > 1;
      const isHidden = pressed.closest(".sr-only, [inert], [aria-hidden=true]") !== null;
      if (!isShown || isHidden || (width >= least && height >= least)) return [];
      return [`${pressed.getAttribute("aria-label") ?? pressed.textContent}: ${width} x ${height}`];
    });
  });
}

test("a finger finds 44 pixels of everything, and on a phone today's list is the first of the day", async () => {
  const wallet = await till.customer({ points: 400 });
  const page = await openTill("en", { width: 390, height: 844 });
  expect(await smallTargets(page)).toEqual([]);
  await serve(page, wallet);
  await page.getByRole("button", { name: "Pay with points" }).first().click();
  await amountOf(page).fill("90");
  await quoteOf(page).locator("dl").waitFor();
  expect(await smallTargets(page)).toEqual([]);
  await page.goto("/today");
  const topOf = async (name: string) =>
    (await page.getByRole("heading", { name, exact: true }).boundingBox())?.y ?? 0;
  await page.getByRole("heading", { name: "Totals" }).waitFor();
  expect(await topOf("Transactions")).toBeLessThan(await topOf("Totals"));
  expect(await smallTargets(page)).toEqual([]);
});

import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { keepEarlyActs } from "@/components/shell/early-acts";
import { LOG_TYPE } from "@/lib/ledger/rules/types";
import type { TestWallet } from "@/tests/support/ledger";
import { holdScripts } from "@/tests/support/portal/browser";
import {
  amountOf,
  boxOf,
  quote,
  quoteOf,
  type ScannerKey,
  scan,
  scannerKeys,
  serve,
  startTillWorld,
  typeByHand,
  untilRead,
} from "@/tests/support/portal/till";

const till = startTillWorld();
const PIN = "4071";

const isFocused = (page: Page, name: string) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe(name);
const press = (page: Page, key: string) => page.keyboard.press(key);
const walletCard = (page: Page, { walletCode }: TestWallet) =>
  page.getByRole("region").filter({ hasText: walletCode });
const failedPins = async ({ id }: TestWallet) =>
  (await till.database.prisma.walletPin.findUniqueOrThrow({ where: { walletId: id } })).failedInRow;

describe("a customer is served", () => {
  test("by keyboard alone: found by mobile among several, rewarded, paying with a PIN, undone", async () => {
    const contactMsisdn = "+201198765432";
    const other = await till.customer({ contactMsisdn, name: "Hany Fouad" });
    const wallet = await till.customer({ contactMsisdn, name: "Salma Adel", points: 1_000, pin: PIN });
    const page = await till.openTill();
    await isFocused(page, "wallet");
    await typeByHand(page, "01198765432");
    await press(page, "Enter");
    await page.getByRole("heading", { name: "2 customers have this number" }).waitFor();
    const picked = page.getByRole("button", { name: /^.*Salma/ });
    // Of people whom nobody has chosen yet there is no more to see than tells them apart.
    expect(await page.getByText("Fouad").count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("BUTTON");
    while (!(await picked.evaluate((element) => element === document.activeElement)))
      await press(page, "ArrowDown");
    await untilRead(page);
    await press(page, "Enter");
    await walletCard(page, wallet).getByText("Salma Adel").waitFor();

    await isFocused(page, "amount");
    await typeByHand(page, "250");
    await quoteOf(page).getByText("+250").waitFor();
    await quoteOf(page).getByText("1,250").waitFor();
    await press(page, "Enter");
    await page.getByRole("heading", { name: "250 points given" }).waitFor();
    await isFocused(page, "wallet");

    await press(page, "F4");
    await isFocused(page, "amount");
    await typeByHand(page, "90");
    await quoteOf(page).getByText("Asks for the customer's PIN.").waitFor();
    await press(page, "Enter");
    const pad = page.getByRole("dialog", { name: "The customer's PIN" });
    await pad.waitFor();
    await typeByHand(page, PIN);
    await press(page, "Enter");
    await page.getByRole("heading", { name: "EGP 90 paid with points" }).waitFor();
    await page.getByText("1,160", { exact: true }).waitFor();

    await press(page, "F8");
    const undo = page.getByRole("dialog", { name: /^Void: Payment with points no\./ });
    await undo.getByText("1,250").waitFor();
    // For a reason, as everywhere: the first one has the keyboard.
    await press(page, "Space");
    await press(page, "Enter");
    await page.getByRole("heading", { name: "Voided" }).waitFor();
    await press(page, "Escape");
    await page.getByRole("heading", { name: "Ready for the next customer" }).waitFor();
    await isFocused(page, "wallet");
    expect(await till.movements(wallet)).toMatchObject([
      { logTypeId: LOG_TYPE.reward, points: 250, balanceAfter: 1_250 },
      { logTypeId: LOG_TYPE.redemption, points: -90, balanceAfter: 1_160 },
      { logTypeId: LOG_TYPE.cancellation, points: 90, balanceAfter: 1_250 },
    ]);
    const [voided] = await till.database.prisma.entry.findMany({
      where: { walletId: wallet.id, logTypeId: LOG_TYPE.cancellation },
    });
    expect(voided?.comment).toBe("Wrong customer");
    expect(await till.movements(other)).toEqual([]);
  });

  test.each([
    { written: "in Latin digits", bill: "150.5", paid: "20.25" },
    { written: "in Arabic digits with their own decimal separator", bill: "١٥٠٫٥", paid: "٢٠٫٢٥" },
  ])("with a bill that is not whole, typed $written", async ({ bill, paid }) => {
    const wallet = await till.customer({ points: 100 });
    const page = await till.openTill();
    await serve(page, wallet);
    await isFocused(page, "amount");
    await typeByHand(page, bill);
    await quoteOf(page).getByText("+150").waitFor();
    await press(page, "Enter");
    await page.getByRole("heading", { name: "150 points given" }).waitFor();
    await press(page, "F4");
    await isFocused(page, "amount");
    await typeByHand(page, paid);
    await quoteOf(page).getByText("−21").or(quoteOf(page).getByText("-21")).waitFor();
    await press(page, "Enter");
    await page.getByRole("heading", { name: "EGP 20.25 paid with points" }).waitFor();
    const { rows } = await till.database.pool.query(
      `SELECT log_type_id, amount, amount_value, amount_hundredths FROM entry
        WHERE wallet_id = $1 AND branch_id IS NOT NULL ORDER BY seq DESC LIMIT 2`,
      [wallet.id],
    );
    expect(rows).toEqual([
      { log_type_id: 1, amount: "21", amount_value: "20", amount_hundredths: 25 },
      { log_type_id: 2, amount: "150", amount_value: "150", amount_hundredths: 50 },
    ]);
  });

  test("with keys that are shown: each one does what the help says", async () => {
    const wallet = await till.customer({ points: 50 });
    const page = await till.openTill();
    await serve(page, wallet);
    await press(page, "F1");
    await page.getByRole("dialog", { name: "Help" }).getByText("Serve a customer", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
    const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    for (const label of ["Reward", "Pay with points", "Return or void", "Next customer"])
      await help.getByText(label, { exact: true }).waitFor();
    await press(page, "Escape");
    await help.waitFor({ state: "detached" });
    // The Escape that closed the help has not sent the customer away.
    await walletCard(page, wallet).waitFor();
    await press(page, "F4");
    await page.getByLabel("Amount to pay with points").waitFor();
    await press(page, "F2");
    await page.getByLabel("Bill").waitFor();
    await press(page, "Escape");
    await page.getByRole("heading", { name: "Ready for the next customer" }).waitFor();
  });

  test("typed in before the page's scripts have loaded", async () => {
    const wallet = await till.customer();
    const page = await till.as();
    const release = await holdScripts(page);
    await page.goto("/till", { waitUntil: "commit" });
    await boxOf(page).waitFor();
    await typeByHand(page, wallet.walletCode);
    await press(page, "Enter");
    release();
    await walletCard(page, wallet).waitFor();
    // What was typed has become part of no address.
    expect(page.url()).toBe(`${till.url}/till`);
    await isFocused(page, "amount");
  });

  test("typed in while React hydrates the page and empties the field between any two keys", async () => {
    const page = await till.as();
    for (let before = 0; before <= 6; before += 1) {
      await page.setContent("<form><input name=wallet></form>");
      await page.evaluate(`(${keepEarlyActs})()`);
      await page.evaluate(() => {
        document.addEventListener("submit", (event) => {
          event.preventDefault();
          document.title = document.querySelector("input")?.value ?? "";
        });
      });
      await page.locator("input").focus();
      await page.keyboard.type("100001".slice(0, before));
      // As React does: the field says what the page's state says, a little before the page is taken over.
      await page.evaluate(() => {
        document.querySelectorAll("input").forEach((field) => {
          field.value = "";
        });
      });
      await page.keyboard.type("100001".slice(before));
      await page.keyboard.press("Enter");
      await page.evaluate(() => window.endEarlyActs?.());
      await page.waitForFunction(() => document.title === "100001");
    }
  });

  test("in a lazy part of the page until that part is taken over, and nowhere else", async () => {
    const page = await till.as();
    await page.setContent(`
      <button type="button">Live</button>
      <div><template data-waiting="from"></template><p><button type="button">Late</button></p><template data-waiting="to"></template></div>
      <div><template data-waiting="from"></template><template data-waiting="to"></template><button type="button">After</button></div>`);
    await page.evaluate(`(${keepEarlyActs})()`);
    await page.evaluate(() => {
      document.addEventListener("click", ({ target }) => {
        if (target instanceof HTMLButtonElement) document.title += ` ${target.textContent}`;
      });
      window.endEarlyActs?.();
    });
    for (const name of ["Late", "Live", "After"]) await page.getByRole("button", { name }).click();
    expect(await page.title()).toBe("Live After");
    await page.evaluate(() => {
      for (const mark of document.querySelectorAll("template")) mark.remove();
    });
    await page.waitForFunction(() => document.title.endsWith("Live After Late"));
  });

  test("in a lazy part of the page before a press elsewhere, which may draw that part anew", async () => {
    const page = await till.as();
    await page.setContent(`
      <button type="button">Live</button>
      <template data-waiting="from"></template><input><template data-waiting="to"></template>`);
    await page.evaluate(`(${keepEarlyActs})()`);
    await page.evaluate(() => {
      const note = (text: string) => {
        document.title += ` ${text}`;
      };
      document.addEventListener("input", ({ target }) => note((target as HTMLInputElement).value));
      document.addEventListener(
        "click",
        ({ target }) => target instanceof HTMLButtonElement && note("pressed"),
      );
      window.endEarlyActs?.();
    });
    await page.locator("input").pressSequentially("57");
    await page.getByRole("button").click();
    expect(await page.title()).toBe("");
    await page.evaluate(() => {
      for (const mark of document.querySelectorAll("template")) mark.remove();
    });
    await page.waitForFunction(() => document.title === "57 pressed");
  });

  test("until all of the page is taken over: then nothing more is listened for", async () => {
    const page = await till.as();
    await page.addInitScript(() => {
      const remove = window.removeEventListener;
      window.removeEventListener = function (this: Window, ...args: Parameters<typeof remove>) {
        if (args[0] === "beforeinput") document.documentElement.dataset.over = "yes";
        return remove.apply(this, args);
      } as typeof remove;
    });
    await page.goto("/till");
    await page.locator("html[data-over=yes]").waitFor();
  });

  test("in Arabic: from right to left, with Arabic digits, under Arabic words", async () => {
    const wallet = await till.customer({ name: "سلمى عادل", points: 300, pin: PIN });
    const page = await till.openTill({ language: "ar" });
    const direction = () => boxOf(page).evaluate((element) => getComputedStyle(element).direction);
    expect(await direction()).toBe("rtl");
    await boxOf(page).fill(wallet.contactMsisdn.replace("+20", "0").replace(/\d/g, arabicDigit));
    expect(await boxOf(page).inputValue()).toBe(wallet.contactMsisdn.replace("+20", "0"));
    // Codes and numbers read from left to right all the same.
    expect(await direction()).toBe("ltr");
    await press(page, "Enter");
    const card = walletCard(page, wallet);
    await card.getByText("سلمى عادل").waitFor();
    expect(await page.evaluate(() => getComputedStyle(document.body).direction)).toBe("rtl");
    const form = page.locator("form").filter({ has: amountOf(page) });
    const [walletBox, formBox] = [await card.boundingBox(), await form.boundingBox()];
    expect(walletBox?.x).toBeGreaterThan(
      (formBox?.x ?? 0) + (formBox?.width ?? Number.POSITIVE_INFINITY) - 1,
    );

    await page.getByRole("button", { name: "دفع بالنقاط" }).click();
    await typeByHand(page, "١٢٠");
    expect(await amountOf(page).inputValue()).toBe("120");
    await quoteOf(page).getByText("سيُطلب الرقم السري من العميل.").waitFor();
    await page.getByRole("button", { name: /^اخصم 120 نقطة/ }).click();
    const pad = page.getByRole("dialog", { name: "الرقم السري للعميل" });
    await pad.waitFor();
    expect(await pad.getByRole("group").evaluate((element) => getComputedStyle(element).direction)).toBe(
      "ltr",
    );
    await typeByHand(page, PIN.replace(/\d/g, arabicDigit));
    await press(page, "Enter");
    await page.getByRole("heading", { name: "بالنقاط" }).waitFor();
    await page.getByText("خُصمت 120 نقطة").waitFor();
    expect(await till.movements(wallet)).toMatchObject([
      { logTypeId: LOG_TYPE.redemption, points: -120, balanceAfter: 180 },
    ]);
  });

  test("with a bill that names its invoice", async () => {
    const wallet = await till.customer();
    const page = await till.openTill();
    await serve(page, wallet);
    await amountOf(page).fill("1,234");
    await page.getByLabel("Invoice number").click();
    await scan(page, "INV-20077");
    expect(await page.getByLabel("Invoice number").inputValue()).toBe("INV-20077");
    expect(await till.movements(wallet)).toEqual([]);
    await quoteOf(page).locator("dl").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "1,234 points given" }).waitFor();
    expect(await till.movements(wallet)).toMatchObject([{ points: 1_234, invoiceNumber: "INV-20077" }]);
  });
});

describe("a scanner", () => {
  test("finds the customer wherever the focus is, and leaves nothing where it typed", async () => {
    const first = await till.customer({ walletCode: "SCAN-1001" });
    const second = await till.customer({ walletCode: "Scan-2002" });
    const page = await till.openTill();
    await page.getByRole("link", { name: "Deals" }).focus();
    await scan(page, first.walletCode);
    await walletCard(page, first).waitFor();
    expect(new URL(page.url()).pathname).toBe("/till");
    await isFocused(page, "amount");
    await typeByHand(page, "75");
    await scan(page, second.walletCode);
    // The bill is the first customer's, and no digit of the code has become part of it.
    await page.getByText("Next customer?").waitFor();
    expect(await amountOf(page).inputValue()).toBe("75");
    // The code is looked up first, unless a busy page let its keys wait.
    await page.getByRole("button", { name: /^(?:Go to|Find) / }).click();
    await walletCard(page, second).waitFor();
    expect(await amountOf(page).inputValue()).toBe("");
    await scan(page, first.walletCode);
    await walletCard(page, first).waitFor();
    await quoteOf(page).getByText("+75").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "75 points given" }).waitFor();
    expect(await till.movements(first)).toMatchObject([{ points: 75 }]);
    await scan(page, second.walletCode);
    await walletCard(page, second).waitFor();
    expect(await amountOf(page).inputValue()).toBe("");
  });

  test.each([
    { written: "32 ms a key", write: (page: Page, code: string) => scan(page, code, 32) },
    { written: "120 ms a key", write: (page: Page, code: string) => scan(page, code, 120) },
    {
      written: "as a whole, as by pasting or by an Android keyboard",
      write: async (page: Page, code: string) => {
        await page.keyboard.insertText(code);
        await scan(page, []);
      },
    },
  ])(
    "that is not told from a person confirms nothing for the customer being served: $written",
    async ({ write }) => {
      const wallet = await till.customer();
      const page = await till.openTill();
      await serve(page, wallet);
      await isFocused(page, "amount");
      await write(page, "4310");
      await quoteOf(page).getByText("+4,310").waitFor();
      expect(await till.movements(wallet)).toEqual([]);
      await quote(page, 55);
      await page.getByLabel("Invoice number").click();
      await write(page, "4310");
      await quoteOf(page).getByText("+55").waitFor();
      expect(await till.movements(wallet)).toEqual([]);
      // A person has seen what will happen.
      await press(page, "Enter");
      await page.getByRole("heading", { name: "55 points given" }).waitFor();
      expect(await till.movements(wallet)).toMatchObject([{ points: 55, invoiceNumber: "4310" }]);
    },
  );

  test("that ends a code with two characters looks once", async () => {
    const wallet = await till.customer();
    const page = await till.openTill();
    const lookUps: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/wallets/lookup")) lookUps.push(request.url());
    });
    const enter = { key: "Enter", code: "Enter" };
    await scan(page, [...scannerKeys(wallet.walletCode), enter]);
    await walletCard(page, wallet).waitFor();
    expect(lookUps).toHaveLength(1);
    await press(page, "Escape");
    await isFocused(page, "wallet");
    await page.keyboard.insertText(wallet.walletCode);
    await scan(page, [enter]);
    await walletCard(page, wallet).waitFor();
    expect(lookUps).toHaveLength(2);
  });

  test("is understood under an Arabic keyboard", async () => {
    const wallet = await till.customer({ walletCode: "ag5071" });
    const page = await till.openTill({ language: "ar" });
    const keys: ScannerKey[] = [
      { key: "ش", code: "KeyA" },
      { key: "ل", code: "KeyG" },
      ...[..."5071"].map((digit) => ({ key: arabicDigit(digit), code: `Digit${digit}` })),
    ];
    await scan(page, keys);
    await walletCard(page, wallet).waitFor();
  });

  test("picks none of several wallets when the next customer's code begins with its number", async () => {
    const contactMsisdn = "+201155550000";
    await till.customer({ contactMsisdn });
    await till.customer({ contactMsisdn });
    const next = await till.customer({ walletCode: "200999" });
    const page = await till.openTill();
    await boxOf(page).fill("01155550000");
    await press(page, "Enter");
    await page.getByRole("heading", { name: "2 customers have this number" }).waitFor();
    await scan(page, "1999999");
    await page.getByText("Nothing found for").waitFor();
    expect(await amountOf(page).count()).toBe(0);
    await page.getByRole("listitem").getByRole("button").first().focus();
    await scan(page, next.walletCode);
    await walletCard(page, next).waitFor();
    expect(await amountOf(page).inputValue()).toBe("");
  });

  test("answers no dialog: nothing is undone, and no PIN is tried", async () => {
    const wallet = await till.customer({ points: 500, pin: PIN });
    const page = await till.openTill();
    await serve(page, wallet);
    await quote(page, 20);
    await press(page, "Enter");
    await page.getByRole("heading", { name: "20 points given" }).waitFor();
    await press(page, "F8");
    const undo = page.getByRole("dialog", { name: /^Void: Reward no\./ });
    await undo.getByText("500").waitFor();
    await press(page, "Space");
    await scan(page, "100777");
    await undo.getByRole("button", { name: "Close" }).last().click();
    await undo.waitFor({ state: "detached" });

    await press(page, "F4");
    await quote(page, 30);
    await press(page, "Enter");
    const pad = page.getByRole("dialog", { name: "The customer's PIN" });
    await pad.waitFor();
    await scan(page, "100777");
    await typeByHand(page, PIN);
    await press(page, "Enter");
    await page.getByRole("heading", { name: "EGP 30 paid with points" }).waitFor();
    expect(await failedPins(wallet)).toBe(0);
    expect(await till.movements(wallet)).toMatchObject([{ points: 20 }, { points: -30 }]);
  });

  test("of a receipt's code finds its customer and opens its entry, and the till stays", async () => {
    const wallet = await till.customer({ points: 15 });
    const [entry] = await till.database.prisma.entry.findMany({ where: { walletId: wallet.id } });
    const page = await till.openTill();
    await scan(page, `entry:${entry?.id}`);
    const sheet = page.getByRole("dialog", { name: `Reward no. ${entry?.id}` });
    await sheet.getByText("15 points").first().waitFor();
    await press(page, "Escape");
    await sheet.waitFor({ state: "detached" });
    await walletCard(page, wallet).waitFor();
    expect(page.url()).toBe(`${till.url}/till`);
  });

  test("of an unknown code says so, and keeps the code", async () => {
    const page = await till.openTill();
    await scan(page, "404404");
    await page.getByText("Nothing found for").waitFor();
    expect(await boxOf(page).inputValue()).toBe("404404");
    await press(page, "Escape");
    expect(await boxOf(page).inputValue()).toBe("");
  });
});

describe("paying with points is refused", () => {
  test("with what is needed, what there is and what is missing, before anything is confirmed", async () => {
    const wallet = await till.customer({ points: 200 });
    const page = await till.openTill();
    await serve(page, wallet);
    await press(page, "F4");
    await quote(page, 500);
    await quoteOf(page).getByText("Insufficient points balance").waitFor();
    await quoteOf(page).getByText("Needs 500 points. Has 200 points. 300 points short.").waitFor();
    expect(await page.getByRole("button", { name: /^Take points/ }).isDisabled()).toBe(true);
    await press(page, "Enter");
    await page.getByRole("button", { name: "Use the maximum: EGP 200" }).click();
    await quoteOf(page).getByText("-200").waitFor();
    expect(await till.movements(wallet)).toEqual([]);
  });

  test("with the attempts that are left when the PIN is wrong, and for a while after too many", async () => {
    const wallet = await till.customer({ points: 300, pin: PIN });
    const page = await till.openTill();
    await serve(page, wallet);
    await press(page, "F4");
    await quote(page, 40);
    await press(page, "Enter");
    const pad = page.getByRole("dialog", { name: "The customer's PIN" });
    for (const left of ["4 attempts", "3 attempts", "2 attempts", "1 attempt"]) {
      for (const digit of "9999") await pad.getByRole("button", { name: digit, exact: true }).click();
      await pad.getByRole("button", { name: "Confirm" }).click();
      await pad.getByText(`PIN code is not correct. ${left} left`).waitFor();
    }
    await typeByHand(page, "9999");
    await press(page, "Enter");
    await pad.getByText(/^The PIN is locked until \d/).waitFor();
    expect(await pad.getByRole("button", { name: "Confirm" }).count()).toBe(0);
    await press(page, "Escape");
    await pad.waitFor({ state: "detached" });
    await walletCard(page, wallet)
      .getByText(/^The PIN is locked until \d/)
      .waitFor();
    // Giving points needs no PIN.
    await press(page, "F2");
    await quote(page, 41);
    await press(page, "Enter");
    await page.getByRole("heading", { name: "41 points given" }).waitFor();
    expect(await till.movements(wallet)).toMatchObject([{ logTypeId: LOG_TYPE.reward, points: 41 }]);
  });

  test("for a wallet that is blocked, with a warning at first sight", async () => {
    const wallet = await till.customer({ points: 10, walletCode: "BLOCKED-1" });
    await till.database.prisma.wallet.update({ where: { id: wallet.id }, data: { statusId: 4 } });
    const page = await till.openTill();
    await serve(page, wallet);
    // Said once, where it could be done.
    await page.getByRole("alert").getByText("Blocked. An admin of the shop can lift this.").waitFor();
    expect(await page.getByText(/An admin of the shop/).count()).toBe(1);
    expect(await amountOf(page).count()).toBe(0);
  });
});

test("the same bill once more takes a second decision", async () => {
  const wallet = await till.customer();
  const page = await till.openTill();
  const done = page.getByRole("heading", { name: "60 points given" });
  await serve(page, wallet);
  await quote(page, 60);
  await press(page, "Enter");
  await done.waitFor();
  await serve(page, wallet);
  await done.waitFor({ state: "detached" });
  await quote(page, 60);
  await quoteOf(page)
    .getByText(/^The same amount was entered here at/)
    .waitFor();
  await press(page, "Enter");
  await page.getByRole("button", { name: /^Yes, once more/ }).waitFor();
  expect(await till.movements(wallet)).toHaveLength(1);
  // What follows at once is the bounce of the same key.
  await expect
    .poll(async () => {
      await press(page, "Enter");
      return done.isVisible();
    })
    .toBe(true);
  expect(await till.movements(wallet)).toHaveLength(2);
});

/** ٠ to ٩ for 0 to 9. */
function arabicDigit(digit: string): string {
  return String.fromCharCode(0x660 + Number(digit));
}

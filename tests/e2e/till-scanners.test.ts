import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import type { TestWallet } from "@/tests/support/ledger";
import {
  amountOf,
  boxOf,
  quote,
  scan,
  serve,
  startTillWorld,
  typeByHand,
  untilRead,
} from "@/tests/support/portal/till";

const till = startTillWorld();
const PIN = "4071";

const isShown = (page: Page, { walletCode }: TestWallet) =>
  page.getByRole("region").getByText(walletCode, { exact: true }).waitFor();
/** A wallet whose code could be a bill. */
const numbered = (walletCode: string) => till.customer({ walletCode, points: 300, pin: PIN });

/** As scan services of Android and pasting do: the whole text at once, and Enter right behind it. */
async function insert(page: Page, text: string): Promise<void> {
  await page.evaluate((inserted) => {
    const field = document.activeElement as HTMLInputElement;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(
      field,
      field.value + inserted,
    );
    field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText", data: inserted }));
    const enter = { key: "Enter", keyCode: 13, bubbles: true, cancelable: true };
    if (field.dispatchEvent(new KeyboardEvent("keydown", enter))) field.form?.requestSubmit();
  }, text);
}

describe("with a customer at the counter the code of the next one is no bill", () => {
  test.each([5, 120])("scanned at %i ms a key", async (gapMs) => {
    const wallet = await numbered(`71120${gapMs}`.padEnd(7, "1"));
    const next = await numbered(`71130${gapMs}`.padEnd(7, "1"));
    const page = await till.openTill();
    await serve(page, wallet);
    await amountOf(page).focus();
    await scan(page, next.walletCode, gapMs);
    // What came slowly is asked about, and confirmed by nothing but an Enter of its own.
    if (gapMs > 50) {
      await page.getByText("Next customer?").waitFor();
      expect(await page.getByRole("button", { name: /^Give/ }).count()).toBe(0);
      await page.getByRole("button", { name: new RegExp(`^Find .?${next.walletCode}`) }).click();
    }
    await isShown(page, next);
    expect(await amountOf(page).inputValue()).toBe("");
    expect(await till.movements(wallet)).toEqual([]);
  });

  test("inserted whole, in front of a bill that is one all the same", async () => {
    const wallet = await numbered("7114001");
    const next = await numbered("7115001");
    const page = await till.openTill();
    await serve(page, wallet);
    await amountOf(page).focus();
    await insert(page, next.walletCode);
    await isShown(page, next);
    await amountOf(page).fill("100001");
    await page.getByText("Next customer?").waitFor();
    await page.getByRole("button", { name: "No, this is the bill" }).click();
    await page.getByRole("button", { name: /^Give 100,001 points|^Ask for approval/ }).waitFor();
    expect(await till.movements(next)).toEqual([]);
  });
});

test("a scan while the PIN is asked for burns no attempt, and is said to be ignored", async () => {
  const wallet = await numbered("7116001");
  const page = await till.openTill();
  await serve(page, wallet);
  await page.keyboard.press("F4");
  await quote(page, 90);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  for (const gapMs of [5, 120]) {
    await scan(page, "100001", gapMs);
    await page.getByText("Scan ignored").first().waitFor();
  }
  await insert(page, "100001");
  const where = { walletId: wallet.id };
  expect((await till.database.prisma.walletPin.findUniqueOrThrow({ where })).failedAt).toEqual([]);
  await typeByHand(page, PIN);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: /paid with points$/ }).waitFor();
});

test("what a program types into New customer comes back by Enter after it was taken for a scan", async () => {
  const page = await till.openTill();
  await boxOf(page).fill("01066600017");
  await page.keyboard.press("Enter");
  await page.getByText(/^No customer has the mobile number/).waitFor();
  await untilRead(page);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "New customer" });
  for (const [label, text] of [
    ["Name (optional)", "SalmaFarid"],
    ["PIN (optional)", "4937"],
  ] as const) {
    const field = dialog.getByLabel(label);
    await field.focus();
    await scan(page, text, 5);
    await page.getByText("Scan ignored").first().waitFor();
    expect(await field.inputValue(), label).toBe("");
    await page.keyboard.press("Enter");
    await expect.poll(() => field.inputValue(), { message: label }).toBe(text);
  }
  // Enter only brought the texts back: nobody is signed up.
  await dialog.getByRole("button", { name: "Sign up" }).waitFor();
  expect(await dialog.getByLabel("Name (optional)").inputValue()).toBe("SalmaFarid");
});

test("the box reads a code with its scanner's prefix, and one that ends with no key", async () => {
  const wallet = await numbered("7117001");
  const page = await till.openTill();
  await boxOf(page).focus();
  await insert(page, `]C1${wallet.walletCode}`);
  await isShown(page, wallet);
});

import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Command, ExpireCommand } from "@/lib/ledger/rules/commands";
import type { PostedEntry } from "@/lib/ledger/rules/decision";
import { CHANNEL, LOG_TYPE } from "@/lib/ledger/rules/types";
import { ManualClock } from "@/lib/platform/clock";
import {
  type Commands,
  commandsOf,
  startProcess,
  type TestProcess,
  type TestWallet,
} from "@/tests/support/ledger";
import {
  expectAccessible,
  expectToFit,
  holdScripts,
  LOOKS,
  type PageOptions,
  untilTakenOver,
} from "@/tests/support/portal/browser";
import { amountOf, boxOf, scan, startTillWorld, typeByHand } from "@/tests/support/portal/till";

const till = startTillWorld();
const DAY_MS = 24 * 60 * 60 * 1_000;

type Posting = Exclude<Command, ExpireCommand>;

/** The ledger as it was 80 days ago, for what happened before the tests. */
let past: TestProcess;
/** The ledger of another till. */
let present: TestProcess;
let commands: Commands;

beforeAll(async () => {
  const { database, portal } = till;
  // A long history is made in a moment.
  await database.prisma.programme.update({ where: { id: 1 }, data: { walletRewardsMax: null } });
  past = startProcess(database.url, { clock: new ManualClock(new Date(Date.now() - 80 * DAY_MS)) });
  present = startProcess(database.url, { clock: new ManualClock(new Date()) });
  const user = await database.prisma.user.findUniqueOrThrow({ where: { username: "cashier" } });
  commands = commandsOf({
    userId: user.id,
    channelId: CHANNEL.cashierPortal,
    merchantId: portal.merchantId,
    branchId: portal.branchIds[0],
    branchMsisdn: "+201000000001",
    limitedBy: { clientId: null, isCounted: true },
  });
});
afterAll(() => Promise.all([past?.stop(), present?.stop()]));

/** Something that happened to a wallet 80 days ago; its number. */
async function long(ago: Posting): Promise<number> {
  return (await past.ledger.post(ago)).entry.id;
}

/** A customer who had so many points and spent some of them, both long ago. */
async function spender({ points = 500, spent = 300 } = {}): Promise<{ wallet: TestWallet; entryId: number }> {
  const wallet = await till.customer({ name: "Salma Adel Fahmy" });
  await long(commands.reward(wallet, points));
  return { wallet, entryId: await long(commands.redeem(wallet, spent, { invoiceNumber: "INV-4711" })) };
}

const pathOf = ({ id }: TestWallet) => `/wallets/${id}`;
async function openWallet(wallet: TestWallet, options?: PageOptions & { username?: string }): Promise<Page> {
  const page = await till.open(pathOf(wallet), options);
  await rows(page).first().waitFor();
  return page;
}

/** The entries in the list, without its head. */
const rows = (page: Page) => page.getByRole("row").filter({ has: page.getByRole("link") });
const rowOf = (page: Page, entryId: number) =>
  rows(page).filter({ has: page.getByRole("link", { name: new RegExp(` ${entryId}$`) }) });
const dialogOf = (page: Page) => page.getByRole("dialog");
const isFocused = (locator: Locator) =>
  expect.poll(() => locator.evaluate((element) => element === document.activeElement)).toBe(true);
const moved = async (wallet: TestWallet) => (await till.movements(wallet)).map(({ points }) => points);
const commentsOf = async ({ id }: TestWallet) =>
  (await till.database.prisma.entry.findMany({ where: { walletId: id }, orderBy: { seq: "asc" } })).map(
    ({ comment }) => comment,
  );

/** Presses Tab until the element has the focus; fails for one that the keyboard cannot reach. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("The Tab key does not lead there.");
}

/** What another till does at this moment. */
const elsewhere = (command: Posting): Promise<PostedEntry> => present.ledger.post(command);

/** What came of it is read, and left with the key that is under the finger anyway. */
async function leaveDone(page: Page, said: string | RegExp): Promise<void> {
  await dialogOf(page).getByText(said).waitFor();
  await isFocused(dialogOf(page).getByRole("button", { name: "Close" }).last());
  await page.keyboard.press("Enter");
  await dialogOf(page).waitFor({ state: "detached" });
}

describe("the page of a wallet", () => {
  test("shows of the customer what the reader's role may know, also to who looks into the page's source", async () => {
    const { wallet } = await spender();
    await till.database.prisma.walletProfile.update({
      where: { walletId: wallet.id },
      data: { email: "salma.adel@example.test", address: "12 Nile Street", nid: "29001011234567" },
    });
    const mobile = wallet.contactMsisdn.replace("+20", "0");
    const secrets = [mobile, wallet.contactMsisdn, "salma.adel@", "12 Nile Street", "29001011234567"];
    for (const username of ["cashier", "supervisor"]) {
      const page = await openWallet(wallet, { username });
      await page.getByRole("heading", { level: 1, name: "Salma Adel Fahmy" }).waitFor();
      await page.getByText("Some personal data is hidden from your role.").waitFor();
      const source = await (await page.request.get(pathOf(wallet))).text();
      for (const secret of secrets) expect(source).not.toContain(secret);
    }
    const admin = await openWallet(wallet, { username: "merchant_admin" });
    for (const text of [mobile, "salma.adel@example.test", "12 Nile Street"])
      await admin.getByText(text).first().waitFor();
    expect(await admin.content()).not.toContain("29001011234567");
    const operator = await openWallet(wallet, { username: "programme_operator" });
    await operator.getByText("29001011234567").waitFor();
    // Who serves nobody gives nothing back either.
    expect(await operator.getByRole("button", { name: /^Refund:/ }).count()).toBe(0);
    expect(await operator.getByRole("button", { name: "Serve at the till" }).count()).toBe(0);
  });

  test("shows what is in it, what lapses when, and every entry with its branch and its author", async () => {
    const { wallet, entryId } = await spender();
    const page = await openWallet(wallet);
    await page.getByText("Worth EGP 200").waitFor();
    await page.getByText("Next to expire").waitFor();
    await page.getByText("2 transactions in all").waitFor();
    const row = rowOf(page, entryId);
    for (const text of ["Payment with points", "INV-4711", "Branch 1", "The cashier", "-300 points", "200"])
      await row.getByText(text, { exact: true }).first().waitFor();
  });

  test("of a number that no wallet has says so", async () => {
    const page = await till.open("/wallets/999999999");
    await page.getByRole("heading", { level: 1, name: "There is no such wallet" }).waitFor();
  });

  test("leads to the till with the customer, by the till's keys and by scanning the next one", async () => {
    const { wallet } = await spender();
    const next = await till.customer({ walletCode: "NEXT-1001" });
    const page = await openWallet(wallet);
    await page.keyboard.press("F4");
    await page.waitForURL("**/till");
    await page.getByLabel("Amount to pay with points").waitFor();
    await page.getByRole("link", { name: "History and details" }).click();
    await rows(page).first().waitFor();
    await scan(page, next.walletCode);
    await page.waitForURL("**/till");
    await page.getByText(next.walletCode, { exact: true }).waitFor();
  });

  test.each([
    {
      username: "cashier",
      press: (page: Page) => page.keyboard.press("F4"),
      leadsTo: "Amount to pay with points",
    },
    {
      username: "merchant_admin",
      press: (page: Page) => page.getByRole("button", { name: "Manage wallet" }).click(),
      leadsTo: "Manage wallet",
    },
  ])("does for the $username what was pressed before its scripts had come", async (early) => {
    const { wallet } = await spender();
    const page = await till.as({ username: early.username });
    const release = await holdScripts(page);
    await page.goto(pathOf(wallet), { waitUntil: "commit" });
    await rows(page).first().waitFor();
    await early.press(page);
    release();
    await page.getByLabel(early.leadsTo).and(page.locator("input, [role=menu]")).waitFor();
  });
});

describe("a refund", () => {
  test("gives back a part by points and the rest by money, until nothing is left", async () => {
    const { wallet, entryId } = await spender();
    const page = await openWallet(wallet);
    await rowOf(page, entryId)
      .getByRole("button", { name: /^Refund/ })
      .click();
    const dialog = dialogOf(page);
    await dialog.getByText("Goes back to the customer").waitFor();
    await dialog.getByRole("radio", { name: "Points" }).check({ force: true });
    await isFocused(dialog.getByLabel("Points to give back"));
    await typeByHand(page, "120");
    await dialog.getByRole("radio", { name: "Goods returned" }).check({ force: true });
    await dialog.getByLabel(/^Note/).fill("one of two");
    await dialog.getByLabel(/^Return slip/).fill("RET-9");
    await dialog.getByRole("button", { name: "Refund 120 points" }).click();
    await dialog.getByText("320 points").waitFor();
    await leaveDone(page, "120 points given back");
    await rowOf(page, entryId).getByText("180 points left to refund").waitFor();

    await rowOf(page, entryId)
      .getByRole("button", { name: /^Refund/ })
      .click();
    await dialog.getByRole("radio", { name: "Money" }).check({ force: true });
    await dialog.getByLabel("Money to give back").fill("١٨٠");
    await dialog.getByRole("button", { name: "Refund 180 points" }).click();
    await leaveDone(page, "180 points given back");
    await rowOf(page, entryId).getByText("Refunded", { exact: true }).waitFor();
    expect(await rowOf(page, entryId).getByRole("button").count()).toBe(0);
    // Nobody who works without a mouse is sent back to the top of the page.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
    expect(await till.movements(wallet)).toMatchObject([
      { points: 500 },
      { points: -300 },
      { logTypeId: LOG_TYPE.refund, points: 120, balanceAfter: 320, invoiceNumber: "RET-9" },
      { logTypeId: LOG_TYPE.refund, points: 180, balanceAfter: 500 },
    ]);
    expect((await commentsOf(wallet)).slice(2)).toEqual(["Goods returned: one of two", null]);
  });

  test("of more than is left is refused before it is confirmed, in points and in money", async () => {
    const { wallet, entryId } = await spender();
    const page = await openWallet(wallet);
    await rowOf(page, entryId)
      .getByRole("button", { name: /^Refund/ })
      .click();
    const dialog = dialogOf(page);
    for (const [part, field] of [
      ["Points", "Points to give back"],
      ["Money", "Money to give back"],
    ] as const) {
      await dialog.getByRole("radio", { name: part }).check({ force: true });
      await dialog.getByLabel(field).fill("301");
      await dialog.getByText("Refund exceeds the remaining points (300)").waitFor();
      expect(await dialog.getByRole("button", { name: "Refund", exact: true }).isDisabled()).toBe(true);
    }
    await dialog.getByLabel("Money to give back").fill("150.505");
    await dialog.getByText("Type a number with at most 2 digits after a point, such as 150.50").waitFor();
    await dialog.getByLabel("Money to give back").fill("0");
    await dialog.getByText("From 0.01 to 1,000,000").waitFor();
    expect(await moved(wallet)).toEqual([500, -300]);
  });

  test("after the last day is refused in the server's words, and no longer offered", async () => {
    const { prisma } = till.database;
    const { merchantId } = till.portal;
    const { wallet, entryId } = await spender();
    const page = await openWallet(wallet);
    await prisma.merchant.update({ where: { id: merchantId }, data: { refundWindowDays: 30 } });
    try {
      await rowOf(page, entryId)
        .getByRole("button", { name: /^Refund/ })
        .click();
      await dialogOf(page).getByText("Refund period has ended").waitFor();
      await page.keyboard.press("Escape");
      await rowOf(page, entryId)
        .getByRole("button", { name: /^Refund/ })
        .waitFor({ state: "detached" });
    } finally {
      await prisma.merchant.update({ where: { id: merchantId }, data: { refundWindowDays: 90 } });
    }
    expect(await moved(wallet)).toEqual([500, -300]);
  });
});

describe("taking goods back", () => {
  /** A customer with one bill of long ago, and a little more. */
  async function buyer(): Promise<{ wallet: TestWallet; entryId: number }> {
    const wallet = await till.customer({ name: "Salma Adel Fahmy" });
    const entryId = await long(commands.reward(wallet, 250.5, { invoiceNumber: "INV-4712" }));
    await long(commands.reward(wallet, 50));
    return { wallet, entryId };
  }

  const takeBackOf = (page: Page, entryId: number) =>
    rowOf(page, entryId).getByRole("button", { name: /^Return:/ });

  test("takes a part by its price and the rest as a whole, and can be undone by nobody", async () => {
    const { wallet, entryId } = await buyer();
    const page = await openWallet(wallet);
    await takeBackOf(page, entryId).click();
    const dialog = dialogOf(page);
    await dialog.getByText("Taken back from the customer").waitFor();
    await dialog.getByRole("radio", { name: "Money" }).check({ force: true });
    await dialog.getByLabel("Price of the goods").fill("100.25");
    await dialog.getByRole("radio", { name: "Faulty goods" }).check({ force: true });
    await dialog.getByLabel(/^Return slip/).fill("RET-10");
    await dialog.getByRole("button", { name: "Take back 100 points" }).click();
    await dialog.getByText("200 points").waitFor();
    await leaveDone(page, "100 points taken back");
    await rowOf(page, entryId).getByText("Returned in part").waitFor();
    await rowOf(page, entryId).getByText("150 points left to return").waitFor();

    await takeBackOf(page, entryId).click();
    await dialog.getByRole("button", { name: "Take back 150 points" }).click();
    await leaveDone(page, "150 points taken back");
    await rowOf(page, entryId).getByText("Returned", { exact: true }).waitFor();
    expect(await rowOf(page, entryId).getByRole("button").count()).toBe(0);
    const entries = await till.movements(wallet);
    expect(entries.slice(2)).toMatchObject([
      { logTypeId: LOG_TYPE.rewardReturn, points: -100, balanceAfter: 200, invoiceNumber: "RET-10" },
      { logTypeId: LOG_TYPE.rewardReturn, points: -150, balanceAfter: 50 },
    ]);
    const returns = rows(page).filter({ hasText: "Return" }).filter({ hasText: "-150" });
    expect(await returns.getByRole("button").count()).toBe(0);
    expect((await commentsOf(wallet)).slice(2)).toEqual(["Faulty goods", null]);
  });

  test("works by keyboard alone, and says before that the balance goes below zero", async () => {
    const { wallet, entryId } = await buyer();
    await elsewhere(commands.redeem(wallet, 200));
    const page = await openWallet(wallet);
    await tabTo(page, takeBackOf(page, entryId));
    await page.keyboard.press("Enter");
    const dialog = dialogOf(page);
    await dialog.getByText("The balance goes below zero.").waitFor();
    await tabTo(page, dialog.getByRole("button", { name: "Take back 250 points" }));
    await page.keyboard.press("Enter");
    await leaveDone(page, "250 points taken back");
    expect(await moved(wallet)).toEqual([250, 50, -200, -250]);
  });

  test("of more than is left is refused before it is confirmed", async () => {
    const { wallet, entryId } = await buyer();
    const page = await openWallet(wallet);
    await takeBackOf(page, entryId).click();
    const dialog = dialogOf(page);
    await dialog.getByRole("radio", { name: "Money" }).check({ force: true });
    await dialog.getByLabel("Price of the goods").fill("250.51");
    await dialog.getByText("Refund exceeds the remaining points (250)").waitFor();
    expect(await dialog.getByRole("button", { name: "Take back", exact: true }).isDisabled()).toBe(true);
    expect(await moved(wallet)).toEqual([250, 50]);
  });

  test("is there in Arabic, and not for who only reads", async () => {
    const { wallet, entryId } = await buyer();
    const arabic = await openWallet(wallet, { language: "ar" });
    await rowOf(arabic, entryId)
      .getByRole("button", { name: /^مرتجع/ })
      .click();
    await dialogOf(arabic).getByText("يُسحب من العميل").waitFor();
    await expectAccessible(arabic);
    await dialogOf(arabic).getByRole("button", { name: /^سحب/ }).click();
    await dialogOf(arabic)
      .getByText(/^تم سحب/)
      .waitFor();
    expect(await moved(wallet)).toEqual([250, 50, -250]);
    const operator = await openWallet(wallet, { username: "programme_operator" });
    expect(await operator.getByRole("button", { name: /^Return:/ }).count()).toBe(0);
  });
});

describe("a void", () => {
  test("wants a reason, says what it will do, and is marked on what it undid", async () => {
    const wallet = await till.customer();
    const { entry } = await elsewhere(commands.reward(wallet, 250));
    const page = await openWallet(wallet);
    await rowOf(page, entry.id).getByRole("button", { name: /^Void/ }).click();
    const dialog = dialogOf(page);
    await dialog.getByText("-250 points").waitFor();
    await dialog.getByRole("button", { name: "Void", exact: true }).click();
    await dialog.getByText("Choose a reason").waitFor();
    await dialog.getByRole("radio", { name: "Other" }).check({ force: true });
    await dialog.getByRole("button", { name: "Void", exact: true }).click();
    await dialog.getByText("Say in a few words why").waitFor();
    expect(await moved(wallet)).toEqual([250]);
    await dialog.getByLabel("Note").fill("wrong till");
    await dialog.getByRole("button", { name: "Void", exact: true }).click();
    await leaveDone(page, `Transaction no. ${entry.id} is voided`);
    await rowOf(page, entry.id).getByText("Voided").waitFor();
    expect(await moved(wallet)).toEqual([250, -250]);
    expect((await commentsOf(wallet))[1]).toBe("Other: wrong till");
  });

  test("of an entry that was voided meanwhile says so, and the list is refreshed", async () => {
    const wallet = await till.customer();
    const { entry } = await elsewhere(commands.reward(wallet, 40));
    const page = await openWallet(wallet);
    await elsewhere(commands.cancel(wallet, entry.id));
    await rowOf(page, entry.id).getByRole("button", { name: /^Void/ }).click();
    await dialogOf(page).getByText("This is voided already").waitFor();
    await page.keyboard.press("Escape");
    await rowOf(page, entry.id).getByText("Voided").waitFor();
    expect(await moved(wallet)).toEqual([40, -40]);
  });
});

describe("when the connection is lost during a refund", () => {
  test("it is found out whether it was done, and it is done once", async () => {
    const { wallet, entryId } = await spender();
    const page = await openWallet(wallet);
    let lost = 0;
    // The request arrives; its answer does not.
    await page.route("**/api/portal/points/refund", async (route) => {
      lost += 1;
      if (lost > 1) return route.continue();
      await route.fetch();
      return route.abort("internetdisconnected");
    });
    await rowOf(page, entryId)
      .getByRole("button", { name: /^Refund/ })
      .click();
    await dialogOf(page).getByRole("button", { name: "Refund 300 points" }).click();
    await dialogOf(page).getByText("300 points given back").waitFor();
    expect(await moved(wallet)).toEqual([500, -300, 300]);
  });

  test("for longer, the dialog can be closed, and the outcome is shown once on any page", async () => {
    const { wallet, entryId } = await spender();
    const page = await openWallet(wallet);
    let isCut = true;
    await page.route("**/api/portal/points/*", async (route) => {
      const name = new URL(route.request().url()).pathname.split("/").at(-1);
      if (!isCut || name === "quote") return route.continue();
      if (name === "refund") await route.fetch();
      return route.abort("internetdisconnected");
    });
    await rowOf(page, entryId)
      .getByRole("button", { name: /^Refund/ })
      .click();
    await dialogOf(page).getByRole("button", { name: "Refund 300 points" }).click();
    await dialogOf(page).getByText("No answer yet. Trying again. This cannot count twice.").waitFor();
    await page.keyboard.press("Escape");
    await dialogOf(page).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Deals" }).click();
    const kept = page.getByRole("region", { name: "Saved on this device" });
    await kept.getByText("We don't know yet whether this went through").waitFor();
    isCut = false;
    await kept.getByRole("button", { name: "Check again" }).click();
    await kept.getByText("This went through").waitFor();
    await kept.getByText("300 points, balance 500 points").waitFor();
    expect(await moved(wallet)).toEqual([500, -300, 300]);
    await kept.getByRole("button", { name: "OK" }).click();
    await kept.waitFor({ state: "detached" });
  });
});

describe("the history", () => {
  test("comes part by part, is narrowed by kind, day and text, and is as it was after going back", async () => {
    const wallet = await till.customer();
    for (let number = 1; number <= 60; number += 1)
      await long(commands.reward(wallet, 10, { invoiceNumber: `INV-${1_000 + number}` }));
    const redeemed = await long(commands.redeem(wallet, 20));
    const page = await openWallet(wallet);
    await page.getByText("50 transactions shown").waitFor();
    await page.getByRole("button", { name: "Show older transactions" }).click();
    await page.getByText("61 transactions in all").waitFor();
    expect(await rows(page).count()).toBe(61);

    await page.getByRole("button", { name: "Payment with points", exact: true }).click();
    await page.getByText("1 transaction in all").waitFor();
    await rowOf(page, redeemed).waitFor();
    expect(new URL(page.url()).search).toBe("?kinds=1");
    await page.getByRole("button", { name: "Reward", exact: true }).click();
    await page.getByLabel("Reference, invoice or receipt number").fill("INV-1042");
    await rows(page).getByText("INV-1042").waitFor();
    await page.getByText("1 transaction in all").waitFor();
    await page.getByRole("link", { name: "Deals" }).click();
    await page.getByRole("heading", { level: 1, name: "Deals" }).waitFor();
    await page.goBack();
    await page.getByText("1 transaction in all").waitFor();
    expect(await page.getByLabel("Reference, invoice or receipt number").inputValue()).toBe("INV-1042");

    // A text that was typed a moment before an entry is opened is still searched for when the entry is closed.
    const text = page.getByLabel("Reference, invoice or receipt number");
    const entry = rows(page).getByRole("link").first();
    await text.fill("INV-1043");
    await entry.evaluate((link: HTMLElement) => link.click());
    await page.getByRole("dialog").waitFor();
    await page.goBack();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await rows(page).getByText("INV-1043").waitFor();
    expect(new URL(page.url()).searchParams.get("text")).toBe("INV-1043");

    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByText("61 transactions in all").or(page.getByText("50 transactions shown")).waitFor();
    await page.goto(`${pathOf(wallet)}?from=2030-01-01&until=2030-01-31`);
    await page.getByRole("heading", { name: "No transaction fits these filters" }).waitFor();
    // What somebody made of the address counts as nothing.
    await page.goto(`${pathOf(wallet)}?kinds=77&from=yesterday&branchId=x&entry=-1`);
    await page.getByText("50 transactions shown").waitFor();
  });

  test("is gone on with by a press during which the page moves, because its scripts come", async () => {
    const wallet = await till.customer();
    for (let number = 1; number <= 60; number += 1) await long(commands.reward(wallet, 10));
    const page = await till.as({ username: "cashier" });
    const release = await holdScripts(page);
    await page.addInitScript(countLooks);
    await page.goto(pathOf(wallet), { waitUntil: "commit" });
    const older = page.getByRole("button", { name: "Show older transactions" });
    await older.scrollIntoViewIfNeeded();
    const before = await older.boundingBox();
    await older.hover();
    await page.mouse.down();
    release();
    await expect.poll(() => rows(page).count()).toBe(50);
    expect(await older.boundingBox()).not.toEqual(before);
    await untilTakenOver(page);
    // It has been looked again, more than once, whether anything early is still to be listened for.
    const looks = await page.evaluate(readLooks);
    await expect.poll(() => page.evaluate(readLooks)).toBeGreaterThan(looks + 1);
    await page.mouse.up();
    await page.getByText("60 transactions in all").waitFor();
  });

  test("tells of entries of the reader's merchant only, and refuses the address of another's", async () => {
    const { wallet } = await spender();
    const foreign = await long({
      ...commands.reward(wallet, 70),
      actor: {
        ...commands.reward(wallet, 70).actor,
        merchantId: till.portal.foreignMerchantId,
        branchId: till.portal.foreignBranchId,
        branchMsisdn: "+201000000011",
      },
    });
    const page = await openWallet(wallet);
    await page.getByText("2 transactions in all").waitFor();
    await page.getByText("Transactions of other merchants are not listed; balances count them.").waitFor();
    await page.goto(`${pathOf(wallet)}?entry=${foreign}`);
    await dialogOf(page).getByText("There is no such transaction, or it is another merchant's").waitFor();
  });
});

describe("the drawer of an entry", () => {
  test("tells everything about it, by keyboard: from the row, on to what undid it, and back to the row", async () => {
    const { wallet, entryId } = await spender();
    const refund = await elsewhere(
      commands.refund(wallet, entryId, {
        points: 50,
        comment: "Price corrected",
        externalLogId: "SLIP-2207",
      }),
    );
    const page = await openWallet(wallet);
    const link = rowOf(page, entryId).getByRole("link");
    await link.focus();
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("dialog", { name: `Payment with points no. ${entryId}` });
    for (const text of ["-300 points", "Refunded in part", "250 points", "Branch 1", "INV-4711", "Till"])
      await drawer.getByText(text).first().waitFor();
    expect(new URL(page.url()).search).toBe(`?entry=${entryId}`);
    await tabTo(page, drawer.getByRole("link", { name: /^Refund/ }));
    await page.keyboard.press("Enter");
    const other = page.getByRole("dialog", { name: `Refund no. ${refund.entry.id}` });
    for (const text of ["+50 points", "The cashier", "Price corrected"])
      await other.getByText(text).first().waitFor();
    expect(await other.getByText("SLIP-2207").count()).toBe(0);
    await other.getByText("Undoes").waitFor();
    await page.keyboard.press("Escape");
    await dialogOf(page).waitFor({ state: "detached" });
    expect(new URL(page.url()).search).toBe("");
    await isFocused(link);
  });

  test("opens from its address, is closed by the back button, and prints the receipt", async () => {
    const { wallet, entryId } = await spender();
    const page = await openWallet(wallet);
    await rowOf(page, entryId).getByRole("link").click();
    await dialogOf(page).getByText("INV-4711").waitFor();
    await page.goBack();
    await dialogOf(page).waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe(pathOf(wallet));
    await page.goto(`${pathOf(wallet)}?entry=${entryId}`);
    await dialogOf(page).getByText("INV-4711").waitFor();
    const receipt = page.waitForResponse((answer) => answer.url().includes(`/receipt/${entryId}`));
    await dialogOf(page).getByRole("button", { name: "Print receipt" }).click();
    expect((await receipt).status()).toBe(200);
  });
});

const WORDS = {
  en: {
    refund: /^Refund:/,
    cancel: /^Void:/,
    open: /^Payment with points no\./,
    goesBack: "Goes back to the customer",
  },
  ar: {
    refund: /^استرداد:/,
    cancel: /^إلغاء العملية:/,
    open: /^دفع بالنقاط رقم/,
    goesBack: "يعود إلى العميل",
  },
} as const;

describe.each(LOOKS)("in $language, $theme, on a $viewport", (look) => {
  test("neither the page nor what opens over it breaks a rule of accessibility, or is wider than a window", async () => {
    const { wallet, entryId } = await spender();
    await elsewhere(commands.refund(wallet, entryId, { points: 50 }));
    const words = WORDS[look.language];
    const page = await openWallet(wallet, look);
    const check = async () => {
      await expectAccessible(page);
      await expectToFit(page);
    };
    await check();
    const row = rowOf(page, entryId);
    await row.getByRole("button", { name: words.refund }).click();
    await dialogOf(page).getByText(words.goesBack).waitFor();
    await check();
    await page.keyboard.press("Escape");
    await rows(page).first().getByRole("button", { name: words.cancel }).click();
    await dialogOf(page).locator("dl").waitFor();
    await check();
    await page.keyboard.press("Escape");
    await row.getByRole("link", { name: words.open }).click();
    await dialogOf(page).getByText("INV-4711").waitFor();
    await check();
  });
});

describe("a customer's whole journey", () => {
  test("is made by keyboard alone and without leaving the till: found, rewarded, paying with a PIN, refunded and voided", async () => {
    const wallet = await till.customer({ points: 400, pin: "4071", name: "Nadia Samir" });
    const page = await till.openTill();
    const press = (key: string) => page.keyboard.press(key);
    await typeByHand(page, wallet.walletCode);
    await press("Enter");
    await page.getByRole("heading", { name: "Nadia Samir" }).waitFor();
    await isFocused(amountOf(page));
    await typeByHand(page, "250");
    await page.getByRole("button", { name: /^Give 250 points/ }).waitFor();
    await press("Enter");
    await page.getByRole("heading", { name: "250 points given" }).waitFor();
    await isFocused(boxOf(page));
    await press("F4");
    await isFocused(amountOf(page));
    await typeByHand(page, "90");
    await page.getByRole("button", { name: /^Take 90 points/ }).waitFor();
    await press("Enter");
    await page.getByRole("dialog", { name: "The customer's PIN" }).waitFor();
    await typeByHand(page, "4071");
    await press("Enter");
    await page.getByRole("heading", { name: "EGP 90 paid with points" }).waitFor();

    // The same customer again, whose goods come back: a part of the redemption first, the reward afterwards.
    await isFocused(boxOf(page));
    await typeByHand(page, wallet.walletCode);
    await press("Enter");
    await page.getByLabel("Bill").waitFor();
    await isFocused(amountOf(page));
    await press("F8");
    const history = page.getByRole("dialog", { name: "Return or void" });
    const entryLink = (kind: RegExp) => history.getByRole("link", { name: kind });
    await isFocused(history.getByRole("link").first());
    await press("Enter");
    await isFocused(page.getByLabel("Money to give back"));
    await typeByHand(page, "30");
    await page.getByRole("button", { name: "Refund 30 points" }).waitFor();
    await press("Enter");
    await page.getByText("30 points given back").waitFor();
    await isFocused(page.getByRole("button", { name: "Next customer" }).last());
    await press("Escape");
    // The list has what was done, and the keyboard is where it was.
    await entryLink(/^Refund/).waitFor();
    await isFocused(entryLink(/^Payment with points/));
    await press("ArrowDown");
    await isFocused(entryLink(/^Reward/).first());
    await press("Enter");
    await isFocused(page.getByLabel("Price of the goods"));
    await tabTo(page, page.getByRole("radio", { name: "Return", exact: true }));
    await press("ArrowDown");
    await page.getByText("-250 points").waitFor();
    await tabTo(page, page.getByRole("radio", { name: "Wrong customer" }));
    await press("Space");
    await tabTo(page, page.getByRole("button", { name: "Void", exact: true }));
    await press("Enter");
    await page.getByText(/is voided$/).waitFor();
    await press("Escape");
    await history.waitFor();
    // Between two dialogs, nothing has the keyboard for a moment.
    await page.evaluate(() => {
      (document.activeElement as HTMLElement | null)?.blur();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    });
    await dialogOf(page).waitFor({ state: "detached" });
    await isFocused(amountOf(page));
    await page.getByRole("region").getByText("340", { exact: true }).first().waitFor();
    expect(page.url()).toBe(`${till.url}/till`);
    expect(await till.movements(wallet)).toMatchObject([
      { logTypeId: LOG_TYPE.reward, points: 250, balanceAfter: 650 },
      { logTypeId: LOG_TYPE.redemption, points: -90, balanceAfter: 560 },
      { logTypeId: LOG_TYPE.refund, points: 30, balanceAfter: 590 },
      { logTypeId: LOG_TYPE.cancellation, points: -250, balanceAfter: 340 },
    ]);
  });
});

/** Counts how often components/shell/early-acts.ts looks again whether all of the page is taken over. */
function countLooks(): void {
  const lookAgainMs = 500;
  const setTimer = window.setTimeout.bind(window);
  window.setTimeout = ((act: TimerHandler, milliseconds?: number, ...rest: unknown[]) => {
    if (milliseconds === lookAgainMs)
      document.documentElement.dataset.looks = String(
        1 + Number(document.documentElement.dataset.looks ?? 0),
      );
    return setTimer(act, milliseconds, ...rest);
  }) as typeof window.setTimeout;
}

const readLooks = () => Number(document.documentElement.dataset.looks ?? 0);

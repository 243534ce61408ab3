import type { Page, Route } from "playwright";
import { describe, expect, test } from "vitest";
import { LOG_TYPE } from "@/lib/ledger/rules/types";
import type { TestWallet } from "@/tests/support/ledger";
import {
  amountOf,
  boxOf,
  type CustomerOptions,
  goToTill,
  quote,
  quoteOf,
  serve,
  startTillWorld,
  typeByHand,
  untilPrepared,
} from "@/tests/support/portal/till";
import { TEST_PASSWORD } from "@/tests/support/portal/world";

const till = startTillWorld();
const PIN = "4071";

const kept = (page: Page) => page.getByRole("region", { name: "Saved on this device" });
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name });
const confirmButton = (page: Page) =>
  page
    .locator("form")
    .filter({ has: amountOf(page) })
    .locator("[type=submit]");
const points = async (wallet: TestWallet) => (await till.movements(wallet)).map(({ points }) => points);

/** The network before the service, or between the service and the page, as a cable that somebody pulls. */
class Cable {
  isCut = true;
  /** Paths of what was lost, in order. */
  readonly lost: string[] = [];

  /** `before`: what is sent never arrives; `after`: it arrives, and its answer does not. */
  static async cut(page: Page, where: "before" | "after"): Promise<Cable> {
    const cable = new Cable();
    await page.route("**/api/portal/points/*", async (route) => {
      const name = new URL(route.request().url()).pathname.split("/").at(-1) ?? "";
      if (!cable.isCut || name === "quote") return route.continue();
      if (where === "after" && name !== "settle") await route.fetch();
      cable.lost.push(name);
      return route.abort("internetdisconnected");
    });
    return cable;
  }

  mend(): void {
    this.isCut = false;
  }
}

/** A customer's bill, confirmed while the request or its answer is lost. */
async function lost(value: number, when: "before" | "after", options?: CustomerOptions) {
  const wallet = await till.customer(options);
  const page = await till.openTill();
  await serve(page, wallet);
  await quote(page, value);
  const cable = await Cable.cut(page, when);
  await page.keyboard.press("Enter");
  await expect.poll(() => cable.lost.length).toBe(1);
  return { wallet, page, cable };
}

describe("when the connection is lost in mid-operation", () => {
  test("before it was sent: it is not certain until the service says that it never will be, and can be done again", async () => {
    const wallet = await till.customer();
    const page = await till.openTill();
    await serve(page, wallet);
    await quote(page, 110);
    const cable = await Cable.cut(page, "before");
    await page.keyboard.press("Enter");
    await heading(page, "No answer yet").waitFor();
    await heading(page, /^We don't know yet/).waitFor();
    expect(await points(wallet)).toEqual([]);
    cable.mend();
    await page.getByRole("button", { name: "Check again" }).first().click();
    await page.getByText("This did not go through. You can do it again").waitFor();
    expect(await amountOf(page).inputValue()).toBe("110");
    expect(await points(wallet)).toEqual([]);
    await confirmButton(page).click();
    await heading(page, "110 points given").waitFor();
    expect(await points(wallet)).toEqual([110]);
    expect(new Set(cable.lost)).toEqual(new Set(["reward"]));
  });

  test("after it was sent: the next customer is served, and the outcome is shown once when it is known", async () => {
    const wallet = await till.customer({ points: 400, pin: PIN, name: "Karim Nabil" });
    const next = await till.customer();
    const page = await till.openTill();
    await serve(page, wallet);
    await page.keyboard.press("F4");
    await quote(page, 120);
    const cable = await Cable.cut(page, "after");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await typeByHand(page, PIN);
    await page.keyboard.press("Enter");
    await heading(page, /^We don't know yet/).waitFor();
    await kept(page).getByText("We don't know yet whether this went through").waitFor();
    await page.getByRole("button", { name: /^Next customer/ }).click();
    await serve(page, next);
    expect(await amountOf(page).inputValue()).toBe("");
    await kept(page)
      .getByText(/Payment of EGP\s120 with points · .*Karim/)
      .waitFor();
    expect(await points(wallet)).toEqual([-120]);
    // Whatever is kept on the device, the PIN is not.
    expect(await keptOnDisk(page)).toHaveLength(1);
    expect(JSON.stringify(await keptOnDisk(page))).not.toContain(PIN);
    cable.mend();
    await kept(page).getByRole("button", { name: "Check again" }).click();
    await kept(page).getByText("This went through").waitFor();
    await kept(page).getByText("-120 points, balance 280 points").waitFor();
    expect(await points(wallet)).toEqual([-120]);
    await kept(page).getByRole("button", { name: "OK" }).click();
    await kept(page).waitFor({ state: "detached" });
    expect(await keptOnDisk(page)).toEqual([]);
  });

  test("and only for a moment: the same is asked again under the same reference, and done once", async () => {
    const { wallet, page, cable } = await lost(130, "after");
    cable.mend();
    await heading(page, "130 points given").waitFor();
    expect(await points(wallet)).toEqual([130]);
  });

  test("the tab may be closed, and tells what became of it when it is opened again", async () => {
    const { wallet, page } = await lost(140, "after", { name: "Dina Samir" });
    await page.close();
    const again = await page.context().newPage();
    await goToTill(again);
    await kept(again).getByText("This went through").waitFor();
    await kept(again)
      .getByText(/Reward of EGP\s140 · .*Dina/)
      .waitFor();
    await kept(again).getByText("140 points, balance 140 points").waitFor();
    await kept(again).getByRole("button", { name: "OK" }).click();
    await kept(again).waitFor({ state: "detached" });
    expect(await points(wallet)).toEqual([140]);
  });

  test("the tab may be closed before anything arrived: then it will not be done, and is offered again", async () => {
    const { wallet, page } = await lost(145, "before");
    await page.close();
    const again = await page.context().newPage();
    await goToTill(again);
    await kept(again).getByText("This did not go through. You can do it again").waitFor();
    await kept(again).getByRole("button", { name: "Do it again" }).click();
    await quoteOf(again).getByText("+145").waitFor();
    await kept(again).waitFor({ state: "detached" });
    expect(await points(wallet)).toEqual([]);
    await confirmButton(again).click();
    await heading(again, "145 points given").waitFor();
    expect(await points(wallet)).toEqual([145]);
  });
});

describe("nothing is done twice", () => {
  test("by a double click", async () => {
    const wallet = await till.customer();
    const page = await till.openTill();
    await serve(page, wallet);
    await quote(page, 150);
    await confirmButton(page).dblclick();
    await heading(page, "150 points given").waitFor();
    await settle(page);
    expect(await points(wallet)).toEqual([150]);
  });

  test("by Enter held down, which does not send the customer away either", async () => {
    const wallet = await till.customer();
    const page = await till.openTill();
    await serve(page, wallet);
    await quote(page, 160);
    const done = heading(page, "160 points given");
    // Without letting go, the browser repeats the key.
    await expect
      .poll(async () => {
        await page.keyboard.down("Enter");
        return done.isVisible();
      })
      .toBe(true);
    for (let count = 0; count < 20; count += 1) await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    await settle(page);
    expect(await done.isVisible()).toBe(true);
    expect(await points(wallet)).toEqual([160]);
  });

  test("by going back while it is under way: the outcome is shown on return", async () => {
    const wallet = await till.customer();
    const page = await till.openTill();
    await page.getByRole("link", { name: "Deals" }).first().click();
    await page.waitForURL("**/deals");
    await page.getByRole("link", { name: "Till" }).first().click();
    await page.waitForURL("**/till");
    await serve(page, wallet);
    await quote(page, 170);
    const answer = await holdAnswer(page, "reward");
    await page.keyboard.press("Enter");
    await answer.arrived;
    await page.goBack();
    await page.waitForURL("**/deals");
    answer.release();
    await kept(page).getByText("This went through").waitFor();
    await page.goForward();
    await page.waitForURL("**/till");
    await heading(page, "Ready for the next customer").waitFor();
    await kept(page).getByText("170 points, balance 170 points").waitFor();
    expect(await points(wallet)).toEqual([170]);
  });

  test("by two tabs: each sees what the other has under way, and the same bill is asked about", async () => {
    const wallet = await till.customer({ name: "Nour Hassan" });
    const page = await till.openTill();
    const other = await page.context().newPage();
    await goToTill(other);
    await serve(page, wallet);
    await serve(other, wallet);
    await quote(page, 180);
    const cable = await Cable.cut(page, "after");
    await page.bringToFront();
    await page.keyboard.press("Enter");
    await heading(page, /^We don't know yet/).waitFor();
    // The other tab shows it and leaves it to the one that lives.
    await kept(other).getByText("We don't know yet whether this went through").waitFor();
    await other.bringToFront();
    await quote(other, 180);
    await quoteOf(other)
      .getByText(/^The same amount was entered here at/)
      .waitFor();
    await page.close();
    await kept(other).getByText("This went through").waitFor();
    expect(await points(wallet)).toEqual([180]);
    expect(new Set(cable.lost)).toContain("reward");
  });
});

test("a session that ends in the middle asks for the password, and goes on with what was typed", async () => {
  const wallet = await till.customer({ points: 100 });
  const page = await till.openTill({ username: "merchant_admin" });
  const endSession = () =>
    till.database.prisma.session.deleteMany({ where: { user: { username: "merchant_admin" } } });
  const dialog = page.getByRole("alertdialog", { name: "Your session has ended" });
  const signInAgain = async () => {
    await dialog.getByLabel(/^Password/).fill(TEST_PASSWORD);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
  };
  await endSession();
  await boxOf(page).fill(wallet.walletCode);
  await page.keyboard.press("Enter");
  await signInAgain();
  expect(await boxOf(page).inputValue()).toBe(wallet.walletCode);
  await serve(page, wallet);
  await quote(page, 190);
  await page.getByLabel("Invoice number").fill("INV-190");
  await quoteOf(page).locator("dl").waitFor();
  await endSession();
  await page.keyboard.press("Enter");
  await dialog.waitFor();
  expect(await points(wallet)).toEqual([]);
  await signInAgain();
  // What was confirmed on a quote that was fresh goes on by itself; otherwise everything typed is still there.
  const done = heading(page, "190 points given");
  await done.or(confirmButton(page)).first().waitFor();
  if (await confirmButton(page).isVisible()) await confirmButton(page).click();
  await done.waitFor();
  expect(await till.movements(wallet)).toMatchObject([{ points: 190, invoiceNumber: "INV-190" }]);
});

describe("without a connection", () => {
  test("rewards are queued, sent in order on return, and a refusal is shown; redemptions are not possible", async () => {
    const known = await till.customer({ points: 500, name: "Laila Omar" });
    const unseen = await till.customer();
    const page = await till.openTill();
    await untilPrepared(page);
    await serve(page, known);
    const cut = new Date();
    await page.context().setOffline(true);
    await page.getByText("No connection.", { exact: true }).waitFor();
    await page.keyboard.press("F4");
    await amountOf(page).fill("25");
    await page.getByText("No connection. Paying with points has to wait.").waitFor();
    expect(await confirmButton(page).isDisabled()).toBe(true);
    await page.keyboard.press("F2");
    await amountOf(page).fill("21");
    await page.getByRole("button", { name: /^Save and send later/ }).click();
    await heading(page, "Saved. Not sent yet").waitFor();

    for (const [code, value] of [
      ["NOBODY-1", "22"],
      [unseen.walletCode, "23"],
      [known.walletCode, "24"],
      ["NOBODY-2", "25"],
    ] as const) {
      await boxOf(page).fill(code);
      await page.keyboard.press("Enter");
      await heading(page, /^No connection:/).waitFor();
      await amountOf(page).focus();
      await typeByHand(page, value);
      await page.keyboard.press("Enter");
      await heading(page, "Saved. Not sent yet").waitFor();
    }
    // A number finds its wallet when the sale is sent; a name is nobody's.
    await boxOf(page).fill("Mona");
    await page.keyboard.press("Enter");
    await page.getByText("A name is not enough here. Type the mobile number, or scan the card.").waitFor();
    await page.keyboard.press("Escape");

    await kept(page).getByText("5 rewards wait for the connection").waitFor();
    await kept(page).getByRole("button", { name: "Show" }).click();
    const list = await kept(page).getByRole("listitem").allTextContents();
    expect(list.map((text) => /EGP\s(\d+)/.exec(text)?.[1])).toEqual(["21", "22", "23", "24", "25"]);
    expect(await points(known)).toEqual([]);

    await page.context().setOffline(false);
    const refusals = kept(page).getByText("No customer has this code with this mobile number");
    await expect.poll(() => refusals.count()).toBe(2);
    await kept(page).getByText("rewards wait for the connection").waitFor({ state: "detached" });
    await expect.poll(() => points(known)).toEqual([21, 24]);
    expect(await points(unseen)).toEqual([23]);
    const sent = await till.database.prisma.entry.findMany({
      where: { walletId: { in: [known.id, unseen.id] }, branchId: till.portal.branchIds[0] },
      orderBy: { createdAt: "asc" },
    });
    expect(sent.map(({ pointsDelta }) => Number(pointsDelta))).toEqual([21, 23, 24]);
    // They are rewards of the time of the sale.
    const [first] = await till.movements(known);
    expect(first?.invoiceDate?.getTime()).toBeGreaterThanOrEqual(cut.getTime());
    expect(first?.logTypeId).toBe(LOG_TYPE.reward);
    // A refused sale stays until a customer is found for the sale or a cashier removes it.
    const settle = kept(page).getByRole("button", { name: "Settle…" });
    await settle.first().click();
    const dialog = page.getByRole("dialog", { name: "Settle this sale" });
    await dialog.getByRole("textbox").fill(unseen.walletCode);
    await page.keyboard.press("Enter");
    await quoteOf(page).getByText("+22").waitFor();
    expect(await settle.count()).toBe(2);
    await page.keyboard.press("Enter");
    await expect.poll(() => points(unseen)).toEqual([23, 22]);
    await expect.poll(() => settle.count()).toBe(1);
    await settle.click();
    const remove = dialog.getByRole("button", { name: "Remove this sale" });
    await remove.click();
    await remove.click();
    await dialog.getByText("Choose a reason").waitFor();
    await dialog.getByText("Typed by mistake").click();
    await remove.click();
    await kept(page).waitFor({ state: "detached" });
    await expect
      .poll(() => till.database.prisma.securityEvent.findFirst({ where: { kind: "till.sale_removed" } }))
      .toMatchObject({ details: { reason: "Typed by mistake" } });
  });

  test("a mobile number is kept with its bill, and finds its customer when it is sent", async () => {
    const wallet = await till.customer();
    const page = await till.openTill();
    await untilPrepared(page);
    await page.context().setOffline(true);
    await page.getByText("No connection.", { exact: true }).waitFor();
    for (const [mobile, value] of [
      [wallet.contactMsisdn, "26"],
      ["+201000009999", "27"],
    ] as const) {
      await boxOf(page).fill(mobile);
      await page.keyboard.press("Enter");
      await heading(page, /^No connection:/).waitFor();
      await amountOf(page).focus();
      await typeByHand(page, value);
      await page.keyboard.press("Enter");
      await heading(page, "Saved. Not sent yet").waitFor();
    }
    // On the disk neither number nor bill can be read.
    const stored = await page.evaluate(async () => {
      const database = await new Promise<IDBDatabase>((done) => {
        const opening = indexedDB.open("points.operations");
        opening.onsuccess = () => done(opening.result);
      });
      const records = await new Promise<object[]>((done) => {
        const reading = database.transaction("operations").objectStore("operations").getAll();
        reading.onsuccess = () => done(reading.result);
      });
      database.close();
      return records.map((record) => ({ names: Object.keys(record), text: JSON.stringify(record) }));
    });
    expect(stored.length).toBe(2);
    for (const { names, text } of stored) {
      expect(names).toEqual(expect.arrayContaining(["sealed", "status"]));
      expect(names).not.toEqual(expect.arrayContaining(["request"]));
      for (const secret of [wallet.contactMsisdn, "201000009999", "soldAt"])
        expect(text).not.toContain(secret);
    }
    await page.context().setOffline(false);
    await expect.poll(() => points(wallet)).toEqual([26]);
    await kept(page).getByText("No customer has this mobile number").waitFor();
    await heading(page, "Not added").waitFor();
  });

  test.each([
    { what: "a proxy's 502", status: 502 },
    { what: "a maintenance page of 200", status: 200 },
  ])("so it is behind $what: the reward is kept, and sent when the service is back", async ({ status }) => {
    const wallet = await till.customer();
    const page = await till.openTill();
    await untilPrepared(page);
    await serve(page, wallet);
    let isAway = true;
    for (const path of ["**/api/portal/**", "**/readyz"])
      await page.route(path, (route) =>
        isAway
          ? route.fulfill({ status, contentType: "text/html", body: "<h1>Back soon</h1>" })
          : route.continue(),
      );
    await amountOf(page).fill("31");
    await page.getByRole("button", { name: /^Save and send later/ }).click();
    await heading(page, "Saved. Not sent yet").waitFor();
    expect(await points(wallet)).toEqual([]);
    isAway = false;
    await expect.poll(() => points(wallet)).toEqual([31]);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  test("what was kept and is gone is told, until somebody has seen it", async () => {
    const wallet = await till.customer();
    const page = await till.openTill();
    await untilPrepared(page);
    await serve(page, wallet);
    await page.context().setOffline(true);
    await amountOf(page).fill("41");
    await page.getByRole("button", { name: /^Save and send later/ }).click();
    await heading(page, "Saved. Not sent yet").waitFor();
    const mark = await page.evaluate(() => localStorage.getItem("points.operations.kept"));
    expect(mark).toBe("yes");
    // Another profile that has the mark and nothing else, as browsers leave one when the disk is full.
    const again = await till.openTill();
    await again.evaluate((kept) => localStorage.setItem("points.operations.kept", String(kept)), mark);
    await again.reload();
    await kept(again).getByText("Transactions that were saved here are gone").waitFor();
    await kept(again).getByRole("button", { name: "OK" }).click();
    await kept(again).waitFor({ state: "detached" });
    expect(await again.evaluate(() => localStorage.getItem("points.operations.kept"))).toBeNull();
  });

  test("of a kind that accepts and never answers nobody waits: look-up and quote have a limit, and it ends by itself", async () => {
    const wallet = await till.customer();
    const next = await till.customer();
    const page = await till.openTill();
    await untilPrepared(page);
    await serve(page, wallet);
    const silent = /\/(?:api\/portal\/.*|readyz)$/;
    await page.route(silent, () => undefined);
    await amountOf(page).fill("150");
    await page.getByRole("button", { name: /^Save and send later/ }).click({ timeout: 20_000 });
    await heading(page, "Saved. Not sent yet").waitFor();
    await boxOf(page).fill(next.walletCode);
    await page.keyboard.press("Enter");
    await heading(page, /^No connection:/).waitFor({ timeout: 20_000 });
    await page.unrouteAll({ behavior: "ignoreErrors" });
    // The code is looked up, and what was kept is sent, without a hand.
    await page.getByRole("region").getByText(next.walletCode, { exact: true }).waitFor();
    await expect.poll(() => points(wallet)).toEqual([150]);
  });

  test("a code is looked up by itself when the connection is back, with the bill that was typed", async () => {
    const wallet = await till.customer();
    const page = await till.openTill();
    await untilPrepared(page);
    await page.context().setOffline(true);
    await boxOf(page).fill(wallet.walletCode);
    await page.keyboard.press("Enter");
    await heading(page, /^No connection:/).waitFor();
    await amountOf(page).fill("31");
    await page.context().setOffline(false);
    await quoteOf(page).getByText("+31").waitFor();
    expect(await points(wallet)).toEqual([]);
  });

  test("what is kept outlives the tab, and is sent by the next one", async () => {
    const wallet = await till.customer();
    const page = await till.openTill();
    await untilPrepared(page);
    await page.context().setOffline(true);
    await boxOf(page).fill(wallet.walletCode);
    await page.keyboard.press("Enter");
    await amountOf(page).focus();
    await typeByHand(page, "33");
    await page.keyboard.press("Enter");
    await heading(page, "Saved. Not sent yet").waitFor();
    await page.close();
    const again = await page.context().newPage();
    await page.context().setOffline(false);
    await goToTill(again);
    await expect.poll(() => points(wallet)).toEqual([33]);
    await kept(again).waitFor({ state: "detached" });
  });
});

/** Waits until nothing is under way: operations under way are stored on the device. */
async function settle(page: Page): Promise<void> {
  await expect.poll(() => keptOnDisk(page)).toEqual([]);
}

/** Everything that the page keeps in its database. */
function keptOnDisk(page: Page): Promise<unknown[]> {
  return page.evaluate(
    () =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open("points.operations");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const all = opening.result.transaction("operations").objectStore("operations").getAll();
          all.onsuccess = () => {
            opening.result.close();
            resolve(all.result);
          };
        };
      }),
  );
}

/** Lets an operation be carried out, and keeps its answer from the page until it is released. */
async function holdAnswer(page: Page, operation: string) {
  let release = () => {};
  let arrive = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(`**/api/portal/points/${operation}`, async (route: Route) => {
    const response = await route.fetch();
    arrive();
    await released;
    await route.fulfill({ response });
  });
  return { arrived, release };
}

import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { DateTime } from "luxon";
import type { Page } from "playwright";
import { afterAll, describe, expect, test } from "vitest";
import type { Command } from "@/lib/ledger/rules/commands";
import { CHANNEL } from "@/lib/ledger/rules/types";
import { ManualClock } from "@/lib/platform/clock";
import type { TestDatabase } from "@/tests/support/database";
import {
  commandsOf,
  createSegment,
  createUser,
  createWallet,
  startProcess,
  type TestProcess,
  type TestWallet,
} from "@/tests/support/ledger";
import {
  expectAccessible,
  expectNoSidewaysScrolling,
  type PageOptions,
} from "@/tests/support/portal/browser";
import { startPortal } from "@/tests/support/portal/portal";
import type { PortalWorld } from "@/tests/support/portal/world";

const PIXELS_PER_MM = 96 / 25.4;

let database: TestDatabase;
let world: PortalWorld;
let till: TestProcess;
let users: { cashier: number; supervisor: number; client: number };
let wallet: TestWallet;
/** The redemption of the first branch's day. */
let redemptionId: number;

const portal = startPortal({
  prepare: async (ownDatabase, ownWorld) => {
    database = ownDatabase;
    world = ownWorld;
    till = startProcess(database.url, { clock: new ManualClock(new Date()) });
    const segmentId = (await createSegment(database.pool)).id;
    wallet = await createWallet(database.pool, { segmentId });
    const idOf = async (username: string) =>
      (await database.prisma.user.findUniqueOrThrow({ where: { username } })).id;
    users = {
      cashier: await idOf("cashier"),
      supervisor: await idOf("supervisor"),
      client: await createUser(database.pool, { name: "Main tills" }),
    };
    await liveTwoDays();
  },
});
afterAll(() => till?.stop());

interface Doing {
  by?: number;
  branch?: number;
  at?: Date;
  extra?: { invoiceNumber?: string; comment?: string };
}

async function post(
  { by = users.cashier, branch = 0, at = new Date(), extra }: Doing,
  command: (make: ReturnType<typeof commandsOf>) => Exclude<Command, { type: "expire" }>,
): Promise<number> {
  till.clock.set(at);
  const made = command(
    commandsOf({
      userId: by,
      channelId: by === users.client ? CHANNEL.posApi : CHANNEL.cashierPortal,
      merchantId: world.merchantId,
      branchId: world.branchIds[branch] ?? 0,
      branchMsisdn: "+201000000001",
    }),
  );
  return (await till.ledger.post({ ...made, ...extra })).entry.id;
}

const reward = (value: number, doing: Doing = {}) =>
  post(doing, (make) => make.reward(wallet, value) as never);

/** So many sales of the day before yesterday were sent twice. */
const SENT_TWICE = 12;
const dayBeforeYesterday = () => DateTime.now().setZone("Africa/Cairo").minus({ days: 2 });

/** The day before, a second earlier in the day than now, so that it counts for the comparison; then today. */
async function liveTwoDays(): Promise<void> {
  for (let sale = 1; sale <= SENT_TWICE; sale += 1)
    for (const at of [0, 10])
      await reward(sale, { at: dayBeforeYesterday().plus({ seconds: at }).toJSDate() });
  const before = DateTime.now().setZone("Africa/Cairo").minus({ days: 1, seconds: 1 }).toJSDate();
  await reward(1_000, { at: before });
  await reward(40, { at: before, by: users.client });
  await reward(500, { extra: { invoiceNumber: "INV-1" } });
  await reward(70, { by: users.client, extra: { invoiceNumber: "INV-2" } });
  redemptionId = await post(
    { extra: { invoiceNumber: "INV-3" } },
    (make) => make.redeem(wallet, 300) as never,
  );
  await post({ by: users.supervisor }, (make) => make.refund(wallet, redemptionId, { points: 120 }) as never);
  const mistaken = await reward(33);
  await post({ by: users.supervisor }, (make) => make.cancel(wallet, mistaken) as never);
  await reward(90, { branch: 1, by: users.supervisor });
}

async function open(path: string, { as = "cashier", ...options }: PageOptions & { as?: string } = {}) {
  const page = await portal.as(as, options);
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/portal/")) asked.push(pathname.slice("/api/portal/".length));
  });
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return { page, asked };
}

const card = (page: Page, kind: string) =>
  page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { level: 3, name: kind, exact: true }) });
const list = (page: Page) => page.getByRole("table", { name: "Transactions", exact: true });
const rows = (page: Page) =>
  list(page)
    .getByRole("row")
    .filter({ has: page.getByRole("link") });
const numberIn = (text: string) => Number(text.replace(/[^\d-]/g, ""));

/** The signed points of the shown entries, by the word of their kind. Read at once: the list is alive. */
async function pointsByKind(page: Page): Promise<Record<string, number[]>> {
  const shown = await rows(page).evaluateAll((all) =>
    all.map((row) => {
      const [, , kind, , points] = row.querySelectorAll("td");
      return { kind: kind?.querySelector("a")?.textContent ?? "", points: points?.textContent ?? "" };
    }),
  );
  const found: Record<string, number[]> = {};
  for (const { kind, points } of shown) found[kind] = [...(found[kind] ?? []), numberIn(points)];
  return found;
}

/** The points in the card of a kind. */
async function pointsOf(page: Page, kinds: string): Promise<number> {
  const text = await card(page, kinds)
    .getByText(/\d points?$/)
    .first()
    .textContent();
  return numberIn(text ?? "");
}

const sum = (numbers: readonly number[] = []) =>
  numbers.reduce((total, number) => total + Math.abs(number), 0);

describe("the day at the cashier's branch", () => {
  test("comes with the page, and its totals are those of its entries, per kind and per person", async () => {
    const { page, asked } = await open("/today");
    const shown = await pointsByKind(page);
    expect(shown).toEqual({
      Reward: [33, 70, 500],
      "Payment with points": [-300],
      Refund: [120],
      Void: [-33],
    });
    for (const [kinds, kind] of [
      ["Rewards", "Reward"],
      ["Paid with points", "Payment with points"],
      ["Refunds", "Refund"],
      ["Voids", "Void"],
    ] as const) {
      const text = await card(page, kinds)
        .getByText(/\d points?$/)
        .first()
        .textContent();
      expect([kind, numberIn(text ?? "")]).toEqual([kind, sum(shown[kind])]);
    }
    const people = page.getByRole("table", { name: "By person" });
    expect(
      await people.getByRole("rowheader").or(people.locator("th[scope=rowgroup]")).allTextContents(),
    ).toEqual([
      "The cashier(You)",
      "Rewards",
      "Paid with points",
      "The supervisor",
      "Refunds",
      "Voided rewards",
      "Main tillsAPI client",
      "Rewards",
    ]);
    expect(asked.filter((path) => !path.endsWith("/changes"))).toEqual([]);
  });

  test.each([
    ["en", /^[A-Z]\w+day,? \d{1,2} [A-Z]\w+$/, "Today", "Yesterday"],
    ["ar", /^[\u0621-\u064a]+، \d{1,2} [\u0621-\u064a]+$/, "اليوم", "أمس"],
  ] as const)("is called by its own name in %s", async (language, title, today, yesterday) => {
    const { page } = await open("/today", { language });
    const heading = page.getByRole("heading", { level: 1 });
    const head = page.getByRole("main").locator("header").first();
    const name = await heading.textContent();
    expect(name).toMatch(title);
    await head.getByText(today, { exact: true }).waitFor();
    await page.getByRole("button", { name: language === "en" ? "The day before" : "اليوم السابق" }).click();
    await head.getByText(yesterday, { exact: true }).waitFor();
    expect(await heading.textContent()).toMatch(title);
    expect(await heading.textContent()).not.toBe(name);
  });

  test("tells three of the sales that may have been sent twice, and all of them in as little room", async () => {
    const { page } = await open(`/today?day=${dayBeforeYesterday().toISODate()}`);
    const notice = page.getByRole("main").locator("div").filter({ hasText: "Same amount twice" }).last();
    await notice
      .getByRole("heading", { name: `Same amount twice within a minute, ${SENT_TWICE} times: please check` })
      .waitFor();
    const groups = notice.getByText(/^Reward of /);
    expect(await groups.count()).toBe(3);
    await notice.getByRole("button", { name: `Show all ${SENT_TWICE}` }).click();
    await expect.poll(() => groups.count()).toBe(SENT_TWICE);
    expect((await notice.boundingBox())?.height).toBeLessThan(640);
    await expectAccessible(page);
    await notice.getByRole("button", { name: "Show fewer" }).click();
    await expect.poll(() => groups.count()).toBe(3);
  });

  test("is compared with yesterday up to the same time", async () => {
    const { page } = await open("/today");
    await page.getByText(/^Compared with yesterday up to \d+:\d\d$/).waitFor();
    // 603 points in three entries today; 1,040 in two yesterday.
    expect(await card(page, "Rewards").textContent()).toMatch(/603 points437fewer.*Transactions31more/);
    expect(await card(page, "Paid with points").textContent()).toMatch(/300 points300more/);
  });

  test("of yesterday is one step back, whole, and without anything that comes by itself", async () => {
    const { page } = await open("/today");
    await page.getByRole("button", { name: "The day before" }).click();
    await expect.poll(() => pointsByKind(page)).toEqual({ Reward: [40, 1_000] });
    await page.getByText(/^Compared with the whole of \w+, /).waitFor();
    expect(await page.getByText("Live", { exact: true }).count()).toBe(0);
    await page.reload();
    await expect.poll(() => pointsByKind(page)).toEqual({ Reward: [40, 1_000] });
    await page.getByRole("button", { name: "Today", exact: true }).click();
    await page.getByText("Live", { exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe("");
    expect(await page.getByRole("button", { name: "The day after" }).isDisabled()).toBe(true);
  });

  test("shows new entries as they are made, and holds them back while the list is being read", async () => {
    const { page } = await open("/today", { as: "merchant_admin" });
    const before = await rows(page).count();
    const rewarded = await pointsOf(page, "Rewards");
    await page.getByText("Live", { exact: true }).waitFor();
    await reward(11, { extra: { invoiceNumber: "LIVE-1" } });
    await rows(page).first().getByText("LIVE-1").locator("visible=true").waitFor();
    await rows(page).first().getByText("New", { exact: true }).locator("visible=true").waitFor();
    await expect.poll(() => pointsOf(page, "Rewards")).toBe(rewarded + 11);

    await rows(page).nth(2).getByRole("link").focus();
    const inFocus = await rows(page).nth(2).textContent();
    await reward(12, { extra: { invoiceNumber: "LIVE-2" } });
    const more = page.getByRole("button", { name: "Show 1 new transaction" });
    await more.waitFor();
    expect(await rows(page).nth(2).textContent()).toBe(inFocus);
    await more.click();
    await rows(page).first().getByText("LIVE-2").locator("visible=true").waitFor();
    expect(await rows(page).count()).toBe(before + 2);
  });

  test("finds entries by kind, person and invoice, and keeps the choice in its address", async () => {
    const { page } = await open("/today");
    await page.getByRole("button", { name: /Person$/ }).click();
    await page.getByRole("option", { name: "The supervisor" }).click();
    await expect.poll(() => pointsByKind(page)).toEqual({ Refund: [120], Void: [-33] });
    await page.goBack();
    await page.keyboard.press("/");
    await page.keyboard.type("inv-2");
    await expect.poll(() => pointsByKind(page)).toEqual({ Reward: [70] });
    await page.reload();
    await expect.poll(() => pointsByKind(page)).toEqual({ Reward: [70] });
    await page.getByLabel("Search", { exact: true }).fill("nothing like this");
    await page.getByRole("heading", { name: "Nothing fits the filters" }).waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await rows(page).first().waitFor();
  });

  test("opens an entry with all that became of it, and the back button closes it", async () => {
    const { page } = await open("/today");
    await rows(page).filter({ hasText: "INV-3" }).getByRole("link").click();
    const drawer = page.getByRole("dialog");
    await drawer.getByText(String(redemptionId)).first().waitFor();
    await drawer.getByText("Refund", { exact: false }).first().waitFor();
    expect(new URL(page.url()).searchParams.get("entry")).toBe(String(redemptionId));
    await expectAccessible(page);
    await page.goBack();
    await drawer.waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe("/today");
  });
});

describe("several branches", () => {
  test("are not the cashier's: no choice, and another branch's day is refused", async () => {
    const { page } = await open("/today");
    expect(await page.getByRole("button", { name: /Branch shown/ }).count()).toBe(0);
    await page.goto(`/today?branchId=${world.branchIds[1]}`);
    await page.getByRole("button", { name: "Try again" }).waitFor();
    expect(await rows(page).count()).toBe(0);
    expect(await page.getByText("90 points").count()).toBe(0);
  });

  test("are the supervisor's to choose from, one by one and side by side", async () => {
    const { page } = await open("/today", { as: "supervisor" });
    // One choice: that of the branch that is shown, not also that of the branch that one works for.
    expect(
      await page
        .getByRole("banner")
        .getByRole("button", { name: /^Branch/ })
        .count(),
    ).toBe(0);
    await page.getByRole("button", { name: /Branch shown$/ }).click();
    await page.getByRole("option").first().waitFor();
    const options = await page.getByRole("option").allTextContents();
    expect(options.slice(0, 3)).toEqual(["All branches", "Branch 1", "Branch 2"]);
    await page.getByRole("option", { name: "Branch 2" }).click();
    await expect.poll(() => pointsByKind(page)).toEqual({ Reward: [90] });
    expect(new URL(page.url()).searchParams.get("branchId")).toBe(String(world.branchIds[1]));

    await page.getByRole("button", { name: /Branch shown$/ }).click();
    await page.getByRole("option", { name: "All branches" }).click();
    const table = page.getByRole("table", { name: "Totals by branch" });
    await table.waitFor();
    const totals = await table
      .locator("tbody tr")
      .evaluateAll((all) =>
        all.map((row) => Number(row.querySelectorAll("td")[2]?.textContent?.match(/\d[\d,]*$/)?.[0])),
      );
    const together = await pointsOf(page, "Rewards");
    expect(totals).toHaveLength(2);
    expect(together).toBe(sum(totals));
    await table
      .getByRole("row", { name: /Branch 2/ })
      .getByRole("button", { name: "Open" })
      .click();
    await expect.poll(() => pointsByKind(page)).toEqual({ Reward: [90] });
  });
});

describe("the report of a shift", () => {
  test.each([
    ["en", "A4", "ltr"],
    ["ar", "A4", "rtl"],
    ["en", "80 mm", "ltr"],
    ["ar", "80 mm", "rtl"],
  ] as const)(
    "in %s on %s prints alone, black on white, with nothing cut off",
    async (language, paper, direction) => {
      // A dark screen does not make dark paper.
      const { page } = await open("/today/report", { language, theme: "dark" });
      const isRoll = paper === "80 mm";
      if (isRoll)
        await page.getByRole("radio", { name: language === "ar" ? "80 مم" : paper }).check({ force: true });
      // The size of the paper comes with the page's scripts.
      await expect.poll(() => page.evaluate(() => document.adoptedStyleSheets.length)).toBe(1);
      await page.emulateMedia({ media: "print" });
      const sheet = page.locator("[data-report]");
      expect(await sheet.getAttribute("data-report")).toBe(isRoll ? "roll" : "a4");
      const seen = await sheet.evaluate((element) => ({
        direction: getComputedStyle(element).direction,
        ink: [...element.querySelectorAll("*")].map((part) => getComputedStyle(part).color),
        ground: getComputedStyle(element).backgroundColor,
        width: element.getBoundingClientRect().width,
        excess: Math.max(
          ...[element, ...element.querySelectorAll("*")].map(
            (part) => part.scrollWidth - part.clientWidth - (part.clientWidth === 0 ? part.scrollWidth : 0),
          ),
        ),
      }));
      expect(seen.direction).toBe(direction);
      expect(seen.ground).toBe("rgb(255, 255, 255)");
      expect(new Set(seen.ink)).toEqual(new Set(["rgb(0, 0, 0)", "rgb(43, 43, 43)"]));
      expect(seen.excess).toBeLessThanOrEqual(0);
      if (isRoll) expect(Math.abs(seen.width - 80 * PIXELS_PER_MM)).toBeLessThan(1);
      const others = page.locator("header, nav, main button, main a").locator("visible=true");
      expect(await others.and(page.locator(":not([data-report] *)")).count()).toBe(0);
      // The picture is not empty: a sheet of white would pass everything above.
      const picture = await sheet.screenshot();
      expect(picture.byteLength).toBeGreaterThan(5_000);

      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
      const [, width] = /\/MediaBox \[0 0 ([\d.]+) [\d.]+\]/.exec(pdf) ?? [];
      expect(Math.abs((Number(width) / 72) * 25.4 - (isRoll ? 80 : 210))).toBeLessThan(1);
      if (isRoll) expect(pdf.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1);
    },
  );

  test("brings itself up to date before it prints, and covers a shift or the branch", async () => {
    const { page } = await open("/today/report");
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute("data-printed", "yes");
    });
    await page.getByRole("article").getByText("This shift").waitFor();
    const before = await pointsInReport(page);
    await reward(13);
    await page.getByRole("button", { name: "Print" }).click();
    await page.locator("[data-printed]").waitFor();
    expect(await pointsInReport(page)).toBe(before + 13);
    await page.getByRole("button", { name: /Scope$/ }).click();
    await page.getByRole("option", { name: "Whole branch" }).click();
    await page.getByRole("article").getByText("Main tills").waitFor();
  });

  test("is a CSV file of the entries, of the shift or of the whole branch", async () => {
    const { page } = await open("/today/report", { as: "supervisor" });
    const download = async () => {
      const coming = page.waitForEvent("download");
      await page.getByRole("link", { name: "Download CSV" }).click();
      const file = await coming;
      return { name: file.suggestedFilename(), rows: read(await file.path()) };
    };
    const whole = await download();
    expect(whole.name).toMatch(/^Branch 1 \d{4}-\d\d-\d\d\.csv$/);
    const { entries } = (await (
      await page.request.get(`/api/portal/branches/${world.branchIds[0]}/entries?limit=200`)
    ).json()) as { entries: { id: number; points: number }[] };
    expect(whole.rows.map((row) => [Number(row["Receipt number"]), Number(row.Points)])).toEqual(
      entries.map(({ id, points }) => [id, points]),
    );
    await page.getByRole("button", { name: /Scope$/ }).click();
    await page.getByRole("option", { name: "My shift" }).click();
    const mine = await download();
    expect(mine.rows.map(({ Kind, Person }) => [Kind, Person])).toEqual([
      ["cancellation", "The supervisor"],
      ["refund", "The supervisor"],
    ]);
  });
});

/** The points of the first group's rewards. */
async function pointsInReport(page: Page): Promise<number> {
  const shift = page.getByRole("article").locator("tbody").first();
  const points = shift
    .getByRole("row", { name: /^Rewards/ })
    .getByRole("cell")
    .nth(1);
  return numberIn((await points.textContent()) ?? "");
}

function read(file: string): Record<string, string>[] {
  return parse(readFileSync(file), { columns: true, bom: true });
}

describe("for everybody", () => {
  test("a row is opened with a thumb on the smallest phone", async () => {
    const { page } = await open("/today", { viewport: "phone" });
    const row = rows(page).filter({ hasText: "INV-3" });
    await row.tap();
    await page.getByRole("dialog").getByText(String(redemptionId)).first().waitFor();
    await expectNoSidewaysScrolling(page);
  });
});

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { RECEIPT_PREFIX } from "@/lib/areas/wallets/words";
import type { Command } from "@/lib/ledger/rules/commands";
import { CHANNEL } from "@/lib/ledger/rules/types";
import { ManualClock } from "@/lib/platform/clock";
import type { TestDatabase } from "@/tests/support/database";
import {
  commandsOf,
  createSegment,
  createWallet,
  startProcess,
  type TestProcess,
  type TestWallet,
} from "@/tests/support/ledger";
import {
  closePages,
  expectAccessible,
  expectNoSidewaysScrolling,
  openPage,
  type PageOptions,
  type WatchedPage,
} from "@/tests/support/portal/browser";
import { createPortalWorld, type PortalWorld, TEST_PASSWORD } from "@/tests/support/portal/world";
import { sharedService } from "@/tests/support/shared-service";

const PIXELS_PER_MM = 96 / 25.4;
/** Receipt printers have 203 dots to the inch. */
const PRINTER_SCALE = 203 / 96;
const INVOICE = "INV-2026-11-00000088213-A";

let database: TestDatabase;
let world: PortalWorld;
let till: TestProcess;
const server = sharedService({ isDemo: false });
let wallet: TestWallet;
let entries: {
  reward: number;
  redemption: number;
  refund: number;
  returned: number;
  cancelled: number;
  foreign: number;
};
const opened: WatchedPage[] = [];

beforeAll(async () => {
  database = await server.createDatabase();
  await ensureFoundation(database.prisma);
  world = await createPortalWorld(database);
  await database.prisma.branch.update({
    where: { id: world.branchIds[0] },
    data: {
      addressEn: "52 Abbas El Akkad Street, Nasr City, Cairo, opposite the garden",
      addressAr: "٥٢ شارع عباس العقاد، مدينة نصر، القاهرة، أمام الحديقة الدولية",
      phone: "02 2000 0101",
    },
  });
  till = startProcess(database.url, { clock: new ManualClock(new Date()) });
  const segmentId = (await createSegment(database.pool)).id;
  wallet = await createWallet(database.pool, { segmentId, walletCode: "4400123456789012" });
  const cashier = await database.prisma.user.findUniqueOrThrow({ where: { username: "cashier" } });
  const post = async (
    make: (commands: ReturnType<typeof commandsOf>) => Command,
    { branchId = world.branchIds[0], merchantId = world.merchantId } = {},
  ) => {
    const branchMsisdn = "+201000000001";
    const channelId = CHANNEL.cashierPortal;
    const made = make(commandsOf({ userId: cashier.id, channelId, merchantId, branchId, branchMsisdn }));
    if (made.type === "expire") throw new Error("Nobody does that at a branch.");
    return (await till.ledger.post(made)).entry.id;
  };
  const reward = await post((make) => make.reward(wallet, 1_250, { invoiceNumber: INVOICE }));
  const redemption = await post((make) => make.redeem(wallet, 300));
  const refund = await post((make) => make.refund(wallet, redemption, { points: 120 }));
  const returned = await post((make) => make.takeBack(wallet, reward, { value: 50.25 }));
  const cancelled = await post((make) => make.reward(wallet, 77));
  await post((make) => make.cancel(wallet, cancelled));
  const foreign = await post((make) => make.reward(wallet, 5), {
    branchId: world.foreignBranchId,
    merchantId: world.foreignMerchantId,
  });
  entries = { reward, redemption, refund, returned, cancelled, foreign };
  const wasm = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
  await prepareZXingModule({
    overrides: { wasmBinary: bufferOf(readFileSync(wasm)) },
    fireImmediately: true,
  });
  await server.serve();
});
afterAll(async () => {
  await till?.stop();
  await server.dropDatabase();
});
beforeEach(async () => {
  await database.prisma.signInAttempt.deleteMany();
});
afterEach((test) => closePages(opened, test));

function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

async function open(path: string, options: PageOptions = {}): Promise<Page> {
  const watched = await openPage(server.url, {
    ...options,
    context: { deviceScaleFactor: PRINTER_SCALE, ...options.context },
  });
  opened.push(watched);
  const answer = await watched.context.request.post("/api/portal/session", {
    headers: { "x-portal": "1", origin: server.url },
    data: { username: "cashier", password: TEST_PASSWORD },
  });
  expect(answer.status()).toBe(200);
  await watched.page.goto(path);
  return watched.page;
}

const sheet = (page: Page) => page.locator("[data-receipt]");

/** What a scanner reads from the picture of a receipt. */
async function scan(picture: Uint8Array): Promise<string[]> {
  const found = await readBarcodes(new Uint8Array(picture), { formats: ["QRCode"] });
  return found.map(({ text }) => text);
}

/** What would be cut off, or leave the printable width: texts whose box is wider than the sheet's inside. */
function cutOff(page: Page): Promise<string[]> {
  return sheet(page).evaluate((receipt) => {
    const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(receipt);
    const box = receipt.getBoundingClientRect();
    const isRightToLeft = getComputedStyle(receipt).direction === "rtl";
    const [start, end] = [Number.parseFloat(paddingInlineStart), Number.parseFloat(paddingInlineEnd)];
    const left = box.left + (isRightToLeft ? end : start) - 0.5;
    const right = box.right - (isRightToLeft ? start : end) + 0.5;
    const texts = document.createTreeWalker(receipt, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      for (const line of range.getClientRects())
        if (line.width > 0 && (line.left < left || line.right > right))
          found.push(texts.currentNode.textContent ?? "");
    }
    if (receipt.scrollWidth > receipt.clientWidth) found.push("the sheet itself");
    return found;
  });
}

const PAPERS = ["80", "58"] as const;
const LANGUAGES = ["en", "ar", "both"] as const;

describe.each(PAPERS)("on paper of %s mm", (paper) => {
  test.each(LANGUAGES)(
    "a receipt in %s is whole, in its direction, and its code leads to the entry",
    async (language) => {
      // Neither the language nor the theme of the screen is the receipt's.
      const page = await open(`/receipt/${entries.reward}?paper=${paper}&language=${language}`, {
        language: language === "ar" ? "en" : "ar",
        theme: "dark",
      });
      await page.emulateMedia({ media: "print" });
      await page.evaluate(() => document.fonts.ready);
      const seen = await sheet(page).evaluate((receipt) => ({
        width: receipt.getBoundingClientRect().width,
        direction: getComputedStyle(receipt).direction,
        ink: [...new Set([...receipt.querySelectorAll("*")].map((part) => getComputedStyle(part).color))],
        ground: getComputedStyle(receipt).backgroundColor,
        page: getComputedStyle(document.body).direction,
      }));
      expect(seen).toMatchObject({
        direction: language === "ar" ? "rtl" : "ltr",
        ink: ["rgb(0, 0, 0)"],
        ground: "rgb(255, 255, 255)",
      });
      expect(Math.abs(seen.width - Number(paper) * PIXELS_PER_MM)).toBeLessThan(1);
      expect(await cutOff(page)).toEqual([]);

      const text = (await sheet(page).textContent()) ?? "";
      for (const [word, languages] of [
        ["Points", ["en", "both"]],
        ["Branch 1", ["en", "both"]],
        ["52 Abbas El Akkad Street", ["en", "both"]],
        ["فرع 1", ["ar", "both"]],
        ["٥٢ شارع عباس العقاد", ["ar", "both"]],
      ] as const)
        expect([word, text.includes(word)]).toEqual([
          word,
          (languages as readonly string[]).includes(language),
        ]);
      for (const word of ["1,250", INVOICE, String(entries.reward)]) expect(text).toContain(word);
      for (const secret of [wallet.walletCode, wallet.contactMsisdn.slice(1), wallet.contactMsisdn.slice(3)])
        expect(text).not.toContain(secret);

      expect(await scan(await sheet(page).screenshot())).toEqual([`${RECEIPT_PREFIX}${entries.reward}`]);
      // Nothing but the receipt is printed, on one page as long as it is.
      expect(await page.getByRole("button").locator("visible=true").count()).toBe(0);
      const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString("latin1");
      expect(pdf.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1);
      const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
      const millimetres = (points: string | undefined) => (Number(points) / 72) * 25.4;
      expect(Math.abs(millimetres(width) - Number(paper))).toBeLessThan(1);
      const sheetHeight = await sheet(page).evaluate((receipt) => receipt.getBoundingClientRect().height);
      expect(Math.abs(millimetres(height) - sheetHeight / PIXELS_PER_MM)).toBeLessThan(4);
    },
  );
});

test("a refund's receipt names what was given back, and a voided entry's says so", async () => {
  const page = await open(`/receipt/${entries.refund}?paper=58&language=both`);
  await sheet(page)
    .getByText(new RegExp(`Payment with points.*${entries.redemption}`))
    .waitFor();
  expect(await cutOff(page)).toEqual([]);
  await page.goto(`/receipt/${entries.cancelled}?paper=58&language=both`);
  for (const word of ["Voided", "ملغاة"]) await sheet(page).getByText(word).first().waitFor();
  expect(await cutOff(page)).toEqual([]);
});

test("a return's receipt names the goods' price, the points taken back and the reward, in both languages", async () => {
  const page = await open(`/receipt/${entries.returned}?paper=58&language=both`);
  await sheet(page)
    .getByText(new RegExp(`Reward.*${entries.reward}`))
    .waitFor();
  const text = (await sheet(page).textContent()) ?? "";
  for (const word of [
    "Return",
    "مرتجع",
    "Goods returned",
    "ثمن البضاعة المرتجعة",
    "50.25",
    "Points taken back",
  ])
    expect(text).toContain(word);
  expect(await cutOff(page)).toEqual([]);
});

test("the receipt of another merchant's entry is not there", async () => {
  const page = await open(`/receipt/${entries.foreign}`);
  expect(await sheet(page).count()).toBe(0);
  await page.getByRole("heading", { name: "There is no such page" }).waitFor();
});

const WORDS = {
  en: { narrow: "58 mm", english: "English" },
  ar: { narrow: "58 مم", english: "الإنجليزية" },
} as const;

describe.each(["en", "ar"] as const)("the preview in %s", (language) => {
  test("is within everybody's reach, and changes paper and language at once", async () => {
    const page = await open(`/receipt/${entries.redemption}`, {
      language,
      theme: language === "en" ? "dark" : "light",
      viewport: "phone",
    });
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
    expect(await sheet(page).getAttribute("data-paper")).toBe("80");
    const { narrow, english } = WORDS[language];
    // A choice opens the receipt anew: what is chosen is read from that page, not from the one that is left.
    await page.getByRole("radio", { name: narrow }).click({ force: true });
    await expect.poll(() => sheet(page).getAttribute("data-paper")).toBe("58");
    await page.getByRole("radio", { name: english }).click({ force: true });
    await expect.poll(() => sheet(page).getAttribute("lang")).toBe("en");
    // This device remembers it for the next receipt.
    const remembered = async () =>
      (await page.context().cookies()).find(({ name }) => name === "points.receipt")?.value;
    await expect.poll(remembered).toBe("58.en");
  });
});

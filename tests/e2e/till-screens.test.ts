import { rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Page } from "playwright";
import encodeQR from "qr";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { expectAccessible, expectToFit, VIEWPORTS } from "@/tests/support/portal/browser";
import { WITHOUT_WHOLE_CHROMIUM } from "@/tests/support/portal/chromium";
import {
  amountOf,
  boxOf,
  quote,
  quoteOf,
  serve,
  startTillWorld,
  typeByHand,
} from "@/tests/support/portal/till";

const PIN = "4071";
const CAMERA_CODE = "CAMERA-1";
const VIDEO = path.join(os.tmpdir(), `points-camera-${process.pid}.y4m`);
writeFileSync(VIDEO, filmOf(CAMERA_CODE));
afterAll(() => rmSync(VIDEO, { force: true }));

const till = startTillWorld({
  browserArguments:
    WITHOUT_WHOLE_CHROMIUM === undefined
      ? ["--use-fake-device-for-media-stream", `--use-file-for-fake-video-capture=${VIDEO}`]
      : [],
});

const WORDS = {
  en: {
    redeem: "Pay with points",
    paid: "EGP 70 paid with points",
    short: "Insufficient points balance",
    undo: "Void",
    kept: "Show",
    queue: "Save and send later",
    queued: "Saved. Not sent yet",
  },
  ar: {
    redeem: "دفع بالنقاط",
    paid: /تم دفع .*70.* بالنقاط/,
    short: "رصيد النقاط غير كافٍ",
    undo: "إلغاء العملية",
    kept: "عرض",
    queue: "احفظ وأرسل لاحقًا",
    queued: "محفوظة ولم تُرسل بعد",
  },
} as const;

/** Each language, each theme and each device is checked for accessibility; both languages also for room on a phone. */
const SCREENS = [
  { language: "en", theme: "light", width: 1280, height: 800, isChecked: true },
  { language: "ar", theme: "dark", width: 360, height: 740, isChecked: true },
  { language: "en", theme: "dark", width: 320, height: 640, isChecked: false },
] as const;

describe.each(SCREENS)(
  "in $language, $theme, $width wide",
  ({ language, theme, width, height, isChecked }) => {
    test("every stage of serving a customer is accessible and fits, and what was done is in sight", async () => {
      const words = WORDS[language];
      const wallet = await till.customer({ points: 300, pin: PIN, name: "عبد الرحمن مصطفى إبراهيم" });
      const page = await till.openTill({
        language,
        theme,
        ...(width < 600 && { viewport: "phone" }),
        context: { viewport: { width, height } },
      });
      const check = async () => {
        if (isChecked) await expectAccessible(page);
        await expectToFit(page);
      };
      await serve(page, wallet);
      await page.getByRole("button", { name: words.redeem }).click();
      await quote(page, 99_999);
      await quoteOf(page).getByText(words.short).waitFor();
      await check();
      await expectNothingCutOff(page);
      await quote(page, 70);
      await check();
      await amountOf(page).press("Enter");
      await page.getByRole("dialog").waitFor();
      await check();
      await typeByHand(page, PIN);
      await page.keyboard.press("Enter");
      const done = page.getByRole("heading", { name: words.paid });
      await done.waitFor();
      await check();
      const place = await done.boundingBox();
      expect(place?.y).toBeGreaterThan(0);
      expect(place?.y).toBeLessThan(height);
      await page.getByRole("button", { name: words.undo, exact: width < 600 }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("300").first().waitFor();
      await check();
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });

      await page.context().setOffline(true);
      await boxOf(page).fill(wallet.walletCode);
      await boxOf(page).press("Enter");
      await amountOf(page).fill("12");
      await check();
      await page.getByRole("button", { name: words.queue }).click();
      await page.getByRole("heading", { name: words.queued }).waitFor();
      await page.getByRole("button", { name: words.kept }).click();
      await check();
    });
  },
);

describe("a receipt", () => {
  test("is printed from the success on the paper and in the language of the device", async () => {
    const wallet = await till.customer();
    const page = await till.openTill();
    await page.context().addInitScript(() => {
      window.print = () => {
        window.dispatchEvent(new Event("beforeprint"));
        const sheet = document.querySelector("[data-receipt]");
        const printed = {
          width: sheet?.getBoundingClientRect().width ?? 0,
          path: location.pathname + location.search,
        };
        (window.top as unknown as { printed: unknown }).printed = printed;
      };
    });
    await serve(page, wallet);
    await quote(page, 88);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "88 points given" }).waitFor();
    const [entry] = await till.database.prisma.entry.findMany({ where: { walletId: wallet.id } });
    await page.keyboard.press("F9");
    await expect
      .poll(() => printed(page))
      .toMatchObject({
        path: `/receipt/${entry?.id}?paper=80&language=both`,
      });
    expect((await printed(page))?.width).toBeCloseTo((80 / 25.4) * 96, 0);

    await page.getByRole("button", { name: "Receipt settings" }).click();
    const settings = page.getByRole("dialog");
    await settings.getByRole("radio", { name: /58/ }).check({ force: true });
    await settings.getByRole("radio", { name: "Arabic" }).check({ force: true });
    await page.keyboard.press("Escape");
    await settings.waitFor({ state: "detached" });
    await page.getByRole("button", { name: /^Print receipt/ }).click();
    await expect
      .poll(() => printed(page))
      .toMatchObject({
        path: `/receipt/${entry?.id}?paper=58&language=ar`,
      });
    expect((await printed(page))?.width).toBeCloseTo((58 / 25.4) * 96, 0);
  });

  test.each([
    ["80", "ar"],
    ["58", "both"],
  ] as const)("is a page as wide as its %s mm roll, in %s", async (paper, language) => {
    const wallet = await till.customer({ points: 20 });
    const [entry] = await till.database.prisma.entry.findMany({ where: { walletId: wallet.id } });
    const page = await till.openTill({ username: "supervisor" });
    await page.goto(`/receipt/${entry?.id}?paper=${paper}&language=${language}`);
    const sheet = page.locator("[data-receipt]");
    await sheet.waitFor();
    expect(await sheet.evaluate((element) => getComputedStyle(element).direction)).toBe(
      language === "ar" ? "rtl" : "ltr",
    );
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    const [, width = 0] = /\/MediaBox\s*\[\s*0 0 ([\d.]+)/.exec(pdf) ?? [];
    expect(Math.round((Number(width) / 72) * 25.4)).toBe(Number(paper));
  });
});

describe("the camera", () => {
  beforeEach(({ skip }) => skip(WITHOUT_WHOLE_CHROMIUM !== undefined, WITHOUT_WHOLE_CHROMIUM));
  beforeAll(async () => {
    await till.customer({ walletCode: CAMERA_CODE, name: "Rana Galal" });
  });

  test("finds the customer whose code is held before it, and is let go", async () => {
    const page = await till.openTill();
    await page.context().grantPermissions(["camera"]);
    await page.getByRole("button", { name: "Scan with the camera" }).click();
    await page.getByRole("region").getByText(CAMERA_CODE, { exact: true }).waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await page.locator("video").count()).toBe(0);
  });

  test("has a large button on a touch screen, in reach without scrolling", async () => {
    const page = await till.openTill({ viewport: "phone" });
    await page.context().grantPermissions(["camera"]);
    const buttons = page.getByRole("button", { name: "Scan with the camera" });
    // Beside the one in the box, once the browser has said that there is a camera.
    await expect.poll(() => buttons.count()).toBe(2);
    const large = buttons.last();
    const { x = 0, y = 0, width = 0, height = 0 } = (await large.boundingBox()) ?? {};
    expect(height).toBeGreaterThanOrEqual(72);
    expect(width).toBeGreaterThan(200);
    expect(x).toBeGreaterThanOrEqual(0);
    expect(y + height).toBeLessThan(VIEWPORTS.phone.height - 64);
    await large.tap();
    await page.getByRole("region").getByText(CAMERA_CODE, { exact: true }).waitFor();
  });

  test("that may not be used says how to allow it", async () => {
    const page = await till.openTill({ language: "ar" });
    await page.context().grantPermissions([]);
    await page.getByRole("button", { name: "المسح بالكاميرا" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("alert").getByText("الكاميرا غير مسموح بها").waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => boxOf(page).isVisible()).toBe(true);
  });
});

const printed = (page: Page) =>
  page.evaluate(() => (window as unknown as { printed?: { width: number; path: string } }).printed);

/** Fails when a figure is wider than its place. */
async function expectNothingCutOff(page: Page): Promise<void> {
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll("dd, dt, h2, button")]
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => element.textContent),
  );
  expect(cut).toEqual([]);
}

/** A film of one picture, in the format that Chromium's camera of the tests shows: a QR code on white. */
function filmOf(text: string): Buffer {
  const [width, height] = [640, 480];
  const modules = encodeQR(text, "raw", { ecc: "medium", border: 4 });
  const size = Math.floor(height / modules.length);
  const luma = Buffer.alloc(width * height, 235);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (modules[Math.floor(y / size)]?.[Math.floor((x - 80) / size)]) luma[y * width + x] = 16;
  const chroma = Buffer.alloc((width * height) / 2, 128);
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\nFRAME\n`),
    luma,
    chroma,
  ]);
}

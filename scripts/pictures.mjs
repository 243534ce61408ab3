import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright";
import sharp from "sharp";

/**
 * `node scripts/pictures.mjs http://127.0.0.1:3000`: takes the pictures of the portal's help, and of README.md, from a service that runs on demo data,
 * in both languages. docs/help names those of the help; no picture is larger than the help may load.
 */
const [, , address] = process.argv;
if (address === undefined) throw new Error("Where is the service? node scripts/pictures.mjs <address>");
const FOLDER = "public/help/pictures";
const README_FOLDER = "docs/pictures";
const BYTES_MAX = 40 * 1024;
const SIZE = { width: 1280, height: 860 };
const WIDTH = 1000;
const MOMENT_MS = 800;

/** Each leaves the page as its picture shows it. */
const PICTURES = {
  till: { user: "cashier", path: "/till", show: (page) => serve(page, "100001", "F2", "150") },
  pay: { user: "cashier", path: "/till", show: (page) => serve(page, "100001", "F4", "50") },
  return: { user: "cashier", path: "/till", show: showReturn },
  day: { user: "supervisor", path: "/today", show: settled },
  owed: { user: "operator", path: "/reports?part=owed", show: settled },
  desk: { user: "operator", path: "/reports", show: settled, folder: README_FOLDER },
  // A receipt is in both languages.
  receipt: {
    user: "cashier",
    path: "/today",
    show: showReceipt,
    folder: README_FOLDER,
    of: "[data-receipt]",
    languages: [""],
  },
};

async function serve(page, code, key, amount) {
  await find(page, code);
  await page.keyboard.press(key);
  await page.keyboard.type(amount);
  // Until the quote of the amount has come.
  await page.locator("form dl").first().waitFor();
  await settled(page);
}

async function showReturn(page) {
  await find(page, "100001");
  await page.keyboard.press("F8");
  await page.getByRole("dialog").waitFor();
  await settled(page);
}

async function showReceipt(page) {
  const answer = await fetch(new URL("/api/Integration/v1/Reward", address), {
    method: "POST",
    headers: { ClientId: "pis_test_demo", "Content-Type": "application/json" },
    body: JSON.stringify({
      WalletCode: "100001",
      ContactMsisdn: "01110000001",
      BranchMsisdn: "01000000001",
      PointsValue: 150,
      InvoiceNumber: "INV-88213",
      ExternalLogId: `picture-${Date.now()}`,
    }),
  });
  const { pointsLog } = await answer.json();
  await page.goto(new URL(`/receipt/${pointsLog.id}`, address).href);
  await settled(page);
}

async function find(page, code) {
  const box = page.locator("#content input").first();
  await box.fill(code);
  await box.press("Enter");
  await page.getByText(code).first().waitFor();
  await settled(page);
}

async function settled(page) {
  await page.waitForTimeout(MOMENT_MS);
  await page.waitForLoadState("networkidle");
}

for (const folder of [FOLDER, README_FOLDER]) mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  for (const [
    name,
    { user, path: pagePath, show, folder = FOLDER, of, languages = [".en", ".ar"] },
  ] of Object.entries(PICTURES))
    for (const language of languages) {
      const context = await browser.newContext({ viewport: SIZE, reducedMotion: "reduce" });
      const page = await context.newPage();
      await signIn(page, user);
      // Signing in brings the account's own choices.
      await context.addCookies([
        { name: "points.language", value: language.slice(1) || "en", url: address },
        { name: "points.theme", value: "light", url: address },
      ]);
      await page.goto(new URL(pagePath, address).href);
      await settled(page);
      await show(page);
      const shown = of === undefined ? page : page.locator(of);
      await write(path.join(folder, `${name}${language}.webp`), await shown.screenshot());
      await context.close();
    }
} finally {
  await browser.close();
}

/** The demo's accounts have their name and "-demo" as password. */
async function signIn(page, user) {
  await page.goto(new URL("/sign-in", address).href);
  await page.locator("input[autocomplete~=username]").first().fill(user);
  await page.locator("input[type=password]").first().fill(`${user}-demo`);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname !== "/sign-in");
  await settled(page);
}

async function write(file, picture) {
  for (const quality of [75, 60, 45, 30]) {
    const small = await sharp(picture)
      .resize(WIDTH, undefined, { withoutEnlargement: true })
      .webp({ quality })
      .toBuffer();
    if (small.length > BYTES_MAX) continue;
    writeFileSync(file, small);
    console.log(`${file} ${small.length}`);
    return;
  }
  throw new Error(`${file} is larger than ${BYTES_MAX} bytes`);
}

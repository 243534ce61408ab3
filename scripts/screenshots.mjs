import { mkdirSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright";
import { DEMO_USERS, findChromium, signInToDemo, withDemoService } from "./demo-service.mjs";
import { listPages, SCENES, speaker } from "./screens.mjs";

/**
 * `node scripts/screenshots.mjs [folder] [--only=text]`: pictures of every screen of the portal, on demo data: in both
 * languages and themes, on a phone and on a desktop. One that cannot be taken does not keep the others from being taken,
 * and makes the command fail in the end. `--only` takes those whose file has the text in its name.
 */
const folder = process.argv.slice(2).find((argument) => !argument.startsWith("--")) ?? "screenshots";
const only = process.argv.find((argument) => argument.startsWith("--only="))?.slice("--only=".length) ?? "";
const TIMEOUT_MS = 15_000;
const DEVICES = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, deviceScaleFactor: 2 },
};
const LOOKS = ["en", "ar"].flatMap((language) =>
  ["light", "dark"].flatMap((theme) =>
    Object.keys(DEVICES).map((device) => ({
      language,
      theme,
      device,
      name: `${language}-${theme}-${device}`,
    })),
  ),
);

function listPictures(screens) {
  return LOOKS.flatMap((look, round) =>
    screens
      .filter(({ onlyOnce }) => !onlyOnce || round === 0)
      .map((screen) => ({ screen, look, round, file: path.join(folder, look.name, `${screen.name}.png`) })),
  ).filter(({ file }) => file.includes(only));
}

async function openContext(browser, { url, look, cookies }) {
  const context = await browser.newContext({
    baseURL: url,
    ...DEVICES[look.device],
    reducedMotion: "reduce",
    colorScheme: look.theme,
    locale: look.language === "ar" ? "ar-EG" : "en-GB",
    timezoneId: "Africa/Cairo",
    serviceWorkers: "block",
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  await context.addCookies([
    ...cookies.map((cookie) => ({ ...cookie, url })),
    { name: "points.language", value: look.language, url },
    { name: "points.theme", value: look.theme, url },
  ]);
  return context;
}

async function take(page, { screen, look, round, file }, newestEntryId) {
  const told = { say: speaker(look.language), round };
  const rest = watch(page);
  await page.goto(await pathOf(page, screen, newestEntryId));
  await page.locator("h1").first().waitFor();
  await rest();
  await screen.act?.(page, told);
  await rest();
  // The pointer rests on nothing, and pictures further down are fetched when they come into view.
  await page.mouse.move(0, 0);
  if (!screen.isWindowOnly) await showEverything(page);
  await page.screenshot({ path: file, animations: "disabled" });
  await screen.leave?.(page);
}

/** How long nothing must have been asked for and nothing turn before the page counts as being at rest. */
const REST_MS = 400;

/** Begins to watch what the page asks for; the returned function waits until it is at rest. */
function watch(page) {
  const pending = new Set();
  let changedAt = Date.now();
  const note = (change) => (request) => {
    change(request);
    changedAt = Date.now();
  };
  page.on(
    "request",
    note((request) => pending.add(request)),
  );
  page.on(
    "requestfinished",
    note((request) => pending.delete(request)),
  );
  page.on(
    "requestfailed",
    note((request) => pending.delete(request)),
  );
  // On a phone a dialog is invisible until the keyboard has made its room.
  const isBusy = () =>
    page.evaluate(
      () =>
        document.querySelector('.animate-spin, .animate-pulse, [aria-busy=true], [style*="opacity: 0;"]') !==
        null,
    );
  return async () => {
    const until = Date.now() + TIMEOUT_MS;
    while (Date.now() < until) {
      if (await isBusy()) changedAt = Date.now();
      if (pending.size === 0 && Date.now() - changedAt > REST_MS) return;
      await page.waitForTimeout(REST_MS / 4);
    }
    throw new Error("The page does not come to rest.");
  };
}

/** The page of a list's first link, where the page has a parameter. */
async function pathOf(page, { path: given, linked }, newestEntryId) {
  if (given !== undefined) return given.replace("latest", String(newestEntryId));
  const list = linked.slice(0, linked.indexOf("/["));
  // Pages to create, order or try something stand beside those of single records, which are numbered.
  const pattern = new RegExp(`^${linked.replace(/\[[^/]+\]/g, "\\d+")}(?:$|\\?)`);
  await page.goto(list, { waitUntil: "networkidle" });
  const links = await page.locator("main a").evaluateAll((all) => all.map((a) => a.getAttribute("href")));
  const link = links.find((href) => href !== null && pattern.test(href));
  if (link === undefined) throw new Error(`${list} has no link to ${linked}.`);
  return link;
}

/** Makes the window as high as the page, so that what keeps to the window's edge is at the page's; and fetches all pictures. */
async function showEverything(page) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const { width, height: least } = page.viewportSize();
  await page.setViewportSize({ width, height: Math.max(height, least) });
  await page.evaluate(async () => {
    for (const image of document.querySelectorAll("img[loading=lazy]")) image.loading = "eager";
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
}

async function newestEntry(context) {
  const { activeBranchId } = await (await context.request.get("/api/portal/session")).json();
  const answer = await context.request.get(`/api/portal/branches/${activeBranchId}/entries?limit=1`);
  return (await answer.json()).entries[0].id;
}

await withDemoService(async (url) => {
  const pictures = listPictures([...SCENES, ...(await listPages())]);
  const browser = await chromium.launch({
    executablePath: findChromium(),
    // Windows as high as their pages need more memory than a container shares.
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
  const sessions = new Map([[null, []]]);
  for (const [role, username] of Object.entries(DEMO_USERS))
    sessions.set(role, await signInToDemo(url, username));
  const contexts = new Map();
  const contextOf = async (look, role) => {
    const key = `${look.name} ${role}`;
    if (!contexts.has(key))
      contexts.set(key, await openContext(browser, { url, look, cookies: sessions.get(role) }));
    return contexts.get(key);
  };
  const failures = [];
  const entryId = await newestEntry(await contextOf(LOOKS[0], "cashier"));
  for (const [place, picture] of pictures.entries()) {
    const { look, screen, file } = picture;
    console.log(`${String(place + 1).padStart(4)}/${pictures.length}  ${file}`);
    mkdirSync(path.dirname(file), { recursive: true });
    const context =
      screen.name === "session-ended"
        ? await openContext(browser, { url, look, cookies: sessions.get(screen.as) })
        : await contextOf(look, screen.as);
    const page = await context.newPage();
    try {
      await take(page, picture, entryId);
    } catch (error) {
      failures.push(`${file}: ${error.message.split("\n")[0]}`);
      console.error(`      ${failures.at(-1)}`);
      await page.screenshot({ path: file }).catch(() => undefined);
    }
    await page.close();
    await context.setOffline(false);
  }
  await browser.close();
  console.log(`\n${pictures.length - failures.length} pictures in ${folder}, ${failures.length} failed`);
  if (failures.length > 0) process.exitCode = 1;
});

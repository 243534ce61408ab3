import { chromium } from "playwright";
import { ensureBuilt } from "./build.mjs";
import { DEMO_USERS, findChromium, signInToDemo, withDemoService } from "./demo-service.mjs";
import { listFirstScripts, listHeavyPages } from "./first-scripts.mjs";

/**
 * `node scripts/measure-weight.mjs`: what the first visit to each page sends over the wire: compressed, with its headers, until the page
 * is at rest, with nothing in the browser's cache. Scripts that the page itself names are what it needs at first sight; those
 * it fetches for later, when there is nothing better to do, stand apart. With `--files`, every file as well. Before that, the first
 * scripts of every page, as the build says; fails when one has more than it may.
 */
const PAGES = ["/sign-in", "/till", "/account", "/today", "/deals", "/home", "/wallets", "/reports"];
/** Pages that a cashier may not open. */
const DESK_PAGES = ["/home", "/wallets", "/reports"];
const LANGUAGES = ["en", "ar"];
const KINDS = { Document: "html", Script: "script", Stylesheet: "style", Font: "font", Image: "image" };
const COLUMNS = [...Object.values(KINDS), "later", "other", "total"];
const listsFiles = process.argv.includes("--files");

/** Requests by their id, of one visit. */
async function visit(browser, { url, path, language, cookies }) {
  const context = await browser.newContext({ baseURL: url, serviceWorkers: "block" });
  await context.addCookies([
    ...(path === "/sign-in" ? [] : cookies.map((cookie) => ({ ...cookie, url }))),
    { name: "points.language", value: language, url },
  ]);
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  const requests = new Map();
  client.on("Network.requestWillBeSent", ({ requestId, type, request }) =>
    requests.set(requestId, {
      kind: KINDS[type] ?? "other",
      address: request.url.slice(url.length),
      bytes: 0,
    }),
  );
  client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) request.bytes = encodedDataLength;
  });
  await client.send("Network.enable");
  const answer = await page.goto(path, { waitUntil: "networkidle" });
  const named = new Set(
    [...(await answer.text()).matchAll(/<script[^>]+src="([^"]+)"/g)].map(([, src]) => src),
  );
  const landed = new URL(page.url()).pathname;
  await context.close();
  if (landed !== path) throw new Error(`${path} led to ${landed}.`);
  return [...requests.values()].map((request) =>
    request.kind === "script" && !named.has(request.address) ? { ...request, kind: "later" } : request,
  );
}

function sum(requests) {
  const totals = Object.fromEntries(COLUMNS.map((column) => [column, 0]));
  for (const { kind, bytes } of requests) {
    totals[kind] += bytes;
    totals.total += bytes;
  }
  return totals;
}

const kilobytes = (bytes) => (bytes / 1_000).toFixed(1).padStart(8);

await ensureBuilt();
console.log("First scripts of each page, compressed, in kB (1,000 bytes):\n");
const heavy = listHeavyPages().map(({ page }) => page);
for (const { page, bytes } of listFirstScripts()) {
  const isHeavy = heavy.includes(page);
  console.log(`${kilobytes(bytes)}  ${page}${isHeavy ? " (too much)" : ""}`);
  if (isHeavy) process.exitCode = 1;
}
console.log();

await withDemoService(async (url) => {
  const cashier = await signInToDemo(url);
  const supervisor = await signInToDemo(url, DEMO_USERS.supervisor);
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  console.log(`Transferred on a first visit, in kB (1,000 bytes):\n`);
  console.log(`${"page".padEnd(14)}${COLUMNS.map((column) => column.padStart(8)).join("")}`);
  for (const path of PAGES) {
    for (const language of LANGUAGES) {
      const cookies = DESK_PAGES.includes(path) ? supervisor : cashier;
      const requests = await visit(browser, { url, path, language, cookies });
      const totals = sum(requests);
      console.log(
        `${`${path} ${language}`.padEnd(14)}${COLUMNS.map((column) => kilobytes(totals[column])).join("")}`,
      );
      if (!listsFiles) continue;
      for (const { kind, address, bytes } of requests.sort((one, other) => other.bytes - one.bytes))
        console.log(`    ${kilobytes(bytes)}  ${kind.padEnd(7)} ${address}`);
    }
  }
  await browser.close();
});

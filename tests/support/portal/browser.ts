import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { AxeResults, RunOptions } from "axe-core";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright";
import { expect, type TestContext } from "vitest";
import { AXE_OPTIONS } from "./axe-options";
import { sharedChromium } from "./chromium";
import { enterProfile, leaveProfile } from "./profiles";

/** Where a failed test leaves what its pages were like. */
const LEFT_BEHIND = "test-results/browser";

export const VIEWPORTS = {
  desktop: { width: 1280, height: 800 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 320, height: 640 },
} as const;

export interface PageOptions {
  language?: "en" | "ar";
  theme?: "light" | "dark";
  viewport?: keyof typeof VIEWPORTS;
  context?: BrowserContextOptions;
}

/** A page in a browser profile of its own, which notes everything that goes wrong inside it. */
export interface WatchedPage {
  page: Page;
  context: BrowserContext;
  /** The options that its profile was made with. */
  profile: BrowserContextOptions;
  /** What the browser complained of: errors of scripts, of the content policy, of missing files. */
  complaints: string[];
  /** Everything that its console said. */
  said: string[];
}

/**
 * Refusals that the tests provoke are logged by the browser itself, with the status of the answer; that there is no service
 * worker is the wish of the tests.
 * That a font came earlier than the page could use it says how busy the machine is.
 */
const EXPECTED =
  /Failed to load resource: (?:the server responded with a status of (?:4|502)|net::ERR_INTERNET)|A part of the page could not be loaded|Service Worker registration blocked|preloaded using link preload but not used within a few seconds/;

export async function openPage(
  url: string,
  { language = "en", theme = "light", viewport = "desktop", context: options = {} }: PageOptions = {},
  browser?: Browser,
): Promise<WatchedPage> {
  const profile = {
    baseURL: url,
    viewport: VIEWPORTS[viewport],
    hasTouch: viewport !== "desktop",
    // Requests that a service worker makes cannot be watched or cut by a test; the tests about it allow it.
    serviceWorkers: "block",
    ...options,
  } as const;
  const { context, page } = await enterProfile(browser ?? (await sharedChromium()), profile);
  await context.addCookies([
    { name: "points.language", value: language, url },
    { name: "points.theme", value: theme, url },
  ]);
  routesHoldAtOnce(page);
  opensWhole(page);
  const complaints: string[] = [];
  const said: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    said.push(`${message.type()}: ${message.text()}`);
    const isExpected = EXPECTED.test(message.text());
    if (["error", "warning"].includes(message.type()) && !isExpected) complaints.push(message.text());
  });
  return { page, context, profile, complaints, said };
}

const PROBE = "/healthz?is-routed";

/**
 * Has `page.route` return once the route holds. Chromium tells a busy page of its first route later than that, and requests in between would
 * pass the route by.
 */
function routesHoldAtOnce(page: Page): void {
  const route = page.route.bind(page);
  page.route = async (...parts) => {
    const routed = await route(...parts);
    if (page.url() === "about:blank") return routed;
    await route(`**${PROBE}`, (probe) => probe.fulfill({ status: 204 }));
    const isRouted = (path: string) =>
      fetch(path).then(
        ({ status }) => status === 204,
        () => false,
      );
    while (!(await page.evaluate(isRouted, PROBE)));
    await page.unroute(`**${PROBE}`);
    return routed;
  };
}

/** Has `page.goto` and `page.reload` return once each streamed part is in its place, where they wait for the page at all. */
function opensWhole(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (options?.waitUntil !== "commit") await untilStreamed(page);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (options?.waitUntil !== "commit") await untilStreamed(page);
    return response;
  };
}

/**
 * Closes the pages of a test, in which nothing may have gone wrong. One that failed leaves the trace, a picture, the HTML and the
 * console of each.
 */
export async function closePages(opened: WatchedPage[], { task }: TestContext): Promise<void> {
  const pages = opened.splice(0);
  const complaints = pages.flatMap((watched) => watched.complaints);
  const hasFailed = task.result?.state === "fail" || complaints.length > 0;
  const folder = path.join(LEFT_BEHIND, nameOfFolder(task));
  for (const [index, watched] of pages.entries()) {
    const own = path.join(folder, String(index + 1));
    if (hasFailed) await leaveBehind(watched, own);
    // A test may have closed it.
    await leaveProfile(
      watched.context,
      watched.profile,
      hasFailed ? path.join(own, "trace.zip") : undefined,
    ).catch(() => undefined);
  }
  if (hasFailed && pages.length > 0)
    console.error(`What the pages were like is in ${folder}: npx playwright show-trace <trace.zip>`);
  expect(complaints).toEqual([]);
}

const nameOfFolder = ({ file, name }: TestContext["task"]) =>
  `${path.basename(file.name, ".test.ts")} ${name}`.replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 100);

async function leaveBehind({ page, said }: WatchedPage, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "console.txt"), said.join("\n"));
  // A page that is closed or hangs has no picture any more; the trace is there all the same.
  await page.screenshot({ path: path.join(folder, "page.png"), timeout: 5_000 }).catch(() => undefined);
  await page
    .content()
    .then((html) => writeFileSync(path.join(folder, "page.html"), html))
    .catch(() => undefined);
}

/** Waits until React has taken over all of the page that can be used, as components/shell/early-acts.ts knows it. */
export async function untilTakenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => window.isPageTakenOver?.());
}

/** Waits until each part that was streamed behind the page is in its place: for a moment it is there twice, in front of its place as well. */
async function untilStreamed(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector("div[hidden][id^='S:']") === null);
}

/** Keeps the scripts of the next page from arriving until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/_next/static/**/*.js", async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Fails with every violation of the accessibility rules on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  // On a touch screen a dialog with a field to type into stays invisible until the keyboard has made its room, while all
  // behind it is hidden from assistive technology already: for so long the page consists of nothing.
  await page.waitForFunction(() =>
    [...document.querySelectorAll("[role=dialog], [role=alertdialog]")].every((dialog) =>
      dialog.checkVisibility({ opacityProperty: true }),
    ),
  );
  // Half-way through an animation colours are not what they will be.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined))),
  );
  const { violations } = await page.evaluate<AxeResults, RunOptions>(
    (options) =>
      (window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run(options),
    AXE_OPTIONS,
  );
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary?.slice(0, 300)}`),
  }));
  expect(found, JSON.stringify(found)).toEqual([]);
}

/** Fails when the page is wider than its window, or would be on a day and at an hour of two figures. */
export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const excess = await page.evaluate(() => {
    const kept = new Map<Text, string>();
    for (const time of document.querySelectorAll("time")) {
      const texts = document.createTreeWalker(time, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) kept.set(texts.currentNode as Text, (texts.currentNode as Text).data);
    }
    for (const [text, data] of kept) text.data = data.replace(/(?<!\d)\d(?!\d)/g, "28");
    const { scrollWidth, clientWidth } = document.documentElement;
    for (const [text, data] of kept) text.data = data;
    return scrollWidth - clientWidth;
  });
  expect(excess).toBeLessThanOrEqual(0);
}

/** Waits until the page is drawn anew: what is measured by scripts is laid out with that. */
export async function untilDrawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}

/** Fails when the page as it stands is wider than its window on any device. */
export async function expectToFit(page: Page): Promise<void> {
  const own = page.viewportSize();
  for (const viewport of Object.values(VIEWPORTS)) {
    await page.setViewportSize(viewport);
    await untilDrawn(page);
    await expectNoSidewaysScrolling(page);
  }
  if (own !== null) await page.setViewportSize(own);
}

/** Each language and each theme, on a desktop and on a phone: what is looked at in both is looked at in all. */
export const LOOKS = [
  { language: "en", theme: "light", viewport: "desktop" },
  { language: "ar", theme: "dark", viewport: "phone" },
] as const satisfies readonly PageOptions[];

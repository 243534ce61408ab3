import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright";
import { writeOtherwise } from "./other-intl";

const isTraceFull = process.env.TRACE === "full";

/** Profiles that tests have left, by the options that they were made with: emptied, but for the files that they have loaded. */
const left = new WeakMap<Browser, Map<string, BrowserContext[]>>();
/** Profiles with a script or a permission that a test gave them. */
const changed = new WeakSet<BrowserContext>();

/** Kinds of storage that a test leaves. The cache of files stays: opening a page of known scripts takes a third less. */
const STORAGE = "local_storage,indexeddb,cache_storage,file_systems,service_workers";

/**
 * An empty profile of the browser with one empty page; `leaveProfile` takes it back. A profile that a test has left before loads the service's
 * scripts from its memory.
 */
export async function enterProfile(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = idleOf(browser, options).pop() ?? (await makeProfile(browser, options));
  await context.tracing.startChunk();
  return { context, page: context.pages()[0] ?? (await context.newPage()) };
}

/**
 * Empties a profile for the next test. One that failed, that keeps a service worker, or that a test gave scripts or permissions is closed.
 * @param trace where the trace of a failed test goes
 */
export async function leaveProfile(
  context: BrowserContext,
  options: BrowserContextOptions,
  trace?: string,
): Promise<void> {
  const browser = context.browser();
  await context.tracing.stopChunk(trace === undefined ? {} : { path: trace });
  if (
    process.env.COLD ||
    browser === null ||
    trace !== undefined ||
    changed.has(context) ||
    options.serviceWorkers === "allow"
  )
    return context.close();
  const pages = context.pages();
  const page = await context.newPage();
  await Promise.all(pages.map((of) => of.close()));
  await context.unrouteAll();
  await context.setOffline(false);
  await context.clearCookies();
  const client = await context.newCDPSession(page);
  await client.send("Storage.clearDataForOrigin", { origin: originOf(options), storageTypes: STORAGE });
  await client.detach();
  idleOf(browser, options).push(context);
}

const originOf = ({ baseURL = "" }: BrowserContextOptions) => new URL(baseURL).origin;

function idleOf(browser: Browser, options: BrowserContextOptions): BrowserContext[] {
  const ofBrowser = left.get(browser) ?? new Map<string, BrowserContext[]>();
  left.set(browser, ofBrowser);
  const key = JSON.stringify(options);
  const idle = ofBrowser.get(key) ?? [];
  ofBrowser.set(key, idle);
  return idle;
}

/** Gives keys the times at which a test says that they were pressed, before anything on the page sees them. */
function takeKeyTimes(): void {
  const take = (event: KeyboardEvent) => {
    const value = (window as { keyTimes?: number[] }).keyTimes?.shift();
    if (value !== undefined) Object.defineProperty(event, "timeStamp", { value });
  };
  window.addEventListener("keydown", take, { capture: true });
}

async function makeProfile(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  // A busy machine is no failure.
  context.setDefaultTimeout(60_000);
  // Each picture of the page takes a while: they are taken where TRACE=full asks for them.
  await context.tracing.start({ snapshots: isTraceFull, screenshots: isTraceFull });
  // A merchant's own network often has no https, and there browsers have no such function. This machine passes for secure.
  await context.addInitScript(() => Object.defineProperty(crypto, "randomUUID", { value: undefined }));
  // Server and browser need not have the same release of Intl: a page that writes by it is drawn anew, which is an error.
  await context.addInitScript(writeOtherwise);
  await context.addInitScript(takeKeyTimes);
  for (const name of ["addInitScript", "grantPermissions"] as const) {
    const own = context[name].bind(context) as (...parts: unknown[]) => Promise<void>;
    Object.assign(context, {
      [name]: (...parts: unknown[]) => {
        changed.add(context);
        return own(...parts);
      },
    });
  }
  return context;
}

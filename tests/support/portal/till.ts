import { setTimeout as delay } from "node:timers/promises";
import type { CDPSession, Page } from "playwright";
import { afterAll, expect } from "vitest";
import { PAUSE_MS } from "@/components/till/scan-burst";
import { DECISION_MS_MIN } from "@/components/till/till-types";
import { verify } from "@/lib/ledger/verify/verify";
import { hashPassword } from "@/lib/portal/session/password";
import type { TestDatabase } from "@/tests/support/database";
import { createWallet, type TestWallet, type WalletOptions } from "@/tests/support/ledger";
import type { PageOptions } from "@/tests/support/portal/browser";
import { startPortal } from "@/tests/support/portal/portal";
import type { PortalWorld } from "@/tests/support/portal/world";
import { makeCustomer } from "./customers";

/** The built service with a cashier at its till. */
export interface TillWorld {
  readonly database: TestDatabase;
  readonly portal: PortalWorld;
  readonly url: string;
  /** The till in a browser profile of its own, signed in as the cashier, ready for a customer. */
  openTill(options?: PageOptions & { username?: string }): Promise<Page>;
  /** A page in a browser profile of its own, signed in as the cashier, that has not gone anywhere yet. */
  as(options?: PageOptions & { username?: string }): Promise<Page>;
  /** Any page, as soon as it is there, in a browser profile of its own, signed in as the cashier. */
  open(path: string, options?: PageOptions & { username?: string }): Promise<Page>;
  /** A wallet of a new customer, with so many points given at another branch, and the PIN when one is named. */
  customer(options?: CustomerOptions): Promise<TestWallet>;
  /** Gives so many points at another branch, at this moment. */
  elsewhere(wallet: TestWallet, points: number): Promise<void>;
  /** The movements of a wallet at the till's branch, oldest first. */
  movements(wallet: TestWallet): Promise<Movement[]>;
}

export interface CustomerOptions extends Omit<WalletOptions, "hasPin"> {
  points?: number;
  pin?: string;
}

export interface Movement {
  logTypeId: number;
  points: number;
  balanceAfter: number;
  invoiceNumber: string | null;
  invoiceDate: Date | null;
}

/**
 * Starts the service for the tests of the calling file, and stops it. After every test nothing may have
 * gone wrong inside the pages; after all of them the ledger must add up.
 */
export function startTillWorld(options: { browserArguments?: readonly string[] } = {}): TillWorld {
  let segmentId: number;
  const portal = startPortal({
    ...options,
    prepare: async ({ prisma }) => {
      segmentId = (await prisma.segment.findFirstOrThrow({ where: { isDefault: true } })).id;
    },
  });
  // What begins last ends first: the service is still there, and has nothing left to do.
  afterAll(async () => {
    expect((await verify(portal.database.pool)).findings).toEqual([]);
  });

  const as: TillWorld["as"] = ({ username = "cashier", ...options } = {}) => portal.as(username, options);
  return {
    get database() {
      return portal.database;
    },
    get portal() {
      return portal.world;
    },
    get url() {
      return portal.url;
    },
    as,
    openTill: async (options) => {
      const page = await as(options);
      await goToTill(page);
      return page;
    },
    open: async (path, options) => {
      const page = await as(options);
      await page.goto(path);
      return page;
    },
    customer: async ({ points = 0, pin, ...options } = {}) => {
      const { pool, prisma } = portal.database;
      const made = await createWallet(pool, { segmentId, name: "Mona Ali", ...options });
      const wallet = await makeCustomer(portal.database, made, portal.world.merchantId);
      if (points > 0) await give(wallet, points);
      if (pin !== undefined)
        await prisma.walletPin.create({ data: { walletId: wallet.id, hash: await hashPassword(pin) } });
      return wallet;
    },
    elsewhere: give,
    movements: async ({ id }) => {
      const entries = await portal.database.prisma.entry.findMany({
        where: { walletId: id, branchId: portal.world.branchIds[0] },
        orderBy: { seq: "asc" },
      });
      return entries.map(({ logTypeId, pointsDelta, balanceAfter, invoiceNumber, invoiceDate }) => ({
        logTypeId,
        points: Number(pointsDelta),
        balanceAfter: Number(balanceAfter),
        invoiceNumber,
        invoiceDate,
      }));
    },
  };

  /** Points that the till under test has nothing to do with. */
  async function give(wallet: TestWallet, value: number): Promise<void> {
    const answer = await portal.post("supervisor", "points/reward", {
      branchId: portal.world.branchIds[1],
      walletCode: wallet.walletCode,
      value,
      reference: `given-${value}-to-${wallet.walletCode}`.padEnd(16, "-"),
    });
    if (!answer.ok) throw new Error(`Points could not be given: ${await answer.text()}`);
  }
}

/** Opens the till: the box takes the focus, but where that would open a keyboard on the screen. */
export async function goToTill(page: Page): Promise<void> {
  await page.goto("/till");
  await boxOf(page).waitFor();
  const isTouched = await page.evaluate(() => matchMedia("(pointer: coarse)").matches);
  if (!isTouched)
    await expect.poll(() => boxOf(page).evaluate((box) => box === document.activeElement)).toBe(true);
}

/** The one box. */
/**
 * Waits until the till has fetched what it may need without a connection, which the service worker keeps for it where there
 * is one. It begins with the first key, and every piece of it waits two seconds at most for an idle moment.
 */
export async function untilPrepared(page: Page): Promise<void> {
  await page.keyboard.press("Shift");
  const quietMs = 3_000;
  await page.waitForFunction((quiet) => {
    const ends = performance.getEntriesByType("resource").map((entry) => entry.startTime + entry.duration);
    return performance.now() - Math.max(...ends) > quiet;
  }, quietMs);
}

export const boxOf = (page: Page) => page.locator("input[name=wallet]");
/** The field for the bill, or for what is paid with points. */
export const amountOf = (page: Page) => page.locator("input[name=amount]");
/** What will happen, as it is shown before it is confirmed. */
export const quoteOf = (page: Page) =>
  page.getByRole("status", { name: /^(?:Result|النتيجة)$/ }).and(page.locator("[aria-busy=false]"));

/** Looks a customer up and waits for the wallet. */
export async function serve(page: Page, wallet: TestWallet): Promise<void> {
  await boxOf(page).fill(wallet.walletCode);
  await boxOf(page).press("Enter");
  await page.getByRole("region").getByText(wallet.walletCode, { exact: true }).waitFor();
}

/** Types an amount and waits until it is shown what will come of it. */
export async function quote(page: Page, value: number): Promise<void> {
  await amountOf(page).fill(String(value));
  await quoteOf(page).locator("dl, svg").first().waitFor();
}

/** As long as a person takes to read what has appeared: before that no key decides about it. */
export async function untilRead(page: Page): Promise<void> {
  await page.evaluate((ms) => new Promise((read) => setTimeout(read, ms)), DECISION_MS_MIN + 10);
}

/** Types as a person does: with a pause between the keys, and before whatever follows, that no scanner makes. */
export async function typeByHand(page: Page, text: string): Promise<void> {
  const pause = { delay: PAUSE_MS + 10 };
  await page.keyboard.type(text, pause);
  // Letters that no key of this keyboard writes come without one.
  if (/[^ -~]/.test(text)) await page.keyboard.press("Shift", pause);
}

/** One key of a keyboard: what it writes, and its place. */
export interface ScannerKey {
  key: string;
  code: string;
  shiftKey?: boolean;
}

/** The keys that a scanner presses for a code, on an American keyboard. */
export function scannerKeys(text: string): ScannerKey[] {
  return [...text].map((key) => {
    if (/\d/.test(key)) return { key, code: `Digit${key}` };
    if (key === "-") return { key, code: "Minus" };
    if (key === ".") return { key, code: "Period" };
    if (key === ":") return { key, code: "Semicolon", shiftKey: true };
    return { key, code: `Key${key.toUpperCase()}`, shiftKey: key !== key.toLowerCase() };
  });
}

const SCANNER_GAP_MS = 6;

/**
 * Presses the keys and Enter as a scanner does, so many milliseconds apart. The page is told when each was pressed, so that a slow
 * machine makes no person of it.
 */
export async function scan(
  page: Page,
  code: string | readonly ScannerKey[],
  gapMs = SCANNER_GAP_MS,
): Promise<void> {
  const keys = typeof code === "string" ? scannerKeys(code) : code;
  // A hand leaves the keyboard before it takes the scanner.
  const freeMs = (lastPressedMs.get(page) ?? 0) + HAND_TO_SCANNER_MS;
  const startMs = Math.max(freeMs, Date.now());
  const timed = [...keys, ENTER].map((key, place) => ({ ...key, atMs: startMs + place * gapMs }));
  // No key arrives before it was pressed.
  await delay(startMs + keys.length * gapMs - Date.now());
  await press(page, timed);
  // Whatever a test presses next is a hand's, not the second Enter that some scanners send.
  const untilHandMs = startMs + keys.length * gapMs + HAND_TO_SCANNER_MS - Date.now();
  await delay(untilHandMs);
}

const ENTER: ScannerKey = { key: "Enter", code: "Enter" };
const HAND_TO_SCANNER_MS = 200;
/** Time of the last key that was sent to a page. */
const lastPressedMs = new WeakMap<Page, number>();

export interface TimedKeys {
  text: string;
  /** Milliseconds before each key by the keys' own times; `gap` where there is none. */
  gaps?: readonly number[];
  gap?: number;
  /** Of Enter behind the last key; without one nothing ends the text. */
  enterAfter?: number;
  /** From this key on they reach the page so much later. */
  late?: { from: number; ms: number };
}

/** Presses keys at times of their own, whenever they reach the page. */
export async function sendKeys(
  page: Page,
  { text, gaps = [], gap = 0, enterAfter, late }: TimedKeys,
): Promise<void> {
  const keys = enterAfter === undefined ? scannerKeys(text) : [...scannerKeys(text), ENTER];
  const gapOf = (place: number) => (place === text.length ? (enterAfter ?? 0) : (gaps[place] ?? gap));
  const gapsBefore = keys.map((_, place) => (place === 0 ? 0 : gapOf(place)));
  const sumTo = (place: number) => gapsBefore.slice(0, place + 1).reduce((sum, one) => sum + one, 0);
  const startMs = Date.now();
  const pressed = keys.map((key, place) => ({ ...key, atMs: startMs + sumTo(place) }));
  // All have been pressed when the first of them arrives.
  await delay(sumTo(keys.length));
  await press(page, pressed.slice(0, late?.from));
  if (late === undefined) return;
  await page.evaluate((ms) => new Promise((arrived) => setTimeout(arrived, ms)), late.ms);
  await press(page, pressed.slice(late.from));
}

async function press(page: Page, keys: readonly (ScannerKey & { atMs: number })[]): Promise<void> {
  const client: CDPSession = await page.context().newCDPSession(page);
  await tellTimes(
    page,
    keys.map(({ atMs }) => atMs),
  );
  const sent: Promise<unknown>[] = [];
  for (const { key, code, shiftKey = false } of keys) {
    const text = key === "Enter" ? "\r" : key;
    const modifiers = shiftKey ? 8 : 0;
    const which = {
      key,
      code,
      modifiers,
      windowsVirtualKeyCode: virtualKey(key),
    };
    sent.push(client.send("Input.dispatchKeyEvent", { type: "keyDown", text, ...which }));
    sent.push(client.send("Input.dispatchKeyEvent", { type: "keyUp", ...which }));
  }
  await Promise.all(sent);
  await client.detach();
  const last = keys.at(-1);
  if (last !== undefined) lastPressedMs.set(page, last.atMs);
}

/** Of each page's document, by its beginning: milliseconds from this process's clock to the document's. */
const clocks = new WeakMap<Page, { origin: number; aheadMs: number }>();

/**
 * Tells the page when the next keys were pressed (`keyTimes` of the profile). The times that Chromium takes with a key become those of its
 * arrival, or of the page's opening, on a busy machine or on one whose clock was set.
 */
async function tellTimes(page: Page, timesMs: readonly number[]): Promise<void> {
  const { origin, now } = await page.evaluate(() => ({
    origin: performance.timeOrigin,
    now: performance.now(),
  }));
  const known = clocks.get(page);
  const clock = known?.origin === origin ? known : { origin, aheadMs: now - Date.now() };
  clocks.set(page, clock);
  await page.evaluate(
    (times) => {
      (window as { keyTimes?: number[] }).keyTimes = times;
    },
    timesMs.map((ms) => ms + clock.aheadMs),
  );
}

function virtualKey(key: string): number {
  if (key === "Enter") return 13;
  return /^[\da-z]$/i.test(key) ? key.toUpperCase().charCodeAt(0) : 0;
}

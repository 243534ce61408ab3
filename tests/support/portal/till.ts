import type { Browser, CDPSession, Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { ensureFoundation } from "@/lib/admin/foundation";
import { hashPassword } from "@/lib/auth/password";
import { PORTAL_HEADER, PORTAL_HEADER_VALUE } from "@/lib/contract/portal/request";
import { verify } from "@/lib/ledger/verify";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { createWallet, type TestWallet, type WalletOptions } from "@/tests/support/ledger";
import { openPage, type PageOptions, startBrowser, type WatchedPage } from "@/tests/support/portal/browser";
import { createPortalWorld, type PortalWorld, TEST_PASSWORD } from "@/tests/support/portal/world";
import { type RunningServer, startServer } from "@/tests/support/server";

/** The built service with a cashier at its till. */
export interface TillWorld {
  readonly database: TestDatabase;
  readonly portal: PortalWorld;
  readonly url: string;
  /** The till in a browser profile of its own, signed in as the cashier, ready for a customer. */
  openTill(options?: PageOptions & { username?: string }): Promise<Page>;
  /** Any page, as soon as it is there, in a browser profile of its own, signed in as the cashier. */
  open(path: string, options?: PageOptions & { username?: string }): Promise<Page>;
  /** A wallet of a new customer, with so many points given at another branch, and the PIN when one is named. */
  customer(options?: CustomerOptions): Promise<TestWallet>;
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
 * Starts the service and a browser for the tests of the calling file, and stops them. After every test nothing may have
 * gone wrong inside the pages; after all of them the ledger must add up.
 */
export function startTillWorld({
  browserArguments = [],
}: {
  browserArguments?: readonly string[];
} = {}): TillWorld {
  let database: TestDatabase;
  let portal: PortalWorld;
  let server: RunningServer;
  let browser: Browser;
  let segmentId: number;
  const opened: WatchedPage[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    await ensureFoundation(database.prisma);
    portal = await createPortalWorld(database);
    segmentId = (await database.prisma.segment.findFirstOrThrow({ where: { isDefault: true } })).id;
    server = await startServer({ env: { DATABASE_URL: database.url, DEMO_DATA: "off" } });
    browser = await startBrowser(browserArguments);
  });
  afterEach(async () => {
    const complaints = opened.flatMap((watched) => watched.complaints);
    await Promise.all(opened.splice(0).map(({ context }) => context.close()));
    expect(complaints).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    try {
      expect((await verify(database.pool)).findings).toEqual([]);
    } finally {
      await database?.drop();
    }
  });

  const sessions = new Map<string, Promise<SessionCookie[]>>();
  const sessionOf = async (username: string): Promise<SessionCookie[]> => {
    const known = sessions.get(username);
    const { prisma } = database;
    if (known !== undefined && (await prisma.session.count({ where: { user: { username } } })) > 0)
      return known;
    const signingIn = signIn(server.url, username);
    sessions.set(username, signingIn);
    return signingIn;
  };
  const signedIn = async ({ username = "cashier", ...options }: PageOptions & { username?: string }) => {
    const cookies = await sessionOf(username);
    const watched = await openPage(browser, server.url, options);
    opened.push(watched);
    await watched.context.addCookies(cookies.map((cookie) => ({ ...cookie, url: server.url })));
    return watched.page;
  };
  return {
    get database() {
      return database;
    },
    get portal() {
      return portal;
    },
    get url() {
      return server.url;
    },
    openTill: async (options = {}) => {
      const page = await signedIn(options);
      await goToTill(page);
      return page;
    },
    open: async (path, options = {}) => {
      const page = await signedIn(options);
      await page.goto(path);
      return page;
    },
    customer: async ({ points = 0, pin, ...options } = {}) => {
      const wallet = await createWallet(database.pool, { segmentId, name: "Mona Ali", ...options });
      if (points > 0) await give(await sessionOf("supervisor"), wallet, points);
      if (pin !== undefined)
        await database.prisma.walletPin.create({
          data: { walletId: wallet.id, hash: await hashPassword(pin) },
        });
      return wallet;
    },
    movements: async ({ id }) => {
      const entries = await database.prisma.entry.findMany({
        where: { walletId: id, branchId: portal.branchIds[0] },
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
  async function give(cookies: readonly SessionCookie[], wallet: TestWallet, value: number): Promise<void> {
    const body = {
      branchId: portal.branchIds[1],
      walletCode: wallet.walletCode,
      value,
      reference: `given-to-${wallet.walletCode}`.padEnd(16, "-"),
    };
    const answer = await post(server.url, "points/reward", body, cookies);
    if (!answer.ok) throw new Error(`Points could not be given: ${await answer.text()}`);
  }
}

interface SessionCookie {
  name: string;
  value: string;
}

function post(url: string, path: string, body: object, cookies: readonly SessionCookie[] = []) {
  return fetch(`${url}/api/portal/${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      [PORTAL_HEADER]: PORTAL_HEADER_VALUE,
      origin: url,
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
    },
    body: JSON.stringify(body),
  });
}

async function signIn(url: string, username: string): Promise<SessionCookie[]> {
  const answer = await post(url, "session", { username, password: TEST_PASSWORD });
  if (!answer.ok) throw new Error(`Signing in failed: ${await answer.text()}`);
  return answer.headers.getSetCookie().map((cookie) => {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    return { name, value };
  });
}

/** Opens the till and waits until it is alive: the box takes the focus, but where that would open a keyboard on the screen. */
export async function goToTill(page: Page): Promise<void> {
  await page.goto("/till");
  await boxOf(page).waitFor();
  const isTouched = await page.evaluate(() => matchMedia("(pointer: coarse)").matches);
  if (isTouched) await page.waitForLoadState("networkidle");
  else await expect.poll(() => boxOf(page).evaluate((box) => box === document.activeElement)).toBe(true);
}

/** The one box. */
export const boxOf = (page: Page) => page.locator("input[name=wallet]");
/** The field for the bill, or for what is paid with points. */
export const amountOf = (page: Page) => page.locator("input[name=amount]");
/** What will happen, as it is shown before it is confirmed. */
export const quoteOf = (page: Page) =>
  page
    .getByRole("status", { name: /^(?:What will happen|نتيجة العملية)$/ })
    .and(page.locator("[aria-busy=false]"));

/** Looks a customer up and waits for the wallet. */
export async function serve(page: Page, wallet: TestWallet): Promise<void> {
  await boxOf(page).fill(wallet.walletCode);
  await boxOf(page).press("Enter");
  await page.getByRole("region").getByText(wallet.walletCode, { exact: true }).waitFor();
}

/** Types an amount and waits until it is shown what will come of it. */
export async function quote(page: Page, value: number): Promise<void> {
  await amountOf(page).fill(String(value));
  await quoteOf(page).locator("dl").waitFor();
}

/** Types as a person does: with a pause between the keys that no scanner makes. */
export function typeByHand(page: Page, text: string): Promise<void> {
  return page.keyboard.type(text, { delay: 60 });
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
    if (key === ":") return { key, code: "Semicolon", shiftKey: true };
    return { key, code: `Key${key.toUpperCase()}`, shiftKey: key !== key.toLowerCase() };
  });
}

const SCANNER_GAP_MS = 6;

/**
 * Presses the keys and Enter as a scanner does. The browser is told when each was pressed, so that a slow machine makes no
 * person of it.
 */
export async function scan(page: Page, code: string | readonly ScannerKey[]): Promise<void> {
  const client: CDPSession = await page.context().newCDPSession(page);
  const keys = typeof code === "string" ? scannerKeys(code) : code;
  const started = Date.now() / 1_000;
  const sent: Promise<unknown>[] = [];
  [...keys, { key: "Enter", code: "Enter" }].forEach(({ key, code, shiftKey = false }, place) => {
    const timestamp = started + (place * SCANNER_GAP_MS) / 1_000;
    const text = key === "Enter" ? "\r" : key;
    const which = {
      key,
      code,
      modifiers: shiftKey ? 8 : 0,
      timestamp,
      windowsVirtualKeyCode: virtualKey(key),
    };
    sent.push(client.send("Input.dispatchKeyEvent", { type: "keyDown", text, ...which }));
    sent.push(client.send("Input.dispatchKeyEvent", { type: "keyUp", ...which }));
  });
  await Promise.all(sent);
  await client.detach();
}

function virtualKey(key: string): number {
  if (key === "Enter") return 13;
  return /^[\da-z]$/i.test(key) ? key.toUpperCase().charCodeAt(0) : 0;
}

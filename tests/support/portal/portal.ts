import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { ensureFoundation } from "@/lib/admin/foundation";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { openPage, type PageOptions, startBrowser, type WatchedPage } from "@/tests/support/portal/browser";
import { createPortalWorld, type PortalWorld, TEST_PASSWORD } from "@/tests/support/portal/world";
import { type RunningServer, startServer } from "@/tests/support/server";

const SIGN_IN = {
  en: { username: "User name", password: "Password", submit: "Sign in" },
  ar: { username: "اسم المستخدم", password: "كلمة المرور", submit: "تسجيل الدخول" },
} as const;

/** The portal as the tests of one file meet it: the built service on a database of its own, and a browser. */
export interface Portal {
  readonly database: TestDatabase;
  readonly world: PortalWorld;
  /** Where the service answers. */
  readonly url: string;
  /** A page in a browser profile of its own, with nobody signed in. */
  open(options?: PageOptions): Promise<Page>;
  /** Signs in on the page's own form, in the page's language. */
  signIn(page: Page, username: string, password?: string): Promise<void>;
  /** A page on which somebody has signed in on the way to `path`, and which shows its heading. */
  signedIn(username: string, path: string, options?: PageOptions): Promise<Page>;
}

/**
 * Starts the service and a browser for the tests of the calling file, and stops them. Before each test nobody has tried to
 * sign in or chosen a language; after it nothing may have gone wrong inside the pages.
 */
export function startPortal({
  prepare,
  isDemo = false,
}: {
  /** Puts into the database what the tests need, before the service starts. */
  prepare?: (database: TestDatabase, world: PortalWorld) => Promise<void>;
  /** The service takes what is there for its demo data: it offers the console and sends webhooks to this machine. */
  isDemo?: boolean;
} = {}): Portal {
  let database: TestDatabase;
  let world: PortalWorld;
  let server: RunningServer;
  let browser: Browser;
  const opened: WatchedPage[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    await ensureFoundation(database.prisma);
    world = await createPortalWorld(database);
    await prepare?.(database, world);
    const loaded = new Date();
    if (isDemo)
      await database.prisma.jobRun.create({
        data: { name: "demo-data", startedAt: loaded, finishedAt: loaded },
      });
    server = await startServer({ env: { DATABASE_URL: database.url, DEMO_DATA: isDemo ? "on" : "off" } });
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await database?.drop();
  });
  beforeEach(async () => {
    await database.prisma.signInAttempt.deleteMany();
    await database.prisma.user.updateMany({ data: { locale: null } });
  });
  afterEach(async () => {
    const complaints = opened.flatMap((watched) => watched.complaints);
    await Promise.all(opened.splice(0).map(({ context }) => context.close()));
    expect(complaints).toEqual([]);
  });

  const portal: Portal = {
    get database() {
      return database;
    },
    get world() {
      return world;
    },
    get url() {
      return server.url;
    },
    open: async (options = {}) => {
      const watched = await openPage(browser, server.url, options);
      opened.push(watched);
      return watched.page;
    },
    signIn: async (page, username, password = TEST_PASSWORD) => {
      const words = SIGN_IN[(await page.getAttribute("html", "lang")) === "ar" ? "ar" : "en"];
      await page.getByLabel(words.username).fill(username);
      await page.getByLabel(words.password, { exact: true }).fill(password);
      await page.getByRole("button", { name: words.submit }).click();
    },
    signedIn: async (username, path, options) => {
      const page = await portal.open(options);
      await page.goto(path);
      await portal.signIn(page, username);
      await page.waitForURL(({ pathname }) => pathname === path.split("?")[0]);
      await page.getByRole("heading", { level: 1 }).waitFor();
      return page;
    },
  };
  return portal;
}

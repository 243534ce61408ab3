import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { SESSION_COOKIE } from "@/lib/portal/session/session-cookie";
import { PORTAL_HEADER, PORTAL_HEADER_VALUE } from "@/lib/portal/wire/request";
import type { TestDatabase } from "@/tests/support/database";
import { closePages, openPage, type PageOptions, type WatchedPage } from "@/tests/support/portal/browser";
import { launchChromium } from "@/tests/support/portal/chromium";
import { createPortalWorld, type PortalWorld, TEST_PASSWORD } from "@/tests/support/portal/world";
import { type SharedService, sharedService } from "@/tests/support/shared-service";

const SIGN_IN = {
  en: { username: "User name", password: "Password", submit: "Sign in" },
  ar: { username: "اسم المستخدم", password: "كلمة المرور", submit: "تسجيل الدخول" },
} as const;

/** The portal as the tests of one file meet it: the built service on a database of their own, and a browser. */
export interface Portal {
  readonly database: TestDatabase;
  readonly world: PortalWorld;
  /** Where the service answers. */
  readonly url: string;
  /** A page in a browser profile of its own, with nobody signed in. */
  open(options?: PageOptions): Promise<Page>;
  /** Signs in on the page's own form, in the page's language. */
  signIn(page: Page, username: string, password?: string): Promise<void>;
  /** A page in a browser profile of its own in which somebody is signed in; it has not gone anywhere yet. */
  as(username: string, options?: PageOptions): Promise<Page>;
  /** The page at `path` as somebody who is signed in sees it, when it shows its heading. */
  signedIn(username: string, path: string, options?: PageOptions): Promise<Page>;
  /** Asks the portal's API something in the name of a user. */
  post(username: string, path: string, body: object): Promise<Response>;
}

interface Cookie {
  name: string;
  value: string;
}

/**
 * Gives the tests of the calling file the worker's service, on a database of their own. Before each test nobody has tried to
 * sign in or chosen a language; after it nothing may have gone wrong inside the pages.
 */
export function startPortal({
  prepare,
  isDemo = false,
  browserArguments = [],
}: {
  /** Puts into the database what the tests need, before the service starts. */
  prepare?: (database: TestDatabase, world: PortalWorld) => Promise<void>;
  /** The service takes what is there for its demo data: it offers the console and sends webhooks to this machine. */
  isDemo?: boolean;
  /** The tests run in a browser of their own that is started with these. */
  browserArguments?: readonly string[];
} = {}): Portal {
  let database: TestDatabase;
  let world: PortalWorld;
  let service: SharedService;
  let ownBrowser: Browser | undefined;
  const opened: WatchedPage[] = [];

  beforeAll(async () => {
    service = sharedService({ isDemo });
    database = await service.createDatabase();
    await ensureFoundation(database.prisma);
    world = await createPortalWorld(database);
    await prepare?.(database, world);
    const loaded = new Date();
    if (isDemo)
      await database.prisma.jobRun.create({
        data: { name: "demo-data", startedAt: loaded, finishedAt: loaded },
      });
    await service.serve();
    if (browserArguments.length > 0) ownBrowser = await launchChromium(browserArguments);
  });
  afterAll(async () => {
    await ownBrowser?.close();
    await service?.dropDatabase();
  });
  beforeEach(async () => {
    await database.prisma.signInAttempt.deleteMany();
    await database.prisma.user.updateMany({
      data: { locale: null, theme: null, density: null, calendar: null },
    });
  });
  afterEach((test) => closePages(opened, test));

  const sessions = new Map<string, Cookie>();
  /** The cookie of a user's session: one for all tests for as long as it lives, for passwords are slow on purpose. */
  const sessionOf = async (username: string): Promise<Cookie> => {
    const known = sessions.get(username);
    if (known !== undefined && (await isAlive(known))) return known;
    const session = await signInAt(service.url, username);
    sessions.set(username, session);
    return session;
  };
  const isAlive = async ({ value }: Cookie) => {
    const [token = ""] = decodeURIComponent(value).split(".");
    return (await database.prisma.session.count({ where: { token } })) > 0;
  };

  const portal: Portal = {
    get database() {
      return database;
    },
    get world() {
      return world;
    },
    get url() {
      return service.url;
    },
    open: async (options = {}) => {
      const watched = await openPage(service.url, options, ownBrowser);
      opened.push(watched);
      return watched.page;
    },
    signIn: async (page, username, password = TEST_PASSWORD) => {
      const words = SIGN_IN[(await page.getAttribute("html", "lang")) === "ar" ? "ar" : "en"];
      await page.getByLabel(words.username).fill(username);
      await page.getByLabel(words.password, { exact: true }).fill(password);
      await page.getByRole("button", { name: words.submit }).click();
    },
    as: async (username, options) => {
      const session = await sessionOf(username);
      const page = await portal.open(options);
      await page.context().addCookies([{ ...session, url: service.url }]);
      return page;
    },
    signedIn: async (username, path, options) => {
      const page = await portal.as(username, options);
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      return page;
    },
    post: async (username, path, body) => post(service.url, path, body, await sessionOf(username)),
  };
  return portal;
}

function post(url: string, path: string, body: object, session?: Cookie): Promise<Response> {
  return fetch(`${url}/api/portal/${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      [PORTAL_HEADER]: PORTAL_HEADER_VALUE,
      origin: url,
      ...(session !== undefined && { cookie: `${session.name}=${session.value}` }),
    },
    body: JSON.stringify(body),
  });
}

async function signInAt(url: string, username: string): Promise<Cookie> {
  const answer = await post(url, "session", { username, password: TEST_PASSWORD });
  if (!answer.ok) throw new Error(`Signing in failed: ${await answer.text()}`);
  const cookies = answer.headers.getSetCookie().map((line) => {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    return { name, value };
  });
  const session = cookies.find(({ name }) => name === SESSION_COOKIE);
  if (session === undefined) throw new Error("The answer brings no session.");
  return session;
}

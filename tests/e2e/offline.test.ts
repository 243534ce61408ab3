import type { BrowserContext, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestDatabase } from "@/tests/support/database";
import { createSegment, createWallet } from "@/tests/support/ledger";
import { startLossyProxy } from "@/tests/support/lossy-proxy";
import { closePages, expectAccessible, openPage, type WatchedPage } from "@/tests/support/portal/browser";
import { createPortalWorld, TEST_PASSWORD } from "@/tests/support/portal/world";
import { sharedService } from "@/tests/support/shared-service";

let database: TestDatabase;
const server = sharedService({ isDemo: false });
const opened: WatchedPage[] = [];

beforeAll(async () => {
  database = await server.createDatabase();
  await createPortalWorld(database);
  await server.serve();
});
afterAll(async () => {
  await server.dropDatabase();
});
beforeEach(async () => {
  await database.prisma.signInAttempt.deleteMany();
});

afterEach((test) => closePages(opened, test));

/** Everything that the browser keeps of the portal: the address and the text of each answer. */
function readKept(page: Page): Promise<{ path: string; text: string }[]> {
  return page.evaluate(async () => {
    const kept = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request, { ignoreVary: true });
        kept.push({ path: new URL(request.url).pathname, text: (await answer?.text()) ?? "" });
      }
    }
    return kept;
  });
}

const isTillKept = async (page: Page) => (await readKept(page)).some(({ path }) => path === "/till");

/** A browser in which the cashier has opened the till once, and which has kept its shell. */
async function openKeptTill(url = server.url): Promise<{ page: Page; context: BrowserContext }> {
  const watched = await openPage(url, { context: { serviceWorkers: "allow" } });
  // A browser without a connection complains of that.
  opened.push({ ...watched, complaints: [] });
  const { page, context } = watched;
  await page.goto("/sign-in");
  await page.getByLabel("User name").fill("cashier");
  await page.getByLabel("Password", { exact: true }).fill(TEST_PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/till");
  await expect.poll(() => isTillKept(page), { timeout: 30_000 }).toBe(true);
  return { page, context };
}

describe("the installed portal", () => {
  test("meets the browser's requirements for installing", async () => {
    const manifest = await (await fetch(`${server.url}/manifest.webmanifest`)).json();
    expect(manifest).toMatchObject({ start_url: "/", display: "standalone", id: "/" });
    const sizes = manifest.icons.map((icon: { sizes: string }) => icon.sizes);
    expect(sizes).toEqual(expect.arrayContaining(["192x192", "512x512"]));
    for (const { src, type } of manifest.icons) {
      const icon = await fetch(`${server.url}${src}`);
      expect([icon.status, icon.headers.get("content-type")], src).toEqual([200, type]);
    }
    expect((await fetch(`${server.url}/sw.js`)).headers.get("cache-control")).toBe("no-cache");
  });

  test("opens the till without a connection, and says so", async () => {
    const { page, context } = await openKeptTill();
    try {
      await context.setOffline(true);
      await page.goto("/till");
      await page.getByRole("heading", { level: 1, name: "Till" }).waitFor();
      await page.getByText("No connection").first().waitFor();
    } finally {
      await context.close();
    }
  });

  test("opens it too when a proxy answers for a service that is away, and never keeps what the proxy answers", async () => {
    const proxy = await startLossyProxy(server.url);
    const { page, context } = await openKeptTill(proxy.url);
    const till = () => page.getByRole("heading", { level: 1, name: "Till" }).waitFor();
    try {
      proxy.decide(() => "replaced by a page");
      const askedFor = () => proxy.seen.filter(({ operation }) => operation === "till").length;
      for (let times = 1; times <= 2; times += 1) {
        await page.evaluate(async () => {
          const { active } = await navigator.serviceWorker.ready;
          active?.postMessage("keep-till");
        });
        await expect.poll(askedFor).toBeGreaterThanOrEqual(times);
      }
      for (const fate of ["lost", "replaced by 503"] as const) {
        proxy.decide(() => fate);
        await page.goto("/till");
        await till();
        await page.getByText("No connection").first().waitFor();
      }
    } finally {
      await context.close();
      await proxy.stop();
    }
  });

  test("opens it when a network accepts and never answers, and works again by itself when it does", async () => {
    const proxy = await startLossyProxy(server.url);
    const { page, context } = await openKeptTill(proxy.url);
    try {
      proxy.decide(() => "held");
      await page.goto("/till", { timeout: 20_000 });
      await page.getByRole("heading", { level: 1, name: "Till" }).waitFor();
      const notice = page.getByText("No connection").first();
      await notice.waitFor();
      proxy.decide(() => "delivered");
      await notice.waitFor({ state: "detached" });
    } finally {
      await context.close();
      await proxy.stop();
    }
  });

  test("says of other pages that there is no connection, in both languages, and opens them when there is", async () => {
    const { page, context } = await openKeptTill();
    try {
      await context.setOffline(true);
      await page.goto("/deals");
      await page.getByRole("heading", { name: "No connection" }).waitFor();
      await page.getByRole("heading", { name: "لا يوجد اتصال" }).waitFor();
      await expectAccessible(page);
      await context.setOffline(false);
      await page.getByRole("heading", { level: 1, name: "Deals" }).waitFor();
    } finally {
      await context.close();
    }
  });

  test("keeps the shell only: no answer of an API, and nothing of a wallet that was looked at", async () => {
    const { page, context } = await openKeptTill();
    try {
      const { walletCode } = await createWallet(database.pool, {
        segmentId: (await createSegment(database.pool)).id,
      });
      await page.keyboard.type(walletCode);
      await page.keyboard.press("Enter");
      await page.locator("input[name=amount]").waitFor();
      await page.goto("/deals");
      await page.getByRole("heading", { level: 1, name: "Deals" }).waitFor();
      const kept = await readKept(page);
      const shell = /^\/(?:_next\/static\/.+|till|offline\.(?:html|css|js)|icons\/icon\.svg)$/;
      expect(kept.map(({ path }) => path).filter((path) => !shell.test(path))).toEqual([]);
      expect(
        kept
          // The bytes of a font hold any short code.
          .filter(({ path }) => !path.endsWith(".woff2"))
          .filter(({ text }) => new RegExp(`\\b${walletCode}\\b`).test(text))
          .map(({ path }) => path),
      ).toEqual([]);
    } finally {
      await context.close();
    }
  });

  test("forgets the till's page when its user signs out", async () => {
    const { page, context } = await openKeptTill();
    try {
      await page.getByRole("button", { name: /^Account/ }).click();
      await page.getByRole("menuitem", { name: "Sign out" }).click();
      await page.waitForURL("**/sign-in");
      await expect.poll(() => isTillKept(page)).toBe(false);
    } finally {
      await context.close();
    }
  });
});

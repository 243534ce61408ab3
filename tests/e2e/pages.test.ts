import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import path from "node:path";
import type { Page, Request } from "playwright";
import { expect, test } from "vitest";
import { ask } from "@/components/kit/contract";
import { account } from "@/lib/areas/account/contract";
import { merchants } from "@/lib/areas/merchants/contract";
import { programme } from "@/lib/areas/programme/contract";
import { ROLES, type Role } from "@/lib/portal/acts/roles";
import { mayOpen } from "@/lib/portal/may-open";
import { messages as ar } from "@/messages/ar";
import { messages as en } from "@/messages/en";
import { isDeep } from "@/tests/support/deep";
import { expectAccessible, expectToFit, LOOKS, untilTakenOver } from "@/tests/support/portal/browser";
import { fillDesk } from "@/tests/support/portal/full-desk";
import { clearWindow, misfits, setWindow, WINDOWS } from "@/tests/support/portal/misfits";
import { STATES, type State } from "@/tests/support/portal/page-states";
import { startPortal } from "@/tests/support/portal/portal";

/*
 * Opens each page once in each look and asks everything that any page can be asked. Other files open pages for what is
 * particular to them.
 */

const TEXTS = { en, ar } as const;
type Look = (typeof LOOKS)[number];

/** Records that the addresses of pages name. */
const ids: Record<string, number | string> = { number: "PS-7K2M-9QXD-4HTR" };
const portal = startPortal({
  isDemo: true,
  prepare: async (database, world) => void Object.assign(ids, await fillDesk(database, world)),
});

/** Found by their files, so that no new one is forgotten. These two lead on to others. */
const PAGES = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((file) => path.basename(file) === "page.tsx")
  .map((file) => path.dirname(file).split(path.sep))
  .map((folders) => `/${folders.filter((folder) => !folder.startsWith("(") && folder !== ".").join("/")}`)
  .filter((address) => address !== "/" && address !== "/manage")
  .sort();

const mayBeOpenedBy = (role: Role, page: string) => mayOpen({ role }, page.replace("[walletId]", "1"));

interface Visit extends State {
  page: string;
  as: Role | null;
}

/** Visits to a page: by its most powerful reader, who sees most of it, and by a cashier, who is in a hurry. */
function visitsTo(page: string): Visit[] {
  const openers = ROLES.filter((role) => mayBeOpenedBy(role, page));
  const states = STATES[page] ?? [{}];
  const visits = states.map(({ as = openers.at(-1) ?? null, ...state }) => ({ page, as, ...state }));
  const isOfCashiers =
    openers.includes("cashier") && visits.every(({ as }) => as !== null && as !== "cashier");
  return isOfCashiers ? [...visits, { page, as: "cashier" }] : visits;
}

const VISITS = [
  ...PAGES.flatMap(visitsTo),
  { page: "/no-such-page", as: "cashier" as const },
] as readonly Visit[];
const READERS = [...new Set(VISITS.map(({ as }) => as))];

/** Requests that a page makes after its arrival, for parts below the first screen or seldom opened. */
const ASKED_LATER: Record<string, () => readonly { request: string; key: readonly unknown[] }[]> = {
  "/account": () => [
    { request: "GET account/sessions", key: ask(account.sessions).queryKey },
    { request: "GET account/two-factor", key: ask(account.twoFactor).queryKey },
    { request: "GET account/passkeys", key: ask(account.passkeys).queryKey },
    { request: "GET account/devices", key: ask(account.devices).queryKey },
    { request: "GET account/pin", key: ask(account.pin).queryKey },
  ],
  "/manage/deals/answer": () => [
    { request: "GET manage/deals/answer", key: ["deals", "answer"] },
    { request: "GET manage/deals/choices", key: ["deals", "deskChoices"] },
  ],
  // Points that a wrong clock wrote off are counted in the log, and there are hardly ever any.
  "/manage/programme": () => [{ request: "GET manage/programme/clock", key: ask(programme.clock).queryKey }],
  "/wallets/[walletId]": () => [
    {
      request: `GET wallets/${ids.walletId}/referrals`,
      key: ["wallets", "referrals", { walletId: ids.walletId }],
    },
  ],
};
const API = "/api/portal/";
/** A page of the day asks for new entries as soon as it has come. */
const POLL = /^GET branches\/\d+\/changes$/;
/** Tells, after a while, which deals were seen. */
const TOLD = "POST deals/looks";

interface Arrival {
  html: string;
  policy: string;
  /** Requests of the page's scripts to the portal's API until they have nothing more to ask. */
  asked: string[];
}

async function arrive(page: Page, address: string): Promise<Arrival> {
  const asked: string[] = [];
  const note = (request: Request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith(API)) asked.push(`${request.method()} ${pathname.slice(API.length)}`);
  };
  // The page before may still be asking.
  await page.goto("about:blank");
  page.on("request", note);
  const response = await page.goto(address);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  // The first requests leave when React takes the page over.
  await untilTakenOver(page);
  await page.waitForLoadState("networkidle");
  page.off("request", note);
  return {
    html: (await response?.text()) ?? "",
    policy: response?.headers()["content-security-policy"] ?? "",
    asked: asked.filter((request) => !POLL.test(request) && request !== TOLD),
  };
}

/** Fails when the page asks for anything twice, or, as it opens by itself, for anything that its HTML could have brought. */
function expectReadOnce({ page, as, query }: Visit, { asked, html }: Arrival): void {
  const later = ASKED_LATER[page]?.() ?? [];
  // A tab may ask when it opens.
  if (as !== null && query === undefined)
    expect(asked.filter((request) => !later.some((known) => known.request === request))).toEqual([]);
  expect(asked).toEqual([...new Set(asked)]);
  for (const { request, key } of later)
    if (asked.includes(request)) expect(brings(html, key), `the page brings ${request}`).toBe(false);
}

/**
 * Whether a page's HTML carries what is kept under a key. It is a text within a text; a long one stands in a chunk of its own, and
 * is quoted once less.
 */
function brings(html: string, key: readonly unknown[]): boolean {
  const once = quoted(JSON.stringify({ queryKey: key }).slice(1, -2));
  return html.includes(once) || html.includes(quoted(once));
}

function quoted(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Styles in the page's markup, and whether its policy allows each. */
function stylesIn({ html, policy }: Arrival): { style: string; isAllowed: boolean }[] {
  return [...html.matchAll(/<[^>]+ style="([^"]*)"/g)].map(([, style = ""]) => {
    const hash = createHash("sha256").update(style).digest("base64");
    return { style, isAllowed: policy.includes(`'sha256-${hash}'`) };
  });
}

function expectStylesByPolicy(arrival: Arrival): void {
  expect(arrival.policy).toMatch(/style-src/);
  expect(arrival.policy).not.toMatch(/'unsafe-inline'/);
  expect(stylesIn(arrival).filter(({ isAllowed }) => !isAllowed)).toEqual([]);
}

/** Fails when the page has no name of its own, or links to a page that is none or is not for its reader. */
async function expectNamesAndLinks(page: Page, as: Role | null): Promise<void> {
  expect(await page.title()).not.toBe("");
  expect((await page.getByRole("heading", { level: 1 }).first().textContent())?.trim()).not.toBe("");
  const links = await page
    .locator("a[href]")
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname));
  const known = [...PAGES, "/", "/manage"].map((one) => new RegExp(`^${one.replace(/\[\w+\]/g, "[^/]+")}$`));
  const wrong = [...new Set(links)].filter(
    (link) =>
      !/^\/(api|docs|help)(\/|$)/.test(link) &&
      !(known.some((pattern) => pattern.test(link)) && (as === null || mayOpen({ role: as }, link))),
  );
  expect(wrong).toEqual([]);
}

/** Of areas in a row, the one that is open is in view. */
async function expectOpenAreaInView(page: Page): Promise<void> {
  const out = await page.locator("nav a[aria-current]").evaluateAll((all) =>
    all
      .filter((link) => link.checkVisibility())
      .filter((link) => {
        const { left, right } = link.getBoundingClientRect();
        return left < 0 || right > innerWidth;
      })
      .map(({ textContent }) => textContent),
  );
  expect(out).toEqual([]);
}

async function expectFitting(page: Page, { language }: Look): Promise<void> {
  await page.evaluate(async () => void (await document.fonts.ready));
  await expectToFit(page);
  if (language === "ar" && !isDeep) return;
  for (const window of WINDOWS) {
    await setWindow(page, window);
    // Text that has just arrived may be drawn a moment later, first as wide as the window was.
    await expect.poll(() => page.evaluate(misfits), { message: `${window.width} px` }).toEqual([]);
  }
  await clearWindow(page);
}

/** The dialog behind a button is accessible and fits. */
async function expectDialog(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole("button", { name }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  const map = dialog.getByTestId("place-map");
  if ((await map.count()) > 0) {
    await map.scrollIntoViewIfNeeded();
    await dialog.locator("[data-state=drawn]").waitFor();
  }
  await expectAccessible(page);
  await expectToFit(page);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
}

test.each(LOOKS.flatMap((look) => READERS.map((as) => ({ ...look, as }))))(
  "every page of $as, in $language, $theme, on a $viewport: reads once, obeys its policy, is accessible, fits, and leads to pages",
  async ({ as, ...look }) => {
    const page = as === null ? await portal.open(look) : await portal.as(portal.world.usernames[as], look);
    // A page that polls would ask again before a slow machine has it ready.
    await page.addInitScript(() => {
      window.setInterval = (() => 0) as unknown as typeof window.setInterval;
    });
    const faults: { address: string; fault: string }[] = [];
    page.on("pageerror", ({ message }) => faults.push({ address: page.url(), fault: message }));
    for (const visit of VISITS.filter((one) => one.as === as)) {
      const file = visit.page.replace(/\[(\w+)\]/g, (_, name: string) => String(ids[name]));
      const address = visit.query === undefined ? file : `${file}?${visit.query}`;
      const check = async (work: () => unknown) => {
        try {
          await work();
        } catch (error) {
          faults.push({ address, fault: String(error).slice(0, 1_500) });
        }
      };
      const arrival = await arrive(page, address);
      expect(await page.getAttribute("html", "dir")).toBe(look.language === "ar" ? "rtl" : "ltr");
      await check(() => expectReadOnce(visit, arrival));
      await check(() => expectStylesByPolicy(arrival));
      // The page of an older address has a visit of its own.
      if (new URL(page.url()).pathname !== file) continue;
      await check(async () => {
        await visit.act?.(page, TEXTS[look.language]);
        if (visit.shows !== undefined)
          await page.getByText(visit.shows).locator("visible=true").first().waitFor({ timeout: 20_000 });
      });
      await check(() => expectAccessible(page));
      await check(() => expectNamesAndLinks(page, as));
      await check(() => expectOpenAreaInView(page));
      await check(() => expectFitting(page, look));
      for (const name of visit.dialogs?.(TEXTS[look.language]) ?? [])
        await check(() => expectDialog(page, name));
    }
    expect(faults).toEqual([]);
  },
  600_000,
);

test("the sweep would find what it looks for: data that came with a page, styles, and pages", async () => {
  const page = await portal.as("programme_operator");
  const answer = await page.request.get("/manage/merchants");
  const html = await answer.text();
  expect(brings(html, ask(merchants.list).queryKey)).toBe(true);
  expect(stylesIn({ html: '<p id="a" style="color:red">', policy: "style-src 'self'", asked: [] })).toEqual([
    { style: "color:red", isAllowed: false },
  ]);
  expect(PAGES.length).toBeGreaterThan(45);
});

import { readdirSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { ask } from "@/components/kit/contract";
import { account } from "@/lib/areas/account/contract";
import { adjustments } from "@/lib/areas/adjustments/contract";
import { merchants } from "@/lib/areas/merchants/contract";
import { programme } from "@/lib/areas/programme/contract";
import { HELP_NAMES } from "@/lib/docs/help-pages";
import { PAGES as DOCS_PAGES, pagePath } from "@/lib/points-api/developer-pages";
import { ROLES, type Role } from "@/lib/portal/acts/roles";
import { mayOpen } from "@/lib/portal/may-open";
import { messages as ar } from "@/messages/ar";
import { messages as en } from "@/messages/en";
import { isDeep } from "@/tests/support/deep";
import { expectAccessible, expectToFit, LOOKS, openPage } from "@/tests/support/portal/browser";
import { fillDesk } from "@/tests/support/portal/full-desk";
import { misfits } from "@/tests/support/portal/misfits";
import {
  type AskedLater,
  arrive,
  brings,
  expectFitting,
  expectNames,
  expectOpenAreaInView,
  expectReadOnce,
  expectStylesByPolicy,
  linksOf,
  withoutPolls,
} from "@/tests/support/portal/page-checks";
import { STATES, type State } from "@/tests/support/portal/page-states";
import { startPortal } from "@/tests/support/portal/portal";

/*
 * Opens each page once in each look and asks everything that any page can be asked. Other files open pages for what is
 * particular to them.
 */

const TEXTS = { en, ar } as const;
type Look = (typeof LOOKS)[number];
type Language = keyof typeof TEXTS;

/** Records that the addresses of pages name. */
const ids: Record<string, number | string> = { number: "PS-7K2M-9QXD-4HTR" };
const portal = startPortal({
  isDemo: true,
  prepare: async (database, world) => void Object.assign(ids, await fillDesk(database, world)),
});

/** Addresses of the files of one name, so that no new page is forgotten. */
const addressesOf = (name: string) =>
  readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === name)
    .map((file) => path.dirname(file).split(path.sep))
    .map((folders) => `/${folders.filter((folder) => !/^(?:\(.*|\.)$/.test(folder)).join("/")}`)
    .sort();
/** These two lead on to others. */
const LEADS_ON = ["/", "/manage"];
const PAGES = addressesOf("page.tsx").filter((address) => !LEADS_ON.includes(address));
/** Documents that route files answer, in a language. */
const DOCUMENTS: Record<string, (language: Language) => readonly string[]> = {
  "/docs/[language]/[page]": (language) => DOCS_PAGES.map((name) => pagePath(language, name)),
  "/help/[language]/[page]": (language) => HELP_NAMES.map((name) => `/help/${language}/${name}`),
};

const mayBeOpenedBy = (role: Role, page: string) => mayOpen({ role }, page.replace("[walletId]", "1"));

interface Visit extends State {
  page: string;
  as: Role | null;
  isDocument?: boolean;
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

const visitsIn = (language: Language): readonly Visit[] => [
  ...PAGES.flatMap(visitsTo),
  { page: "/no-such-page", as: "cashier" },
  ...Object.values(DOCUMENTS)
    .flatMap((addresses) => addresses(language))
    .map((page) => ({ page, as: null, isDocument: true })),
];
const READERS = [...new Set(visitsIn("en").map(({ as }) => as))];

/** Requests that a page makes after its arrival, for parts below the first screen or seldom opened. */
const ASKED_LATER: Record<string, () => readonly AskedLater[]> = {
  "/account": () => [
    { request: "GET account/sessions", key: ask(account.sessions).queryKey },
    { request: "GET account/two-factor", key: ask(account.twoFactor).queryKey },
    { request: "GET account/passkeys", key: ask(account.passkeys).queryKey },
    { request: "GET account/devices", key: ask(account.devices).queryKey },
    { request: "GET account/pin", key: ask(account.pin).queryKey },
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

/** Each act takes from a person's bound of the day: the note beside a button asks for the rest once it is drawn. */
const ASKED_BY_NOTES = { request: "GET manage/adjustments/bounds", key: ask(adjustments.bounds).queryKey };

const KNOWN = [...PAGES, ...LEADS_ON].map((page) => new RegExp(`^${page.replace(/\[\w+\]/g, "[^/]+")}$`));
const isAnswered = (link: string) => /^\/(api|docs|help)(\/|\?|$)/.test(link);

/** Refuses links to pages that are none or not for the reader. */
function expectLinksToPages(links: readonly string[], as: Role | null): void {
  const isPageOf = (path: string) =>
    KNOWN.some((pattern) => pattern.test(path)) && (as === null || mayOpen({ role: as }, path));
  expect(links.filter((link) => !isAnswered(link) && !isPageOf(link.split("?")[0] ?? ""))).toEqual([]);
}

/** Refuses links that the service does not answer. */
async function expectAnswers(page: Page, links: Iterable<string>): Promise<void> {
  const dead: string[] = [];
  for (const link of links) if (!(await page.request.get(link)).ok()) dead.push(link);
  expect(dead).toEqual([]);
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

interface Fault {
  address: string;
  /** The question that the page did not answer well. */
  asked: string;
  fault: string;
}

/** Documents have no lists, and a receipt is as wide as its paper. */
const hasOwnWidth = ({ page, isDocument }: Visit) => isDocument || page === "/receipt/[entryId]";

/** Makes one visit, notes its faults, and adds links to files and documents to `answered`. */
async function look(page: Page, visit: Visit, { language }: Look, answered: Set<string>): Promise<Fault[]> {
  const faults: Fault[] = [];
  const file = visit.page.replace(/\[(\w+)\]/g, (_, name: string) => String(ids[name]));
  const address = visit.query === undefined ? file : `${file}?${visit.query}`;
  const check = async (asked: string, work: () => unknown) => {
    try {
      await work();
    } catch (error) {
      faults.push({ address, asked, fault: String(error).slice(0, 1_500) });
    }
  };
  const arrival = await arrive(page, address, { isOfReact: !visit.isDocument });
  await check("direction", async () =>
    expect(await page.getAttribute("html", "dir")).toBe(language === "ar" ? "rtl" : "ltr"),
  );
  await check("requests", () =>
    expectReadOnce(arrival, {
      later: [ASKED_BY_NOTES, ...(ASKED_LATER[visit.page]?.() ?? [])],
      // A tab may ask when it opens.
      mayAsk: visit.as === null || visit.query !== undefined,
    }),
  );
  await check("styles", () => expectStylesByPolicy(arrival));
  // The page of an older address has a visit of its own.
  if (new URL(page.url()).pathname !== file) return faults;
  await check("content", async () => {
    await visit.act?.(page, TEXTS[language]);
    if (visit.shows !== undefined)
      await page.getByText(visit.shows).locator("visible=true").first().waitFor({ timeout: 20_000 });
  });
  await check("accessibility", () => expectAccessible(page));
  await check("names", () => expectNames(page));
  await check("links", async () => {
    const links = await linksOf(page);
    for (const link of links.filter(isAnswered)) answered.add(link);
    expectLinksToPages(links, visit.as);
  });
  await check("open area", () => expectOpenAreaInView(page));
  await check("fit", () =>
    expectFitting(page, { everyWidth: !hasOwnWidth(visit) && (language === "en" || isDeep) }),
  );
  for (const name of visit.dialogs?.(TEXTS[language]) ?? [])
    await check(`dialog ${name}`, () => expectDialog(page, name));
  return faults;
}

test.each(LOOKS.flatMap((one) => READERS.map((as) => ({ ...one, as }))))(
  "every page of $as, in $language, $theme, on a $viewport: reads once, obeys its policy, is accessible, fits, and leads to pages",
  async ({ as, ...options }) => {
    const page =
      as === null ? await portal.open(options) : await portal.as(portal.world.usernames[as], options);
    await withoutPolls(page);
    const faults: Fault[] = [];
    page.on("pageerror", ({ message }) =>
      faults.push({ address: page.url(), asked: "scripts", fault: message }),
    );
    const answered = new Set<string>();
    for (const visit of visitsIn(options.language).filter((one) => one.as === as))
      faults.push(...(await look(page, visit, options, answered)));
    expect(faults).toEqual([]);
    await expectAnswers(page, answered);
  },
  600_000,
);

/** Faults that are put into a page, each with the check of the sweep that has to find it. */
const PLANTED: Record<string, { plant: () => void; find: (page: Page) => unknown }> = {
  "a picture without a name": {
    plant: () => void document.querySelector("main")?.append(new Image()),
    find: expectAccessible,
  },
  "a control without a name": {
    plant: () => void document.querySelector("main")?.append(document.createElement("button")),
    find: expectAccessible,
  },
  "a page that is too wide": {
    plant: () => {
      const wide = document.createElement("p");
      wide.style.cssText = "position: absolute; top: 0; inset-inline-start: 0; width: 2000px; height: 1px";
      document.body.append(wide);
    },
    find: (page) => expectFitting(page, { everyWidth: false }),
  },
  "a word that is cut at a width between": {
    plant: () => {
      const cut = document.createElement("p");
      cut.style.cssText = "width: 60px; overflow: hidden; white-space: nowrap";
      cut.textContent = "Abdelrahmanelsherbinymostafa";
      document.querySelector("main")?.append(cut);
    },
    find: async (page) => expect(await page.evaluate(misfits)).toEqual([]),
  },
  "a page without a title": {
    plant: () => {
      document.title = "";
    },
    find: expectNames,
  },
  "a heading without a text": {
    plant: () => document.querySelector("h1")?.replaceChildren(),
    find: expectNames,
  },
  "a link to no page": {
    plant: () => {
      const link = document.createElement("a");
      link.href = "/manage/forgotten";
      link.textContent = "Forgotten";
      document.querySelector("main")?.append(link);
    },
    find: async (page) => expectLinksToPages(await linksOf(page), "programme_operator"),
  },
  "a link to a page of others": {
    plant: () => {
      const link = document.createElement("a");
      link.href = "/manage/programme";
      link.textContent = "Programme";
      document.querySelector("main")?.append(link);
    },
    find: async (page) => expectLinksToPages(await linksOf(page), "cashier"),
  },
  "a link to a document that is none": {
    plant: () => {
      const link = document.createElement("a");
      link.href = "/docs/en/forgotten";
      link.textContent = "Forgotten";
      document.querySelector("main")?.append(link);
    },
    find: async (page) =>
      expectAnswers(
        page,
        (await linksOf(page)).filter((link) => link.startsWith("/docs/en/")),
      ),
  },
  "an open area out of view": {
    plant: () => {
      const row = document.createElement("nav");
      row.innerHTML = '<a href="/home" aria-current="page">Home</a>';
      row.style.cssText = "position: absolute; left: -500px";
      document.body.append(row);
    },
    find: expectOpenAreaInView,
  },
};

test.each(Object.entries(PLANTED))("the sweep finds %s", async (_, { plant, find }) => {
  const page = await portal.open();
  await arrive(page, "/sign-in");
  await find(page);
  await page.evaluate(plant);
  await expect(Promise.resolve().then(() => find(page))).rejects.toThrow();
});

test("the sweep finds a request that is made twice, one for what came with the page, and a style that the policy forbids", async () => {
  const page = await portal.as("programme_operator");
  await withoutPolls(page);
  const { html, policy, asked } = await arrive(page, "/manage/merchants");
  const none = { later: [], mayAsk: false };
  expectReadOnce({ html, policy, asked }, none);
  expectStylesByPolicy({ html, policy });
  expect(brings(html, ask(merchants.list).queryKey)).toBe(true);
  const later = [{ request: "GET manage/merchants", key: ask(merchants.list).queryKey }];
  const askOnceMore = () =>
    page.addInitScript(() => {
      if (location.protocol === "http:")
        void fetch("/api/portal/manage/merchants").then((answer) => answer.text());
    });
  await askOnceMore();
  const again = await arrive(page, "/manage/merchants");
  expect(() => expectReadOnce(again, none)).toThrow();
  expect(() => expectReadOnce(again, { later, mayAsk: false })).toThrow();
  await askOnceMore();
  const twice = await arrive(page, "/manage/merchants");
  expect(() => expectReadOnce({ ...twice, html: "" }, { later, mayAsk: true })).toThrow();
  const styled = html.replace("</body>", '<p style="color:red"></p></body>');
  expect(() => expectStylesByPolicy({ html: styled, policy })).toThrow();
  expect(() => expectStylesByPolicy({ html, policy: `${policy} 'unsafe-inline'` })).toThrow();
});

test("the sweep finds an error of the console and of a script", async () => {
  const { page, context, complaints } = await openPage(portal.url);
  await page.goto("/sign-in");
  expect(complaints).toEqual([]);
  await page.evaluate(() => {
    console.error("An error of the console");
    setTimeout(() => {
      throw new Error("An error of a script");
    });
  });
  await expect.poll(() => complaints).toEqual(["An error of the console", "An error of a script"]);
  await context.close();
});

test("the sweep knows every page and every document of the service", () => {
  expect(PAGES.length).toBeGreaterThan(45);
  expect(addressesOf("route.ts").filter((address) => address.endsWith("/[page]"))).toEqual(
    Object.keys(DOCUMENTS),
  );
});

import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { messages as ar } from "@/messages/ar";
import { messages as en } from "@/messages/en";
import { isDeep } from "@/tests/support/deep";
import { untilDrawn } from "@/tests/support/portal/browser";
import { type FullDesk, fillDesk } from "@/tests/support/portal/full-desk";
import { startPortal } from "@/tests/support/portal/portal";

let desk: FullDesk;
const portal = startPortal({
  prepare: async (database, world) => {
    desk = await fillDesk(database, world);
  },
});

const TEXTS = { en, ar } as const;
type Language = keyof typeof TEXTS;

/** Windows between a phone and a desk, and a desk's window at 200 %: half as wide, with twice the dots. */
const WINDOWS = [
  { width: 1024, dots: 1 },
  { width: 900, dots: 1 },
  { width: 768, dots: 1 },
  { width: 640, dots: 1 },
  { width: 640, dots: 2 },
  { width: 512, dots: 2 },
] as const;

interface List {
  name: string;
  path: () => string;
  as: "merchant_admin" | "programme_operator" | "supervisor";
  /** What stands in the list. */
  shows: string | RegExp;
  /** Opens what is looked at. */
  act?: (page: Page, texts: (typeof TEXTS)[Language]) => Promise<void>;
}

const pressAll = async (page: Page, name: RegExp) => {
  const buttons = page.getByRole("button", { name });
  for (let left = await buttons.count(); left > 0; left -= 1) await buttons.first().click();
};
/** The beginning of a text that names something at its end. */
const beginningOf = (text: string) => new RegExp(`^${text.split("{")[0]?.trim()}`);

const LISTS: readonly List[] = [
  { name: "wallets", as: "merchant_admin", path: () => "/wallets", shows: "7001002000" },
  {
    name: "the history of a wallet, with what waits on it",
    as: "supervisor",
    path: () => `/wallets/${desk.walletId}`,
    shows: "INV-2026-0088213",
  },
  {
    name: "adjustments",
    as: "merchant_admin",
    path: () => "/requests",
    shows: "7001002000",
  },
  {
    name: "imports and their refused lines",
    as: "merchant_admin",
    path: () => "/wallets/imports",
    shows: "0100 12",
    act: (page, texts) => page.getByRole("button", { name: texts.wallets.desk.imports.showRefused }).click(),
  },
  { name: "deals", as: "programme_operator", path: () => "/manage/deals", shows: /^OFFER-\d/ },
  { name: "promotions", as: "programme_operator", path: () => "/manage/promotions", shows: /90\d{4}/ },
  { name: "categories", as: "programme_operator", path: () => "/manage/categories", shows: "Electronics" },
  { name: "merchants", as: "programme_operator", path: () => "/manage/merchants", shows: /^(One|واحد)$/ },
  { name: "branches", as: "programme_operator", path: () => "/manage/branches", shows: /01000000003/ },
  { name: "staff", as: "programme_operator", path: () => "/manage/staff", shows: "abdelrahman.elsherbiny" },
  { name: "clients", as: "programme_operator", path: () => "/manage/clients", shows: /Nasr City/ },
  {
    name: "the codes and ClientIds of a client",
    as: "merchant_admin",
    path: () => `/manage/clients/${desk.clientId}`,
    shows: /Nasr City/,
  },
  {
    name: "the test wallets of a client",
    as: "merchant_admin",
    path: () => `/manage/clients/${desk.clientId}?tab=sandbox`,
    shows: /^T\d|-01$|01$/,
  },
  {
    name: "the requests of a client",
    as: "merchant_admin",
    path: () => `/manage/clients/${desk.clientId}?tab=requests`,
    shows: "1301",
  },
  {
    name: "certificates",
    as: "merchant_admin",
    path: () => `/manage/clients/${desk.clientId}/certification`,
    shows: "PS-7K2M-9QXD-4HTR",
  },
  {
    name: "tiers and rules of refunds",
    as: "programme_operator",
    path: () => "/manage/programme",
    shows: /^(One|واحد)$/,
  },
  {
    name: "webhooks",
    as: "merchant_admin",
    path: () => "/manage/webhooks",
    shows: "https://accounting.example/points",
  },
  {
    name: "the deliveries of a webhook",
    as: "merchant_admin",
    path: () => "/manage/webhooks",
    shows: "evt_p1",
    act: (page, texts) => page.getByRole("button", { name: beginningOf(texts.webhooks.logOf) }).click(),
  },
  {
    name: "acts",
    as: "merchant_admin",
    path: () => "/manage/audit",
    shows: /7001002000/,
    act: (page) => page.getByRole("main").locator("li button[aria-expanded]").first().click(),
  },
  {
    name: "security events",
    as: "merchant_admin",
    path: () => "/manage/audit?kind=events",
    shows: "127.0.0.1",
  },
  { name: "the day of a branch", as: "supervisor", path: () => "/today", shows: "INV-2026-0088213" },
  {
    name: "the day of all branches",
    as: "supervisor",
    path: () => "/today?branchId=all",
    shows: /Branch 2|فرع 2/,
  },
  {
    name: "reports",
    as: "merchant_admin",
    path: () => "/reports",
    shows: /Branch 1|فرع 1/,
    act: (page, texts) => pressAll(page, beginningOf(texts.reports.showTableOf)),
  },
  { name: "sessions", as: "supervisor", path: () => "/account", shows: /This device|هذا الجهاز/ },
];

async function setWindow(page: Page, { width, dots }: (typeof WINDOWS)[number]): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send("Emulation.setDeviceMetricsOverride", {
    width,
    height: 900,
    deviceScaleFactor: dots,
    mobile: false,
  });
  await client.detach();
  await untilDrawn(page);
}

/** What does not fit: the page as a whole, words that are broken or cut, and what can be pressed but is out of view. */
function misfits(): string[] {
  const found: string[] = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push(`The page is ${scrollWidth - clientWidth} px too wide`);
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.getBoundingClientRect().width > 1;
  const isReadOut = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).clipPath !== "none" || isReadOut(element.parentElement));
  const place = (element: Element) =>
    element.closest("[role=cell], [role=columnheader], li, p, dd, dt, h1, h2, h3");
  const scope = document.querySelector("[role=dialog]") ?? document.querySelector("main") ?? document.body;
  const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const element = node.parentElement;
    // A choice shows as much of its value as there is room for, and all of it when it is opened; what is for screen readers is not seen.
    if (!element || !isShown(element) || element.closest("[aria-haspopup=listbox], pre, svg, .sr-only"))
      continue;
    // A head that is only read out is clipped on purpose.
    if (isReadOut(element)) continue;
    // A line may end after these as well as after a space.
    for (const { 0: word, index } of (node.textContent ?? "").matchAll(/[^\s\-–—/?&…]+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
      const [first] = lines;
      if (first === undefined) continue;
      if (lines.some(({ top }) => Math.abs(top - first.top) > first.height / 2))
        found.push(`"${word}" is broken in "${place(element)?.textContent?.slice(0, 60)}"`);
      for (let box: Element | null = element; box && box !== scope; box = box.parentElement) {
        if (!["hidden", "clip"].includes(getComputedStyle(box).overflowX)) continue;
        const { left, right } = box.getBoundingClientRect();
        if (lines.some((line) => line.left < left - 1 || line.right > right + 1))
          found.push(`"${word}" is cut in "${place(element)?.textContent?.slice(0, 60)}"`);
      }
    }
  }
  for (const control of document.querySelectorAll(
    "a[href], button, summary, input, [role=tab], [role=radio]",
  )) {
    if (!isShown(control) || control.closest("[aria-hidden=true]")) continue;
    const { left, right } = control.getBoundingClientRect();
    if (left < -1 || right > clientWidth + 1)
      found.push(`"${control.textContent || control.getAttribute("aria-label")}" is out of view`);
  }
  return [...new Set(found)];
}

/** In English in every run, in Arabic in deep ones. */
describe.each(isDeep ? (["en", "ar"] as const) : (["en"] as const))(
  "in %s, at every width up to a desk's and at 200 %%",
  (language) => {
    test.each(LISTS)(
      "$name: nothing is too wide, no word is broken or cut, all can be pressed",
      async (list) => {
        const page = await portal.signedIn(list.as, list.path(), { language });
        await list.act?.(page, TEXTS[language]);
        await page.getByText(list.shows).locator("visible=true").first().waitFor();
        await page.evaluate(async () => void (await document.fonts.ready));
        for (const window of WINDOWS) {
          await setWindow(page, window);
          // What has just been read may be drawn a moment later, first as wide as the window was.
          await expect.poll(() => page.evaluate(misfits), { message: `${window.width} px` }).toEqual([]);
        }
      },
    );
  },
);

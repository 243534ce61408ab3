import { createHash } from "node:crypto";
import type { Page, Request } from "playwright";
import { expect } from "vitest";
import { expectToFit, untilTakenOver } from "./browser";
import { clearWindow, misfits, setWindow, WINDOWS } from "./misfits";

/** Checks of a page that has come. Each throws with the faults that it finds. */

const API = "/api/portal/";
/** A page of the day asks for new entries as soon as it has come. */
const POLL = /^GET branches\/\d+\/changes$/;
/** Tells, after a while, which deals were seen. */
const TOLD = "POST deals/looks";

/** A request that a page makes after its arrival, and the key under which its answer would have come with the page. */
export interface AskedLater {
  request: string;
  key: readonly unknown[];
}

export interface Arrival {
  html: string;
  policy: string;
  /** Requests of the page's scripts to the portal's API until they have nothing more to ask. */
  asked: string[];
}

/** A page that polls would ask again before a slow machine has it ready. Dialogs watch a keyboard on the screen more often than any poll asks. */
export const withoutPolls = (page: Page) =>
  page.addInitScript(() => {
    const setTimer = window.setInterval.bind(window);
    window.setInterval = ((act: TimerHandler, ms = 0, ...rest: unknown[]) =>
      ms < 1_000 ? setTimer(act, ms, ...rest) : 0) as typeof window.setInterval;
  });

/** Opens a page and waits until it has nothing more to ask. A page without React is never taken over. */
export async function arrive(page: Page, address: string, { isOfReact = true } = {}): Promise<Arrival> {
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
  if (isOfReact) await untilTakenOver(page);
  await page.waitForLoadState("networkidle");
  page.off("request", note);
  return {
    html: (await response?.text()) ?? "",
    policy: response?.headers()["content-security-policy"] ?? "",
    asked: asked.filter((request) => !POLL.test(request) && request !== TOLD),
  };
}

/** Refuses requests that the page made twice, and those for what its HTML could have brought or did bring. */
export function expectReadOnce(
  { asked, html }: Arrival,
  { later, mayAsk }: { later: readonly AskedLater[]; mayAsk: boolean },
): void {
  if (!mayAsk)
    expect(asked.filter((request) => !later.some((known) => known.request === request))).toEqual([]);
  expect(asked).toEqual([...new Set(asked)]);
  for (const { request, key } of later)
    if (asked.includes(request)) expect(brings(html, key), `the page brings ${request}`).toBe(false);
}

/**
 * Whether a page's HTML carries what is kept under a key. It is a text within a text; a long one stands in a chunk of its own, and
 * is quoted once less.
 */
export function brings(html: string, key: readonly unknown[]): boolean {
  const once = quoted(JSON.stringify({ queryKey: key }).slice(1, -2));
  return html.includes(once) || html.includes(quoted(once));
}

function quoted(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Refuses styles in the page's markup that its policy does not name. */
export function expectStylesByPolicy({ html, policy }: Pick<Arrival, "html" | "policy">): void {
  expect(policy).toMatch(/style-src/);
  expect(policy).not.toMatch(/'unsafe-inline'/);
  const styles = [...html.matchAll(/<[^>]+ style="([^"]*)"/g)].map(([, style = ""]) => style);
  const hashOf = (style: string) => createHash("sha256").update(style).digest("base64");
  expect(styles.filter((style) => !policy.includes(`'sha256-${hashOf(style)}'`))).toEqual([]);
}

/** Refuses a page without a title or a heading of its own. */
export async function expectNames(page: Page): Promise<void> {
  expect((await page.title()).trim()).not.toBe("");
  expect((await page.getByRole("heading", { level: 1 }).first().textContent())?.trim()).not.toBe("");
}

/** Paths on this service that the page's links lead to, with what they ask for. */
export const linksOf = (page: Page): Promise<string[]> =>
  page
    .locator("a[href]")
    .evaluateAll((all) => [
      ...new Set(
        (all as HTMLAnchorElement[])
          .filter(({ origin }) => origin === location.origin)
          .map(({ pathname, search }) => pathname + search),
      ),
    ]);

/** Refuses an open area that its row of areas has scrolled out of view. */
export async function expectOpenAreaInView(page: Page): Promise<void> {
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

/** Refuses a page that is wider than a device, and at `everyWidth` words that are broken or cut and controls out of view. */
export async function expectFitting(page: Page, { everyWidth }: { everyWidth: boolean }): Promise<void> {
  await page.evaluate(async () => void (await document.fonts.ready));
  await expectToFit(page);
  if (!everyWidth) return;
  for (const window of WINDOWS) {
    await setWindow(page, window);
    // Text that has just arrived may be drawn a moment later, first as wide as the window was.
    await expect
      .poll(() => page.evaluate(misfits), { message: `${window.width} px`, timeout: 10_000, interval: 200 })
      .toEqual([]);
  }
  await clearWindow(page);
}

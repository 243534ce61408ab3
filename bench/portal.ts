import type { Page } from "playwright";
import { openContext, withBrowser } from "./browser";
import { quantile } from "./figures";

/** Two wallets of the demo data without a PIN: each look-up finds another wallet than the one shown. */
const WALLETS = ["100001", "100003"] as const;
/** Customers before the measuring, for everything that is compiled or fetched once. */
const WARM_UP = 5;
/** An element that is not there by then will not come. */
const LIMIT_MS = 10_000;

interface Waits {
  /** Milliseconds from the Enter of the scan until the wallet is on the screen. */
  scanMs: number;
  /** Milliseconds from the Enter that confirms until the success is on the screen, committed durably. */
  confirmMs: number;
}

/**
 * Serves customers at the till of a service of its own, on demo data, and says what the cashier waits for: medians, by the
 * browser's own clock, from the key to the frame that shows the outcome.
 */
export function measurePortal({ customers }: { customers: number }): Promise<string> {
  return withBrowser(async (url, browser) => {
    const context = await openContext(browser, url, { username: "cashier", locale: "en-GB" });
    const page = await context.newPage();
    await page.goto("/till", { waitUntil: "networkidle" });
    const waits: Waits[] = [];
    for (let number = 0; number < WARM_UP + customers; number += 1) {
      const served = await serveOne(page, WALLETS[number % 2] ?? WALLETS[0], 100 + number);
      if (number >= WARM_UP) waits.push(served);
    }
    const line = (name: string, of: (served: Waits) => number) => {
      const at = (part: number) => `${quantile(waits.map(of), part).toFixed(0)} ms`;
      return `${name}: median ${at(0.5)}, p90 ${at(0.9)}`;
    };
    return [
      `Chromium ${browser.version()}, ${customers} customers at one till`,
      line("scan to shown wallet", ({ scanMs }) => scanMs),
      line("confirm to shown success", ({ confirmMs }) => confirmMs),
    ].join("\n");
  });
}

async function serveOne(page: Page, walletCode: string, value: number): Promise<Waits> {
  const walletShown = await watchFor(page, { selector: "section header", text: walletCode });
  await page.keyboard.type(walletCode);
  await page.keyboard.press("Enter");
  const scanMs = await walletShown();
  await page.locator("input[name=amount]").fill(String(value));
  await page.locator("[role=status][aria-busy=false] dl").waitFor();
  const successShown = await watchFor(page, { selector: "section.border-success h2", text: "" });
  await page.keyboard.press("Enter");
  const confirmMs = await successShown();
  await page.keyboard.press("Escape");
  await page.locator("input[name=amount]").waitFor({ state: "detached" });
  return { scanMs, confirmMs };
}

/**
 * Has the page watch for an element with a text, which is not there yet. The returned function gives the milliseconds from the next Enter
 * to the frame in which the text was shown, as the browser measured them.
 */
async function watchFor(
  page: Page,
  wanted: { selector: string; text: string },
): Promise<() => Promise<number>> {
  await page.evaluate(
    ({ selector, text, limitMs }) => {
      const isShown = () =>
        [...document.querySelectorAll(selector)].some((element) => element.textContent?.includes(text));
      const measured = new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error(`${selector} ${text} was not shown.`)), limitMs);
        const onKey = ({ key, timeStamp }: KeyboardEvent) => {
          if (key === "Enter") performance.mark("entered", { startTime: timeStamp });
        };
        window.addEventListener("keydown", onKey, { capture: true });
        const observer = new MutationObserver(() => {
          if (!isShown()) return;
          observer.disconnect();
          window.removeEventListener("keydown", onKey, { capture: true });
          // In the frame that paints the change.
          requestAnimationFrame(() => resolve(performance.measure("waited", "entered").duration));
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      });
      Object.assign(window, { measured });
    },
    { ...wanted, limitMs: LIMIT_MS },
  );
  return () => page.evaluate(() => (window as unknown as { measured: Promise<number> }).measured);
}

import type { Browser, Page } from "playwright";
import { openContext, withBrowser } from "./browser";
import { table } from "./figures";

const ROWS = 1_000;
const SLOWER = [1, 4];
/** Milliseconds from a press or a key to the next paint, on this processor. */
const HELD_TO_MS = 200;
/** Long after what an interaction has changed is painted. */
const SETTLED_AFTER_MS = 3_000;

type Act = (page: Page) => Promise<unknown>;
const choose =
  (place: number): Act =>
  (page) =>
    page.locator("tbody input[type=checkbox]").nth(place).click({ force: true });
/** A select, opened and closed by the keyboard. */
const openFilter: Act = async (page) => {
  await page.locator("main [aria-haspopup=listbox]").first().click();
  await page.getByRole("listbox").waitFor();
  await page.keyboard.press("Escape");
};
const ROW_ACTS: Readonly<Record<string, Act>> = {
  "choose one": choose(2),
  "choose another": choose(40),
  "next row": (page) => page.keyboard.press("ArrowDown"),
  "open a filter": openFilter,
};
const ENTRY_ACTS: Readonly<Record<string, Act>> = {
  "open an entry": async (page) => {
    await page.locator("tbody a, tbody button").nth(10).click();
    await page.getByRole("dialog").waitFor();
  },
  "close it": async (page) => {
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  },
  "open a filter": openFilter,
};

interface List {
  path: string;
  filter: string;
  username: string;
  /** The request of the rows, and their name in its answer. */
  answers: string;
  rows: string;
  acts: Readonly<Record<string, Act>>;
}
const LISTS: readonly List[] = [
  {
    ...{ path: "/wallets", filter: "statusId=1", username: "admin", acts: ROW_ACTS },
    ...{ answers: "**/api/portal/manage/wallets/search*", rows: "wallets" },
  },
  {
    ...{ path: "/manage/deals", filter: "state=live", username: "admin", acts: ROW_ACTS },
    ...{ answers: "**/api/portal/manage/deals?*", rows: "deals" },
  },
  {
    ...{ path: "/reports/entries", filter: "kinds=2", username: "supervisor", acts: ENTRY_ACTS },
    ...{ answers: "**/api/portal/reports/entries*", rows: "entries" },
  },
];

/**
 * How long a page of 1,000 rows takes from an interaction to the next paint, as the browser's own Event Timing says, on this processor and
 * on one four times as slow. The rows that the server answers to a filter are repeated, with ids of their own, until there are so many.
 * @returns the slowest interaction of each list in words, and whether all are as fast as the portal is held to on this processor
 */
export function measureInteractions(): Promise<{ text: string; isFast: boolean }> {
  return withBrowser(async (url, browser) => {
    const rows: string[][] = [];
    let slowest = 0;
    for (const list of LISTS) {
      const row = [list.path];
      for (const rate of SLOWER) {
        const durations = await measure(browser, url, rate, list);
        if (rate === 1) slowest = Math.max(slowest, ...durations.map(([, ms]) => ms));
        row.push(durations.map(([name, ms]) => `${name} ${ms}`).join(", "));
      }
      rows.push(row);
    }
    const head = [
      `${ROWS} rows, ms to the next paint (below 16: 0)`,
      ...SLOWER.map((rate) => `${rate} times slowed down`),
    ];
    return { text: table(head, rows), isFast: slowest < HELD_TO_MS };
  });
}

async function measure(
  browser: Browser,
  url: string,
  rate: number,
  { path, filter, username, answers, rows, acts }: List,
): Promise<[string, number][]> {
  const context = await openContext(browser, url, { username, viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.route(answers, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: { ...answer, [rows]: manyOf(answer[rows]) } });
  });
  await page.addInitScript(() => {
    const timed = Object.assign(window, { slow: [] as number[] });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
        if (entry.interactionId) timed.slow.push(entry.duration);
    }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
  await page.goto(path, { waitUntil: "networkidle" });
  // The rows at first sight come with the page; a filter has the browser ask.
  await page.evaluate((address) => window.history.pushState(null, "", address), `${path}?${filter}`);
  await page.locator(`table[aria-rowcount="${ROWS + 1}"]`).waitFor();
  await page.waitForLoadState("networkidle");
  await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate });
  const durations: [string, number][] = [];
  for (const [name, act] of Object.entries(acts)) {
    await page.evaluate(() => Object.assign(window, { slow: [] }));
    await act(page);
    durations.push([name, await slowestPaint(page)]);
  }
  await context.close();
  return durations;
}

/** As many rows as are wanted: those of an answer, and as often again as it takes. */
const manyOf = (rows: readonly object[]) =>
  Array.from({ length: ROWS }, (_, place) => ({
    ...rows[place % rows.length],
    ...(place >= rows.length && { id: 1_000_000 + place }),
  }));

/** The browser tells of an interaction once what followed it is painted; where nothing is painted there is no frame to wait for. */
function slowestPaint(page: Page): Promise<number> {
  return page.evaluate(async (ms) => {
    await new Promise((resolve) => {
      requestIdleCallback(() => requestAnimationFrame(() => setTimeout(resolve)), { timeout: ms });
      setTimeout(resolve, ms);
    });
    return Math.max(0, ...(window as unknown as { slow: number[] }).slow);
  }, SETTLED_AFTER_MS);
}

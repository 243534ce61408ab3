import { chromium } from "playwright";
import { DEMO_USERS, findChromium, signInToDemo, withDemoService } from "./demo-service.mjs";

/**
 * `node scripts/measure-interactions.mjs`: how long a page of 1,000 rows takes from an interaction to the next paint, as the browser's own Event
 * Timing says, on this processor and on one four times as slow. The rows that the server answers to a filter are repeated, with ids of
 * their own, until there are so many. Fails when the slowest interaction of a list takes as long as the portal is held to, or longer.
 */
const ROWS = 1_000;
const SLOWER = [1, 4];
/** Milliseconds from a press or a key to the next paint, on this processor. */
const HELD_TO_MS = 200;
/** Long after what an interaction has changed is painted. */
const SETTLED_AFTER_MS = 3_000;

const choose = (place) => (page) =>
  page.locator("tbody input[type=checkbox]").nth(place).click({ force: true });
const press = (key) => (page) => page.keyboard.press(key);
/** A select, opened and closed by the keyboard. */
const openSelect = async (page) => {
  const select = page.locator("main [aria-haspopup=listbox]").first();
  await select.click();
  await page.getByRole("listbox").waitFor();
  await page.keyboard.press("Escape");
};

const LISTS = [
  {
    path: "/wallets",
    filter: "statusId=1",
    user: DEMO_USERS.merchant_admin,
    answers: "**/api/portal/manage/wallets/search*",
    rows: "wallets",
    acts: {
      "choose one": choose(2),
      "choose another": choose(40),
      "next row": press("ArrowDown"),
      "open a filter": openSelect,
    },
  },
  {
    path: "/manage/deals",
    filter: "state=live",
    user: DEMO_USERS.merchant_admin,
    answers: "**/api/portal/manage/deals?*",
    rows: "deals",
    acts: {
      "choose one": choose(2),
      "choose another": choose(40),
      "next row": press("ArrowDown"),
      "open a filter": openSelect,
    },
  },
  {
    path: "/reports/entries",
    filter: "kinds=2",
    user: DEMO_USERS.supervisor,
    answers: "**/api/portal/reports/entries*",
    rows: "entries",
    acts: {
      "open an entry": async (page) => {
        await page.locator("tbody a, tbody button").nth(10).click();
        await page.getByRole("dialog").waitFor();
      },
      "close it": async (page) => {
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "hidden" });
      },
      "open a filter": openSelect,
    },
  },
];

/** As many rows as are wanted: those of an answer, and as often again as it takes. */
function manyOf(rows) {
  return Array.from({ length: ROWS }, (_, place) => ({
    ...rows[place % rows.length],
    ...(place >= rows.length && { id: 1_000_000 + place }),
  }));
}

async function measure(browser, url, rate, { path, filter, user, answers, rows, acts }) {
  const context = await browser.newContext({
    baseURL: url,
    serviceWorkers: "block",
    viewport: { width: 1280, height: 900 },
  });
  await context.addCookies([
    ...(await signInToDemo(url, user)).map((cookie) => ({ ...cookie, url })),
    { name: "points.language", value: "en", url },
  ]);
  const page = await context.newPage();
  await page.route(answers, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: { ...answer, [rows]: manyOf(answer[rows]) } });
  });
  await page.addInitScript(() => {
    window.slow = [];
    new PerformanceObserver((list) => {
      for (const { interactionId, duration, name } of list.getEntries())
        if (interactionId) window.slow.push({ name, duration });
    }).observe({ type: "event", durationThreshold: 16, buffered: true });
  });
  await page.goto(path, { waitUntil: "networkidle" });
  // The rows at first sight come with the page; a filter has the browser ask.
  await page.evaluate((address) => window.history.pushState(null, "", address), `${path}?${filter}`);
  await page.locator(`table[aria-rowcount="${ROWS + 1}"]`).waitFor();
  await page.waitForLoadState("networkidle");
  const client = await context.newCDPSession(page);
  await client.send("Emulation.setCPUThrottlingRate", { rate });
  const durations = {};
  for (const [name, act] of Object.entries(acts)) {
    await page.evaluate(() => {
      window.slow = [];
    });
    await act(page);
    // The browser tells of an interaction once what followed it is painted; where nothing is painted there is no frame to wait for.
    await page.evaluate(
      (ms) =>
        new Promise((resolve) => {
          requestIdleCallback(() => requestAnimationFrame(() => setTimeout(resolve)), { timeout: ms });
          setTimeout(resolve, ms);
        }),
      SETTLED_AFTER_MS,
    );
    durations[name] = await page.evaluate(() => Math.max(0, ...window.slow.map(({ duration }) => duration)));
  }
  await context.close();
  return durations;
}

await withDemoService(async (url) => {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  for (const rate of SLOWER) {
    console.log(
      `\nFrom an interaction to the next paint with ${ROWS} rows, ${rate} times slowed down, in ms (below 16: 0):\n`,
    );
    for (const list of LISTS) {
      const durations = await measure(browser, url, rate, list);
      const isTooSlow = rate === 1 && Math.max(...Object.values(durations)) >= HELD_TO_MS;
      const told = Object.entries(durations).map(([name, ms]) => `${name} ${ms}`);
      console.log(`${list.path.padEnd(18)}${told.join(", ")}${isTooSlow ? " (too slow)" : ""}`);
      if (isTooSlow) process.exitCode = 1;
    }
  }
  await browser.close();
});

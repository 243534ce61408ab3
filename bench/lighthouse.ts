import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { chromium } from "playwright";
import { wholeChromium } from "@/tests/support/portal/chromium";
import { cookiesOf, withService } from "./browser";
import { findFreePort } from "./service";

/** 185 MB for one command: installed by hand. */
const PACKAGE = "lighthouse";
/** Other work of the machine can only make a page slower: the best of so many runs is nearest to the page itself. */
const RUNS = 3;
const HELD_TO = { performance: 95, accessibility: 100, "best-practices": 100 };
/** Pages that a cashier may not open. */
const DESK_PAGES = ["/home", "/wallets", "/reports"];

/** The parts of a report of Lighthouse that are read. */
interface Report {
  runtimeError?: { message: string };
  finalDisplayedUrl: string;
  categories: Readonly<Record<string, { score: number; auditRefs: readonly { id: string }[] }>>;
  audits: Readonly<Record<string, { score: number | null; title: string; displayValue?: string }>>;
}

/**
 * Has Lighthouse judge pages, the till by itself, as a cashier sees them, and those of the desk as a supervisor does, on a first visit: on
 * a desktop, and on a slow phone with a slow connection, both as Lighthouse simulates them. Audits that are not passed are named.
 * `say` is told of each page.
 * @returns whether every figure is as high as the portal is held to
 */
export async function runLighthouse(paths: readonly string[], say: (text: string) => void): Promise<boolean> {
  const { default: lighthouse } = await import(PACKAGE).catch(() => {
    throw new Error("Lighthouse is not installed. Run: npm install --no-save lighthouse@12.8.2");
  });
  const { default: desktop } = await import(`${PACKAGE}/core/config/desktop-config.js`);
  return await withService(async (url) => {
    let isHigh = true;
    for (const page of paths.length === 0 ? ["/till"] : paths)
      for (const [name, config] of Object.entries({ desktop, phone: undefined })) {
        const username = DESK_PAGES.includes(page) ? "supervisor" : "cashier";
        const scores: Record<string, number>[] = [];
        for (let run = 0; run < RUNS; run += 1) {
          const report = await measure(`${url}${page}`, username, (address, flags) =>
            lighthouse(address, flags, config),
          );
          const score = scoresOf(report);
          scores.push(score);
          if (isMet(score) || run === RUNS - 1)
            say(`${page} ${name}: ${JSON.stringify(score)}\n${missedIn(report).join("\n")}`);
          if (isMet(score)) break;
        }
        isHigh &&= scores.some(isMet);
      }
    return isHigh;
  });
}

const scoresOf = ({ categories }: Report): Record<string, number> =>
  Object.fromEntries(Object.entries(categories).map(([id, { score }]) => [id, Math.round(score * 100)]));

const isMet = (scores: Readonly<Record<string, number>>) =>
  Object.entries(HELD_TO).every(([id, least]) => (scores[id] ?? 0) >= least);

const missedIn = ({ categories, audits }: Report): string[] =>
  Object.values(categories)
    .flatMap(({ auditRefs }) => auditRefs.map(({ id }) => audits[id]))
    .flatMap((audit) =>
      audit && audit.score !== null && audit.score < 0.9
        ? [`  ${audit.title} ${audit.displayValue ?? ""}`]
        : [],
    );

type Ask = (address: string, flags: object) => Promise<{ lhr: Report }>;

/** Measures with a browser profile of its own, so that nothing is in the cache. */
async function measure(address: string, username: string, ask: Ask): Promise<Report> {
  const profile = mkdtempSync(path.join(os.tmpdir(), "points-lighthouse-"));
  const port = await findFreePort();
  const executablePath = wholeChromium();
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath !== undefined && { executablePath }),
    args: ["--no-sandbox", "--disable-gpu", `--remote-debugging-port=${port}`],
  });
  try {
    await context.addCookies(await cookiesOf(new URL(address).origin, username));
    const { lhr } = await ask(address, {
      ...{ port, output: "json", logLevel: "error", onlyCategories: Object.keys(HELD_TO) },
      // Storage holds the session.
      disableStorageReset: true,
    });
    if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
    if (lhr.finalDisplayedUrl !== address) throw new Error(`${address} led to ${lhr.finalDisplayedUrl}.`);
    return lhr;
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

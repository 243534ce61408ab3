import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium } from "playwright";

/** Opens a page in half of the time, since it draws no windows; it has no camera. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";
const PROGRAMS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  chromium.executablePath(),
];
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A headless Chromium from npm, for machines without one: the last version that Node.js 20 can run. */
const BROUGHT = "@sparticuz/chromium@143.0.4";
const BROUGHT_INTO = path.resolve("node_modules/.cache/chromium");

const firstThere = (programs: readonly (string | undefined)[]) =>
  programs.find((program) => program && existsSync(program));

const quickChromium = () => firstThere([process.env.CHROME_PATH, HEADLESS_SHELL, ...PROGRAMS]);

/** The whole Chromium that there is, with windows and a camera; undefined where only npm brings one. */
export const wholeChromium = (): string | undefined => firstThere([process.env.CHROME_PATH, ...PROGRAMS]);

/** Has npm bring a browser, once before all tests, where there is none. */
export async function setup(): Promise<void> {
  if (quickChromium() === undefined) process.env.BROUGHT_CHROMIUM = await bringChromium();
}

/** Why a test that needs the whole Chromium is skipped; undefined where it runs. */
export const WITHOUT_WHOLE_CHROMIUM =
  wholeChromium() === undefined
    ? "needs the whole Chromium: install it, or name its program in CHROME_PATH"
    : undefined;

/**
 * Starts Chromium: the one that CHROME_PATH names, the system's, Playwright's own, or one that npm brings; the whole one where more is asked of it.
 * @throws Error when more is asked and there is no whole one
 */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const isWhole = more.length > 0;
  const own = isWhole ? wholeChromium() : quickChromium();
  if (own !== undefined) return chromium.launch({ executablePath: own, args: [...ARGUMENTS, ...more] });
  if (isWhole) throw new Error(`This ${WITHOUT_WHOLE_CHROMIUM}.`);
  return chromium.launch({ executablePath: await bringChromium(), args: ARGUMENTS });
}

/** What the package @sparticuz/chromium exports: its arguments are left out, for they switch off what the tests look at. */
interface Brought {
  executablePath(): Promise<string>;
}

/** The same browser for tests of components, which start it once it is there. */
export const COMPONENTS_BROWSER = {
  get executablePath() {
    return quickChromium() ?? process.env.BROUGHT_CHROMIUM ?? "";
  },
  args: ARGUMENTS,
};

async function bringChromium(): Promise<string> {
  // On such a platform the package brings the system's libraries as well.
  process.env.VERCEL = "1";
  const module = path.join(BROUGHT_INTO, "node_modules/@sparticuz/chromium/build/esm/index.js");
  if (!existsSync(module)) {
    console.info(`There is no Chromium: npm brings ${BROUGHT} …`);
    const asked = ["install", "--no-save", "--no-package-lock", "--no-audit", "--no-fund", BROUGHT];
    const { status } = spawnSync("npm", [...asked, "--prefix", BROUGHT_INTO], { stdio: "inherit" });
    if (status !== 0) throw new Error(`npm could not install ${BROUGHT}. Install Chromium instead.`);
  }
  const { default: brought } = (await import(pathToFileURL(module).href)) as { default: Brought };
  return brought.executablePath();
}

let shared: Promise<Browser> | undefined;

/** The browser of this process, which all of its test files have in common; it ends with the process. */
export function sharedChromium(): Promise<Browser> {
  shared ??= launchChromium();
  return shared;
}

import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright";

/** The one without windows first: it opens a page in half of the time. */
const PROGRAMS = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
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

/** Starts Chromium: the one that CHROME_PATH names, or the system's. */
export function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const candidates = [process.env.CHROME_PATH, ...PROGRAMS];
  const executablePath = candidates.find((candidate) => candidate && existsSync(candidate));
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: [...ARGUMENTS, ...more],
  });
}

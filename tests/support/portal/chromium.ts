import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright";

/** Opens a page in half of the time, since it draws no windows; it has no camera. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";
const PROGRAMS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts Chromium: the one that CHROME_PATH names, or the system's; the whole one where more is asked of it. */
export function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const candidates = [process.env.CHROME_PATH, ...(more.length === 0 ? [HEADLESS_SHELL] : []), ...PROGRAMS];
  const executablePath = candidates.find((candidate) => candidate && existsSync(candidate));
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: [...ARGUMENTS, ...more],
  });
}

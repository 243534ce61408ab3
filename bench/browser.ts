import type { Browser, BrowserContext, BrowserContextOptions } from "playwright";
import { launchChromium } from "@/tests/support/portal/chromium";
import { signIn } from "./portal-session";
import { inFolder, measuredEnvironment, startService } from "./service";

/** A service of its own on demo data. */
export function withService<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  return inFolder(async (dataDir) => {
    const service = await startService(measuredEnvironment(dataDir));
    try {
      return await work(service.found);
    } finally {
      await service.stop();
    }
  });
}

/** The same, and a browser. */
export function withBrowser<Result>(
  work: (url: string, browser: Browser) => Promise<Result>,
): Promise<Result> {
  return withService(async (url) => {
    const browser = await launchChromium();
    try {
      return await work(url, browser);
    } finally {
      await browser.close();
    }
  });
}

export interface ContextOptions extends BrowserContextOptions {
  /** Of the demo data; absent: nobody has signed in. */
  username?: string | undefined;
  language?: "en" | "ar";
}

export async function openContext(
  browser: Browser,
  url: string,
  { username, language = "en", ...options }: ContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url, serviceWorkers: "block", ...options });
  const cookies = username === undefined ? [] : await cookiesOf(url, username);
  await context.addCookies([
    ...cookies.filter(({ name }) => name !== "points.language"),
    { name: "points.language", value: language, url },
  ]);
  return context;
}

/** The cookies of a user of the demo data who has signed in. */
export async function cookiesOf(url: string, username: string) {
  const { cookie } = await signIn(url, username);
  return cookie.split("; ").map((line) => {
    const [name = "", ...value] = line.split("=");
    return { name, value: value.join("="), url };
  });
}

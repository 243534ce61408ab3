import { mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright";
import type { Role } from "@/lib/portal/acts/roles";
import { mayOpen } from "@/lib/portal/may-open";
import { openContext, withBrowser } from "./browser";

/** Users of the demo data, the least power first. */
const USERS = [
  ["cashier", "cashier"],
  ["supervisor", "supervisor"],
  ["merchant_admin", "admin"],
  ["programme_operator", "operator"],
] as const satisfies readonly (readonly [Role, string])[];

const DEVICES: Readonly<Record<string, BrowserContextOptions>> = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, deviceScaleFactor: 2 },
};
const LOOKS = (["en", "ar"] as const).flatMap((language) =>
  (["light", "dark"] as const).flatMap((theme) =>
    Object.keys(DEVICES).map((device) => ({ language, theme, device })),
  ),
);

/**
 * Takes pictures of the portal's pages, on demo data, in both languages and themes, on a phone and on a desktop, each page as the user
 * with the least power who may open it. `only`: those whose file has the text in its name. `say` is told of each.
 * @returns how many could not be taken
 */
export function takeScreens(folder: string, only: string, say: (line: string) => void): Promise<number> {
  return withBrowser(async (url, browser) => {
    const pages = listPages();
    let failures = 0;
    for (const look of LOOKS) {
      const { language, theme, device } = look;
      const contexts = new Map<string | undefined, BrowserContext>();
      for (const { address, username } of pages) {
        const name = address.replace(/\W+/g, "-").replace(/^-|-$/g, "") || "start";
        const file = path.join(folder, `${language}-${theme}-${device}`, `${name}.png`);
        if (!file.includes(only)) continue;
        mkdirSync(path.dirname(file), { recursive: true });
        const asked = {
          username,
          language,
          colorScheme: theme,
          reducedMotion: "reduce" as const,
          ...DEVICES[device],
        };
        const context = contexts.get(username) ?? (await openContext(browser, url, asked));
        contexts.set(username, context);
        await context.addCookies([{ name: "points.theme", value: theme, url }]);
        const page = await context.newPage();
        const said = await take(page, address, file).catch((error: Error) => {
          failures += 1;
          return `${file}: ${error.message.split("\n")[0]}`;
        });
        say(said);
        await page.close();
      }
      for (const context of contexts.values()) await context.close();
    }
    return failures;
  });
}

/** The pages of app/, by their folders. */
function listPages(): { address: string; username: string | undefined }[] {
  return readdirSync("app/(portal)", { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "page.tsx")
    .map((file) => path.dirname(file).split(path.sep))
    .map((folders) => `/${folders.filter((folder) => folder !== "." && !folder.startsWith("(")).join("/")}`)
    .sort()
    .map((address) => ({ address, username: USERS.find(([role]) => mayOpen({ role }, address))?.[1] }));
}

/** Returns the file, or that the list has no record whose page could be shown. */
async function take(page: Page, address: string, file: string): Promise<string> {
  const target = address.includes("[") ? await firstLink(page, address) : address;
  if (target === undefined) return `${address}: no link leads there`;
  await page.goto(target, { waitUntil: "networkidle" });
  await page.locator("h1").first().waitFor();
  await page.screenshot({ path: file, animations: "disabled", fullPage: true });
  return file;
}

/** Where the first link of a list leads, for the page of one of its records, which are numbered. */
async function firstLink(page: Page, address: string): Promise<string | undefined> {
  const list = address.slice(0, address.indexOf("/["));
  const pattern = new RegExp(`^${address.replace(/\[[^/]+\]/g, "\\d+")}(?:$|\\?)`);
  await page.goto(list, { waitUntil: "networkidle" });
  const links = await page
    .locator("main a")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  return links.find((href) => href !== null && pattern.test(href)) ?? undefined;
}

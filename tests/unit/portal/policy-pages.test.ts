import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { expect, test } from "vitest";
import { config } from "@/proxy";

/** Pages that show nothing but one's own account, or nothing of the programme. */
const OPEN = [
  "app/(portal)/(shell)/account/page.tsx",
  "app/(portal)/display/page.tsx",
  "app/(portal)/invite/page.tsx",
  "app/(portal)/sign-in/page.tsx",
  "app/certificates/[number]/page.tsx",
  // These read nothing: they lead on to others.
  "app/(portal)/(shell)/(desk)/manage/deals/calendar/page.tsx",
  "app/(portal)/(shell)/(desk)/manage/deals/order/page.tsx",
  "app/(portal)/(shell)/(desk)/manage/page.tsx",
  "app/(portal)/(shell)/(desk)/manage/security/page.tsx",
  "app/(portal)/(shell)/(desk)/offers/page.tsx",
  "app/(portal)/(shell)/(desk)/wallets/adjustments/page.tsx",
  "app/(portal)/(shell)/(desk)/wallets/approvals/page.tsx",
  "app/page.tsx",
];

test("every page asks whether its user still has to set up a second factor, the receipt too", () => {
  const pages = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "page.tsx")
    .map((file) => path.posix.join("app", file.split(path.sep).join("/")));
  expect(pages.length).toBeGreaterThan(30);
  const unasked = pages.filter(
    (file) => !/<RoleGate|definePage\(|requireAllowedSession\(\)/.test(readFileSync(file, "utf8")),
  );
  expect(unasked.sort()).toEqual([...OPEN].sort());
});

test("a page has its policy whatever its address looks like; files and route files have their own", () => {
  // As Next.js reads the pattern; its own function for tests replaces how every later file of this worker finds React.
  const { pathToRegexp } = createRequire(import.meta.url)("next/dist/compiled/path-to-regexp") as {
    pathToRegexp(pattern: string): RegExp;
  };
  const patterns = config.matcher.map((pattern) => pathToRegexp(pattern));
  const isPage = (path: string) => patterns.some((pattern) => pattern.test(path));
  for (const path of [
    "/",
    "/wallets/1",
    "/wallets/1.2",
    "/no.such.page",
    "/sign-in.html",
    "/livez.html",
    "/docsx",
  ])
    expect(isPage(path), path).toBe(true);
  for (const path of [
    "/api/portal/session",
    "/_next/static/a.js",
    "/docs",
    "/docs/en/signing",
    "/images/a.png",
  ])
    expect(isPage(path), path).toBe(false);
  for (const path of ["/icons/icon.svg", "/livez", "/manifest.webmanifest", "/sw.js", "/offline.html"])
    expect(isPage(path), path).toBe(false);
});

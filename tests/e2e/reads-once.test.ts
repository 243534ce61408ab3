import { readdirSync } from "node:fs";
import path from "node:path";
import type { Page, Request } from "playwright";
import { expect, test } from "vitest";
import { ask } from "@/components/kit/contract";
import { account } from "@/lib/areas/account/contract";
import { SCOPES } from "@/lib/areas/clients/api-client";
import { merchants } from "@/lib/areas/merchants/contract";
import { programme } from "@/lib/areas/programme/contract";
import { ROLES, type Role } from "@/lib/portal/acts/roles";
import { mayOpen } from "@/lib/portal/may-open";
import { BEHAVIOUR_LANGUAGES } from "@/tests/support/deep";
import { createWallet } from "@/tests/support/ledger";
import { untilTakenOver } from "@/tests/support/portal/browser";
import { leadEverybody } from "@/tests/support/portal/customers";
import { createDeal } from "@/tests/support/portal/deals";
import { startPortal } from "@/tests/support/portal/portal";

/** The one of each kind that the addresses of pages name. */
const ids: Record<string, number> = {};

const portal = startPortal({
  isDemo: true,
  prepare: async (database, { merchantId, branchIds }) => {
    const { prisma, pool } = database;
    const { id: segmentId } = await prisma.segment.findFirstOrThrow();
    const wallet = await createWallet(pool, { segmentId });
    await leadEverybody(database, wallet.id);
    const category = await prisma.category.create({
      data: { nameEn: "Coffee", nameAr: "قهوة", icon: "coffee", sortingNumber: 1 },
    });
    const dealId = await createDeal(database, { merchantId, categoryId: category.id, branchIds });
    const user = await prisma.user.create({
      data: { kind: "technical", name: "Tills", email: "tills@technical.invalid" },
    });
    const client = await prisma.apiClient.create({
      data: { merchantId, userId: user.id, name: "Tills", scopes: [...SCOPES] },
    });
    Object.assign(ids, { walletId: Number(wallet.id), dealId, clientId: client.id });
  },
});

const PAGES = readdirSync("app/(portal)/(shell)", { recursive: true, encoding: "utf8" })
  .filter((file) => path.basename(file) === "page.tsx")
  .map((file) => path.dirname(file).split(path.sep))
  .map((folders) => `/${folders.filter((folder) => !folder.startsWith("(")).join("/")}`)
  // Leads on to the first of the pages to manage.
  .filter((address) => address !== "/manage")
  .sort();

/** What a page asks for after it has come, for it is below what is seen first, or seldom opened. */
const ASKED_LATER: Record<string, readonly { request: string; key: readonly unknown[] }[]> = {
  "/account": [
    { request: "GET account/sessions", key: ask(account.sessions).queryKey },
    { request: "GET account/two-factor", key: ask(account.twoFactor).queryKey },
    { request: "GET account/passkeys", key: ask(account.passkeys).queryKey },
    { request: "GET account/devices", key: ask(account.devices).queryKey },
    { request: "GET account/pin", key: ask(account.pin).queryKey },
  ],
  // The client of these tests is none for tests, so there is nothing to bring, and the browser asks to be told why.
  "/manage/clients/[clientId]/certification": [
    { request: "GET manage/clients/1/certification", key: ["clients", "certification", { clientId: 1 }] },
  ],
  "/manage/deals/answer": [
    { request: "GET manage/deals/answer", key: ["deals", "answer"] },
    { request: "GET manage/deals/choices", key: ["deals", "deskChoices"] },
  ],
  // Points that a wrong clock wrote off are counted in the log, and there are hardly ever any.
  "/manage/programme": [{ request: "GET manage/programme/clock", key: ask(programme.clock).queryKey }],
  "/wallets/[walletId]": [
    { request: "GET wallets/1/referrals", key: ["wallets", "referrals", { walletId: 1 }] },
  ],
};
const API = "/api/portal/";
/** A page of the day asks what has been added as soon as it has come. */
const POLL = /^GET branches\/\d+\/changes$/;
/** That deals were seen is told, after a while, and asks for nothing. */
const TOLD = "POST deals/looks";

/** What the scripts of a page ask of the portal's API until they have nothing more to ask. */
async function requestsOf(page: Page, address: string): Promise<string[]> {
  const asked: string[] = [];
  const note = (request: Request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith(API)) asked.push(`${request.method()} ${pathname.slice(API.length)}`);
  };
  // The page before may still be asking.
  await page.goto("about:blank");
  page.on("request", note);
  await page.goto(address);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  // What is asked at first is asked when React takes the page over.
  await untilTakenOver(page);
  await page.waitForLoadState("networkidle");
  page.off("request", note);
  return asked.filter((request) => !POLL.test(request) && request !== TOLD);
}

const mayBeOpenedBy = (role: Role, page: string) => mayOpen({ role }, page.replace("[walletId]", "1"));

/** Each page is opened by the most powerful of those who may, who sees most of it; a cashier's pages by a cashier as well. */
function opens(role: Role, page: string): boolean {
  const openers = ROLES.filter((one) => mayBeOpenedBy(one, page));
  return openers.at(-1) === role || (role === "cashier" && openers.includes("cashier"));
}

const OPENED = ROLES.filter((role) => PAGES.some((page) => opens(role, page)));

test.each(BEHAVIOUR_LANGUAGES.flatMap((language) => OPENED.map((role) => [role, language] as const)))(
  "no page asks for what came with it, or for anything twice, or is drawn otherwise than it came, opened by a %s, in %s",
  async (role, language) => {
    const page = await portal.as(portal.world.usernames[role], { language });
    // What a page asks again and again is asked of a slow machine before the page is ready.
    await page.addInitScript(() => {
      window.setInterval = (() => 0) as unknown as typeof window.setInterval;
    });
    for (const address of PAGES.filter((address) => opens(role, address))) {
      const path = address.replace(/\[(\w+)\]/, (_, name: string) => String(ids[name]));
      const asked = await requestsOf(page, path);
      const later = ASKED_LATER[address] ?? [];
      const unexpected = asked.filter((request) => !later.some((known) => known.request === request));
      expect({ address, unexpected }).toEqual({ address, unexpected: [] });
      expect({ address, asked }).toEqual({ address, asked: [...new Set(asked)] });
      const html = await (await page.request.get(path)).text();
      for (const { request, key } of later)
        if (asked.includes(request)) expect(brings(html, key), `${address} brings ${request}`).toBe(false);
    }
  },
  240_000,
);

test("what comes with a page would be found in it", async () => {
  const page = await portal.as("programme_operator");
  const html = await (await page.request.get("/manage/merchants")).text();
  expect(brings(html, ask(merchants.list).queryKey)).toBe(true);
});

/**
 * Whether a page's HTML carries what is kept under a key. It is a text within a text; a long one stands in a chunk of its own, and
 * is quoted once less.
 */
function brings(html: string, key: readonly unknown[]): boolean {
  const once = quoted(JSON.stringify({ queryKey: key }).slice(1, -2));
  return html.includes(once) || html.includes(quoted(once));
}

function quoted(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

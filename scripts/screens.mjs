import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { build as bundle } from "esbuild";

/**
 * Pages and scenes for `node scripts/screenshots.mjs`. Every page of the portal is among them by itself: the pages are found where they are
 * built, and who may open them in the portal's own list. States of a page after an act are scenes, listed here.
 */
const PORTAL = "app/(portal)";

/** Wallets and a branch that the demo data promises. */
const PLAIN = "100001";
const WITH_PIN = { code: "100002", pin: "1234" };
const SUSPENDED = "100004";
/** Two customers of the demo data, as of one family, can be reached under it. */
const SHARED_MOBILE = "01110003109";
/** The wallet with the PIN has things to refund and to void. */
const KNOWN = { "/wallets/[walletId]": "/wallets/2" };

/**
 * The pages, each as the role with the least power that may open it. One with a parameter that is not known is `linked`:
 * the first link of its list leads there.
 */
export async function listPages() {
  const { ROLES, mayOpen } = await loadNavigation();
  return findPages(PORTAL)
    .map((folders) => folders.filter((folder) => !folder.startsWith("(")))
    .filter((folders) => !["sign-in"].includes(folders[0]))
    .map((folders) => {
      const address = `/${folders.join("/")}`;
      return {
        name: folders.map((folder) => folder.replace(/\W/g, "")).join("-"),
        as: ROLES.find((role) => mayOpen(role, address)),
        ...(address.includes("[") && !KNOWN[address]
          ? { linked: address }
          : { path: KNOWN[address] ?? address }),
      };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

function findPages(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((file) => path.basename(file) === "page.tsx")
    .map((file) => path.dirname(file).split(path.sep));
}

/** The portal's own list of pages and roles, which is TypeScript. */
async function loadNavigation() {
  const { outputFiles } = await bundle({
    stdin: {
      contents: `export { ROLES } from "@/lib/portal/acts/roles"; export { mayOpen } from "@/lib/portal/may-open";`,
      resolveDir: path.resolve("."),
    },
    bundle: true,
    format: "esm",
    write: false,
    logLevel: "warning",
  });
  const [{ text }] = outputFiles;
  return import(`data:text/javascript,${encodeURIComponent(text)}`);
}

/**
 * States of pages after an act. `act` does it; `say` gives the portal's own words in the language of the picture, and `round` counts the
 * pictures of the scene, so that no two sales are alike.
 */
export const SCENES = [
  { name: "sign-in", path: "/sign-in", as: null },
  {
    name: "sign-in-refused",
    path: "/sign-in",
    as: null,
    async act(page, { say }) {
      await page.getByLabel(say("signIn.username")).fill("nobody");
      await page.getByLabel(say("signIn.password"), { exact: true }).fill("not this one");
      await page.keyboard.press("Enter");
      await page.getByRole("alert").first().waitFor();
    },
  },
  { name: "not-found", path: "/no-such-page", as: "cashier" },
  { name: "forbidden", path: "/manage", as: "cashier" },
  { name: "today-supervisor", path: "/today", as: "supervisor" },
  { name: "today-all-branches", path: "/today?branchId=all", as: "supervisor" },
  { name: "today-nothing-found", path: "/today?text=nothing", as: "cashier" },
  {
    name: "today-report-80mm",
    path: "/today/report",
    as: "cashier",
    async act(page, { say }) {
      await page.getByRole("radio", { name: say("today.report.roll") }).check({ force: true });
    },
  },
  {
    name: "today-report-on-paper",
    path: "/today/report",
    as: "supervisor",
    act: (page) => page.emulateMedia({ media: "print" }),
  },
  {
    name: "today-entry",
    path: "/today",
    as: "cashier",
    isWindowOnly: true,
    act: openFirstEntry,
  },
  {
    name: "wallet-entry",
    path: KNOWN["/wallets/[walletId]"],
    as: "supervisor",
    isWindowOnly: true,
    act: openFirstEntry,
  },
  {
    name: "wallet-refund",
    path: KNOWN["/wallets/[walletId]"],
    as: "supervisor",
    isWindowOnly: true,
    act: (page, told) => openAct(page, told, "refund"),
  },
  {
    // An entry of an earlier business day cannot be voided any more: points are given first.
    name: "till-void",
    path: "/till",
    as: "cashier",
    isWindowOnly: true,
    async act(page, told) {
      await reward(page, { ...told, round: 80 + told.round });
      await find(page, PLAIN);
      await page.keyboard.press("F8");
      await page.getByRole("dialog").getByRole("link").first().click();
      await openAct(page, told, "cancel");
    },
  },
  { name: "wallet-unknown", path: "/wallets/999999999", as: "cashier" },
  { name: "deals-nothing-found", path: "/deals?text=no-such-deal", as: "cashier" },
  {
    name: "deals-list",
    path: "/deals",
    as: "cashier",
    act: (page) => page.keyboard.press("v"),
    async leave(page) {
      await page.keyboard.press("v");
    },
  },
  { name: "deal-not-available", path: "/deals/2000000000", as: "cashier" },
  {
    name: "shortcuts",
    path: "/till",
    as: "supervisor",
    isWindowOnly: true,
    async act(page) {
      await page.keyboard.press("F1");
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "palette",
    path: "/home",
    as: "merchant_admin",
    isWindowOnly: true,
    async act(page) {
      await page.keyboard.press("Control+k");
      await page.getByRole("option").first().waitFor();
    },
  },
  {
    name: "palette-found",
    path: "/home",
    as: "merchant_admin",
    isWindowOnly: true,
    async act(page) {
      await page.keyboard.press("Control+k");
      await page.keyboard.type("de");
      await page.getByRole("option").first().waitFor();
    },
  },
  {
    name: "account-menu",
    path: "/till",
    as: "supervisor",
    isWindowOnly: true,
    async act(page, { say }) {
      await page.getByRole("button", { name: new RegExp(`^${say("shell.accountMenu")}`) }).click();
      await page.getByRole("menu").waitFor();
    },
  },
  {
    name: "offline",
    path: "/till",
    as: "cashier",
    isWindowOnly: true,
    async act(page, { say }) {
      await page.context().setOffline(true);
      await page.getByText(say("shell.offlineTitle")).first().waitFor();
    },
    leave: (page) => page.context().setOffline(false),
  },
  { name: "till-wallet", path: "/till", as: "cashier", act: (page) => find(page, PLAIN) },
  { name: "till-wallet-suspended", path: "/till", as: "cashier", act: (page) => look(page, SUSPENDED) },
  { name: "till-unknown", path: "/till", as: "cashier", act: (page) => look(page, "no-such-wallet") },
  { name: "till-candidates", path: "/till", as: "cashier", act: (page) => look(page, SHARED_MOBILE) },
  {
    name: "till-quote",
    path: "/till",
    as: "cashier",
    async act(page, told) {
      await find(page, PLAIN);
      await type(page, told, 150);
    },
  },
  {
    name: "till-refused",
    path: "/till",
    as: "cashier",
    async act(page) {
      await find(page, PLAIN);
      await page.keyboard.press("F4");
      await page.locator("input[name=amount]").fill("900000");
    },
  },
  {
    name: "till-pin",
    path: "/till",
    as: "cashier",
    isWindowOnly: true,
    async act(page, told) {
      await find(page, WITH_PIN.code);
      await page.keyboard.press("F4");
      await type(page, told, 20 + told.round);
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor();
      await page.keyboard.type(WITH_PIN.pin.slice(0, 2));
    },
  },
  {
    name: "till-done-reward",
    path: "/till",
    as: "cashier",
    act: (page, told) => reward(page, told),
  },
  {
    name: "till-done-redemption",
    path: "/till",
    as: "cashier",
    async act(page, told) {
      await find(page, WITH_PIN.code);
      await page.keyboard.press("F4");
      await type(page, told, 30 + told.round);
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor();
      // Faster, it would be a scanner, and none answers this dialog.
      await page.keyboard.type(WITH_PIN.pin, { delay: 60 });
      await page.keyboard.press("Enter");
      await page.getByText(told.say("till.done.balance")).waitFor();
    },
  },
  {
    name: "till-undo",
    path: "/till",
    as: "cashier",
    isWindowOnly: true,
    async act(page, told) {
      await reward(page, { ...told, round: 50 + told.round });
      await page.keyboard.press("F8");
      await page.getByRole("alertdialog").or(page.getByRole("dialog")).waitFor();
    },
  },
  {
    name: "session-ended",
    path: "/account",
    as: "cashier",
    isWindowOnly: true,
    async act(page, { say }) {
      // The service no longer knows this session: the page finds out with the next thing it asks for.
      await page.context().clearCookies({ name: /session/ });
      for (const field of ["currentPassword", "newPassword", "repeatPassword"])
        await page
          .getByLabel(say(`account.${field}`), { exact: true })
          .fill(field === "currentPassword" ? "cashier-demo" : "blue lamps by the river");
      await page.keyboard.press("Enter");
      await page.getByRole("alertdialog").waitFor();
    },
  },
  ...["80", "58"].flatMap((paper) =>
    ["en", "ar", "both"].map((language) => ({
      name: `receipt-${paper}-${language}`,
      path: `/receipt/latest?paper=${paper}&language=${language}`,
      as: "cashier",
      onlyOnce: true,
    })),
  ),
];

/** Looks a customer up at the till. */
async function look(page, text) {
  await page.locator("input[name=wallet]").fill(text);
  await page.keyboard.press("Enter");
}

async function openFirstEntry(page) {
  await page.locator("main table a").locator("visible=true").first().click();
  await page.getByRole("dialog").waitFor();
}

async function find(page, walletCode) {
  await look(page, walletCode);
  await page.locator("input[name=amount]").waitFor();
}

/** Begins to give back or to void the newest entry in a wallet's history that can be. */
async function openAct(page, { say }, act) {
  const [beginning] = say(`entries.acts.${act}Of`).split("{");
  await page
    .getByRole("button", { name: new RegExp(`^${beginning}`) })
    .first()
    .click();
  await page.getByRole("dialog").getByText(say("entries.acts.newBalance")).waitFor();
}

/** Types an amount and waits for what the service says will come of it. */
async function type(page, { say }, amount) {
  await page.locator("input[name=amount]").fill(String(amount));
  await page.getByText(say("till.quote.balanceAfter")).waitFor();
}

async function reward(page, told) {
  await find(page, PLAIN);
  await type(page, told, 110 + told.round);
  await page.locator("input[name=amount]").press("Enter");
  await page.getByText(told.say("till.done.balance")).waitFor();
}

/** The portal's texts in a language: `say("till.done.balance")`. */
export function speaker(language) {
  const texts = new Map();
  return (key) => {
    const [namespace, ...names] = key.split(".");
    const file = `messages/${language}/${namespace}.json`;
    if (!existsSync(file)) throw new Error(`There are no texts ${namespace}.`);
    if (!texts.has(namespace)) texts.set(namespace, JSON.parse(readFileSync(file, "utf8")));
    const text = names.reduce((part, name) => part?.[name], texts.get(namespace));
    if (typeof text !== "string") throw new Error(`There is no text ${key}.`);
    // A noun of the domain: see messages/nouns.ts.
    return /^=\w+$/.test(text) ? speaker(language)(`nouns.${text.slice(1)}`) : text;
  };
}

import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import {
  expectAccessible,
  expectNoSidewaysScrolling,
  openPage,
  type PageOptions,
  startBrowser,
  type WatchedPage,
} from "@/tests/support/portal/browser";
import { createPortalWorld, TEST_PASSWORD } from "@/tests/support/portal/world";
import { type RunningServer, startServer } from "@/tests/support/server";

let database: TestDatabase;
let server: RunningServer;
let browser: Browser;
const opened: WatchedPage[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await createPortalWorld(database);
  server = await startServer({ env: { DATABASE_URL: database.url, DEMO_DATA: "off" } });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await database?.drop();
});
beforeEach(async () => {
  await database.prisma.signInAttempt.deleteMany();
  await database.prisma.session.deleteMany();
  await database.prisma.user.updateMany({ data: { locale: null, theme: null, density: null } });
});
afterEach(async () => {
  const complaints = opened.flatMap((watched) => watched.complaints);
  await Promise.all(opened.splice(0).map(({ context }) => context.close()));
  expect(complaints).toEqual([]);
});

async function open(options: PageOptions = {}): Promise<Page> {
  const watched = await openPage(browser, server.url, options);
  opened.push(watched);
  return watched.page;
}

const WORDS = {
  en: { username: "User name", password: "Password", submit: "Sign in", till: "Till", account: "Account" },
  ar: {
    username: "اسم المستخدم",
    password: "كلمة المرور",
    submit: "تسجيل الدخول",
    till: "نقطة البيع",
    account: "الحساب",
  },
} as const;

async function signIn(
  page: Page,
  username: string,
  { password = TEST_PASSWORD, path = "/" } = {},
): Promise<void> {
  await page.goto(path);
  const words = WORDS[(await page.getAttribute("html", "lang")) as "en" | "ar"];
  await page.getByLabel(words.username).fill(username);
  await page.getByLabel(words.password, { exact: true }).fill(password);
  await page.getByRole("button", { name: words.submit }).click();
}

async function signedIn(username: string, path = "/account", options: PageOptions = {}): Promise<Page> {
  const page = await open(options);
  await signIn(page, username, { path });
  await page.waitForURL(`**${path}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
}

const direction = (page: Page) => page.evaluate(() => getComputedStyle(document.body).direction);
const background = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

describe("signing in", () => {
  test("is asked of everybody, and leads back to the page that was wanted", async () => {
    const page = await open();
    await page.goto("/deals?category=3");
    expect(new URL(page.url()).pathname).toBe("/sign-in");
    await signIn(page, "cashier", { path: page.url() });
    await page.waitForURL("**/deals?category=3");
    await expect.poll(() => page.title()).toBe("Deals · Points");
  });

  test("with a wrong password says so in the page's language, and keeps what was typed", async () => {
    const page = await open({ language: "ar" });
    await signIn(page, "cashier", { password: "wrong password" });
    await page.getByRole("alert").getByText("اسم المستخدم أو كلمة المرور غير صحيحة").waitFor();
    expect(await page.getByLabel(WORDS.ar.username).inputValue()).toBe("cashier");
    await page.getByRole("button", { name: "English" }).click();
    await page.getByRole("alert").getByText("The user name or the password is not correct").waitFor();
  });

  test("with nothing typed asks for both fields", async () => {
    const page = await open();
    await page.goto("/sign-in");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Fill in this field").first().waitFor();
    expect(await page.getByText("Fill in this field").count()).toBe(2);
    expect(await page.getByLabel("User name").getAttribute("aria-invalid")).toBe("true");
  });

  test("works by keyboard alone, from the focus in the first field", async () => {
    const page = await open();
    await page.goto("/sign-in");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("name")))
      .toBe("username");
    await page.keyboard.type("supervisor");
    await page.keyboard.press("Tab");
    await page.keyboard.type(TEST_PASSWORD);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/till");
  });

  test("offers no demo accounts where there is no demo data", async () => {
    const page = await open();
    await page.goto("/sign-in");
    expect(await page.getByText("Demo accounts").count()).toBe(0);
  });

  test("ends with signing out: going back shows nothing", async () => {
    const page = await signedIn("cashier");
    await page.getByRole("button", { name: /^Account menu/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.waitForURL("**/sign-in");
    await page.goto("/account");
    expect(new URL(page.url()).pathname).toBe("/sign-in");
  });
});

describe("the navigation", () => {
  test.each([
    ["cashier", ["Till", "Today", "Deals"]],
    ["supervisor", ["Till", "Today", "Wallets", "Deals", "Reports"]],
    ["merchant_admin", ["Till", "Today", "Wallets", "Deals", "Reports", "Manage"]],
    ["programme_operator", ["Wallets", "Deals", "Reports", "Manage"]],
  ])("of a %s shows their pages, and they open", async (role, pages) => {
    const page = await signedIn(role);
    const navigation = page.getByRole("navigation", { name: "Main navigation" }).locator("visible=true");
    expect(await navigation.getByRole("link").allTextContents()).toEqual(pages);
    for (const name of pages) {
      await navigation.getByRole("link", { name }).click();
      // Managing opens with its first area.
      const heading = name === "Manage" ? "Deals" : name;
      await page.getByRole("heading", { level: 1, name: heading }).waitFor();
      await expect.poll(() => page.title()).toBe(`${heading} · Points`);
      expect(await navigation.locator("[aria-current=page]").allTextContents()).toEqual([name]);
    }
  });

  test("does not keep a role from being told when a page is not theirs", async () => {
    const page = await signedIn("cashier");
    await page.goto("/manage");
    await page.getByRole("heading", { name: "This page is not for your role" }).waitFor();
    await page.getByRole("link", { name: "To the start page" }).click();
    await page.waitForURL("**/till");
  });

  test("answers an unknown address with a page of its own", async () => {
    const page = await signedIn("cashier");
    await page.goto("/no-such-page");
    await page.getByRole("heading", { name: "There is no such page" }).waitFor();
  });

  test("lets those with several branches choose, and remembers it on the device", async () => {
    const page = await signedIn("supervisor");
    await page.getByRole("button", { name: /Branch 1/ }).click();
    expect(await page.getByRole("option").allTextContents()).toEqual(["Branch 1", "Branch 2"]);
    await page.getByRole("option", { name: "Branch 2" }).click();
    await page.getByText("You now work for Branch 2").waitFor();
    await page.reload();
    await page.getByRole("button", { name: /Branch 2/ }).waitFor();
  });
});

describe("the language", () => {
  test("changes on the spot: direction, title and texts, and what was typed stays", async () => {
    const page = await signedIn("cashier");
    await page.getByLabel("Current password").fill("half typed");
    await page.getByRole("button", { name: "العربية" }).click();
    await page.getByRole("heading", { level: 1, name: "الحساب" }).waitFor();
    expect(await page.getByLabel("كلمة المرور الحالية").inputValue()).toBe("half typed");
    expect(await page.getAttribute("html", "lang")).toBe("ar");
    expect(await page.getAttribute("html", "dir")).toBe("rtl");
    expect(await direction(page)).toBe("rtl");
    await expect.poll(() => page.title()).toBe("الحساب · نقاط");
    const mark = await page.getByText("نقاط", { exact: true }).boundingBox();
    const menu = await page.getByRole("button", { name: /^قائمة الحساب/ }).boundingBox();
    expect(mark?.x).toBeGreaterThan(menu?.x ?? Number.POSITIVE_INFINITY);
  });

  test("comes with the user to the next device", async () => {
    const page = await signedIn("programme_operator");
    await page.getByRole("button", { name: "العربية" }).click();
    await page.getByRole("heading", { level: 1, name: "الحساب" }).waitFor();
    await expect
      .poll(
        async () =>
          (await database.prisma.user.findUnique({ where: { username: "programme_operator" } }))?.locale,
      )
      .toBe("ar");
    const elsewhere = await signedIn("programme_operator", "/account", { language: "en" });
    expect(await direction(elsewhere)).toBe("rtl");
  });

  test("is the browser's own until one is chosen", async () => {
    const page = await open({ context: { locale: "ar-EG" } });
    await page.context().clearCookies();
    await page.goto("/sign-in");
    expect(await page.getAttribute("html", "lang")).toBe("ar");
  });
});

describe("the theme", () => {
  test("changes at once and is right from the first byte afterwards", async () => {
    const page = await signedIn("supervisor");
    const light = await background(page);
    await page.getByRole("radio", { name: "Dark" }).check({ force: true });
    await expect.poll(() => background(page)).not.toBe(light);
    const html = await (await page.request.get("/account")).text();
    expect(html).toMatch(/<html[^>]*data-theme="dark"/);
  });

  test("follows the device where nothing was chosen", async () => {
    const page = await open({ context: { colorScheme: "dark" } });
    await page.context().clearCookies();
    await page.goto("/sign-in");
    const dark = await background(page);
    await page.emulateMedia({ colorScheme: "light" });
    await expect.poll(() => background(page)).not.toBe(dark);
  });
});

describe("a session that ends under the page", () => {
  test("asks for the password and goes on with what was typed", async () => {
    const page = await signedIn("merchant_admin");
    await page.getByLabel("New password", { exact: true }).fill("half typed");
    await database.prisma.session.deleteMany({ where: { user: { username: "merchant_admin" } } });
    await page.getByRole("radio", { name: "Compact" }).check({ force: true });
    await page.getByRole("button", { name: "Change password" }).click({ trial: true });
    await page.getByLabel("New password, once more").fill("half typed");
    await page.getByRole("button", { name: "Change password" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Your session has ended" });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await expectAccessible(page);
    await dialog.getByLabel(/^Password/).fill("wrong password");
    await page.keyboard.press("Enter");
    await dialog.getByText("The user name or the password is not correct").waitFor();
    await dialog.getByLabel(/^Password/).fill(TEST_PASSWORD);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    expect(await page.getByLabel("New password", { exact: true }).inputValue()).toBe("half typed");
    await page.getByText("This device").waitFor();
  });
});

describe("the account", () => {
  test("changes the password and ends the other sessions", async () => {
    const here = await signedIn("supervisor");
    const there = await signedIn("supervisor");
    await here.getByLabel("Current password").fill("not this one");
    await here.getByLabel("New password", { exact: true }).fill("a longer and newer one");
    await here.getByLabel("New password, once more").fill("a longer and other one");
    await here.getByRole("button", { name: "Change password" }).click();
    await here.getByText("The two new passwords are not the same").waitFor();
    await here.getByLabel("New password, once more").fill("a longer and newer one");
    await here.getByRole("button", { name: "Change password" }).click();
    await here.getByText("This is not your current password").waitFor();
    await here.getByLabel("Current password").fill(TEST_PASSWORD);
    await here.getByRole("button", { name: "Change password" }).click();
    await here.getByText("Your password was changed").waitFor();
    await here.reload();
    await here.getByRole("heading", { level: 1, name: "Account" }).waitFor();
    await there.goto("/account");
    expect(new URL(there.url()).pathname).toBe("/sign-in");
    await database.prisma.account.updateMany({
      where: { user: { username: "supervisor" } },
      data: {
        password: (
          await database.prisma.account.findFirstOrThrow({ where: { user: { username: "cashier" } } })
        ).password,
      },
    });
  });

  test("shows where the user is signed in and signs out elsewhere", async () => {
    const here = await signedIn("cashier");
    const there = await signedIn("cashier");
    await here.reload();
    await here.getByRole("button", { name: "Sign out everywhere else" }).click();
    await here.getByText(/Signed out on/).waitFor();
    expect(await here.getByRole("row").count()).toBe(2);
    await there.goto("/account");
    expect(new URL(there.url()).pathname).toBe("/sign-in");
  });
});

describe("by keyboard", () => {
  test("every shortcut is shown when asked for, and takes one to the pages", async () => {
    const page = await signedIn("supervisor");
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await help.getByText("Go to Deals").waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await help.waitFor({ state: "detached" });
    await page.keyboard.press("g");
    await page.keyboard.press("d");
    await page.waitForURL("**/deals");
  });

  test("letters typed into a field are letters, and F1 helps even there", async () => {
    const page = await signedIn("cashier");
    await page.getByLabel("Current password").focus();
    await page.keyboard.type("gd?");
    expect(await page.getByLabel("Current password").inputValue()).toBe("gd?");
    expect(new URL(page.url()).pathname).toBe("/account");
    await page.keyboard.press("F1");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  });

  test("the first Tab leads past the navigation", async () => {
    const page = await signedIn("cashier");
    await page.reload();
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to content");
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
  });

  test("the account menu opens, closes and gives the focus back", async () => {
    const page = await signedIn("cashier");
    const button = page.getByRole("button", { name: /^Account menu/ });
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Sign out" }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

test("a lost connection is told, and told to be over", async () => {
  const page = await signedIn("cashier");
  await page.context().setOffline(true);
  await page.getByText("No connection.").waitFor();
  await page.context().setOffline(false);
  await page.getByText("No connection.").waitFor({ state: "detached" });
});

describe.each(["en", "ar"] as const)("in %s", (language) => {
  describe.each(["light", "dark"] as const)("and %s", (theme) => {
    test.each(["desktop", "phone"] as const)(
      "no page breaks a rule of accessibility on a %s",
      async (viewport) => {
        const page = await open({ language, theme, viewport });
        await page.goto("/sign-in");
        await page.getByLabel(WORDS[language].username).waitFor();
        await expectAccessible(page);
        await expectNoSidewaysScrolling(page);
        await signIn(page, "merchant_admin", { path: "/account" });
        await page.getByRole("heading", { level: 1, name: WORDS[language].account }).waitFor();
        await page.getByRole("row").nth(1).waitFor();
        await expectAccessible(page);
        await expectNoSidewaysScrolling(page);
        for (const path of ["/till", "/manage", "/no-such-page"]) {
          await page.goto(path);
          await page.getByRole("heading", { level: 1 }).waitFor();
          await expectAccessible(page);
          await expectNoSidewaysScrolling(page);
        }
        expect(await page.getAttribute("html", "dir")).toBe(language === "ar" ? "rtl" : "ltr");
      },
    );
  });
});

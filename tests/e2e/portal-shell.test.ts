import type { Page } from "playwright";
import { beforeEach, describe, expect, test } from "vitest";
import { expectAccessible, type PageOptions, untilTakenOver } from "@/tests/support/portal/browser";
import { startPortal } from "@/tests/support/portal/portal";
import { TEST_PASSWORD } from "@/tests/support/portal/world";

const portal = startPortal();

const WORDS = {
  en: { username: "User name", account: "Account" },
  ar: { username: "اسم المستخدم", account: "الحساب" },
} as const;

const signedIn = (username: string, options?: PageOptions) => portal.signedIn(username, "/account", options);

const direction = (page: Page) => page.evaluate(() => getComputedStyle(document.body).direction);
const background = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

describe("signing in", () => {
  test("is asked of everybody, and leads back to the page that was wanted", async () => {
    const page = await portal.open();
    await page.goto("/deals?category=3");
    expect(new URL(page.url()).pathname).toBe("/sign-in");
    await portal.signIn(page, "cashier");
    await page.waitForURL("**/deals?category=3");
    await expect.poll(() => page.title()).toBe("Deals · Points");
  });

  test("with a wrong password says so in the page's language, and keeps what was typed", async () => {
    const page = await portal.open({ language: "ar" });
    await page.goto("/sign-in");
    await portal.signIn(page, "cashier", "wrong password");
    await page.getByRole("alert").getByText("اسم المستخدم أو كلمة المرور غير صحيحة").waitFor();
    expect(await page.getByLabel(WORDS.ar.username).inputValue()).toBe("cashier");
    await page.getByRole("button", { name: "English" }).click();
    await page.getByRole("alert").getByText("The user name or the password is not correct").waitFor();
  });

  test("with nothing typed asks for both fields, and without demo data offers no demo accounts", async () => {
    const page = await portal.open();
    await page.goto("/sign-in");
    expect(await page.getByText("Demo accounts").count()).toBe(0);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page
      .getByText(/^Fill in “/)
      .first()
      .waitFor();
    expect(await page.getByText(/^Fill in “/).count()).toBe(2);
    expect(await page.getByLabel("User name").getAttribute("aria-invalid")).toBe("true");
  });

  test("works by keyboard alone, from the focus in the first field", async () => {
    const page = await portal.open();
    await page.goto("/sign-in");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("name")))
      .toBe("username");
    await page.keyboard.type("supervisor");
    await page.keyboard.press("Tab");
    await page.keyboard.type(TEST_PASSWORD);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/home");
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
    ["supervisor", ["Home", "Till", "Customers", "Deals", "Reports", "Requests", "Settings"]],
    ["merchant_admin", ["Home", "Till", "Customers", "Offers", "Reports", "Requests", "Settings"]],
    ["programme_operator", ["Home", "Customers", "Offers", "Reports", "Requests", "Settings"]],
  ])("of a %s shows their pages, and they open", async (role, pages) => {
    const page = await signedIn(role);
    const navigation = page.getByRole("navigation", { name: "Main navigation" }).locator("visible=true");
    expect(await navigation.getByRole("link").allTextContents()).toEqual(pages);
    for (const name of pages) {
      await navigation.getByRole("link", { name }).click();
      // Settings open with the role's first area, offers with the deals; today is called by the day's own name.
      const settings = { supervisor: "Tills", merchant_admin: "Branches" }[role] ?? "Merchants";
      const title = { Settings: settings, Offers: "Deals" }[name] ?? name;
      await page.getByRole("heading", { level: 1, name: name === "Today" ? /day,? \d/ : title }).waitFor();
      await expect.poll(() => page.title()).toBe(`${title} · Points`);
      expect(await navigation.locator("[aria-current=page]").allTextContents()).toEqual([name]);
    }
  });

  test("tells a role when a page is not theirs, and everybody when there is none", async () => {
    const page = await portal.signedIn("cashier", "/manage");
    await page.getByRole("heading", { name: "This page is not for your role" }).waitFor();
    await page.getByText("If you need it, ask your merchant admin.").waitFor();
    await page.getByRole("link", { name: "To the start page" }).click();
    await page.waitForURL("**/till");
    await page.goto("/no-such-page");
    await page.getByRole("heading", { name: "There is no such page" }).waitFor();
  });

  test("lets those with several branches choose, and remembers it on the device", async () => {
    const page = await signedIn("supervisor");
    await page.getByRole("button", { name: /Branch 1/ }).click();
    await page.getByRole("option").first().waitFor();
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
    await expect.poll(() => page.getByLabel("كلمة المرور الحالية").inputValue()).toBe("half typed");
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
          (await portal.database.prisma.user.findUnique({ where: { username: "programme_operator" } }))
            ?.locale,
      )
      .toBe("ar");
    const elsewhere = await portal.open({ language: "en" });
    await elsewhere.goto("/account");
    await portal.signIn(elsewhere, "programme_operator");
    await elsewhere.getByRole("heading", { level: 1, name: "الحساب" }).waitFor();
    expect(await direction(elsewhere)).toBe("rtl");
  });

  test("is the browser's own until one is chosen", async () => {
    const page = await portal.open({ context: { locale: "ar-EG" } });
    await page.context().clearCookies();
    await page.goto("/sign-in");
    expect(await page.getAttribute("html", "lang")).toBe("ar");
  });
});

describe("the theme", () => {
  test("changes at once and is right from the first byte afterwards", async () => {
    const page = await signedIn("supervisor");
    // Marking a choice is the browser's alone until the scripts have come.
    await untilTakenOver(page);
    const light = await background(page);
    await page.getByRole("radio", { name: "Dark" }).check({ force: true });
    await expect.poll(() => background(page)).not.toBe(light);
    const html = await (await page.request.get("/account")).text();
    expect(html).toMatch(/<html[^>]*data-theme="dark"/);
  });

  test("follows the device where nothing was chosen", async () => {
    const page = await portal.open({ context: { colorScheme: "dark" } });
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
    await untilTakenOver(page);
    await page.getByLabel("Current password").fill(TEST_PASSWORD);
    await page.getByLabel("New password", { exact: true }).fill("half typed");
    await page.getByLabel("New password, once more").fill("half typed");
    await portal.database.prisma.session.deleteMany({ where: { user: { username: "merchant_admin" } } });
    await page.getByRole("radio", { name: "Compact" }).check({ force: true });
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
    await page.getByText("This device").first().waitFor();
  });
});

describe("the account", () => {
  beforeEach(async () => {
    await portal.database.prisma.session.deleteMany();
  });

  /** Somebody who has signed in on one more device. */
  const alsoSignedIn = async (username: string) => {
    const page = await portal.open();
    await page.goto("/account");
    await portal.signIn(page, username);
    await page.getByRole("heading", { level: 1, name: "Account" }).waitFor();
    return page;
  };

  test("changes the password and ends the other sessions", async () => {
    const here = await signedIn("supervisor");
    const there = await alsoSignedIn("supervisor");
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
    await portal.database.prisma.account.updateMany({
      where: { user: { username: "supervisor" } },
      data: {
        password: (
          await portal.database.prisma.account.findFirstOrThrow({ where: { user: { username: "cashier" } } })
        ).password,
      },
    });
  });

  test("shows where the user is signed in and signs out elsewhere", async () => {
    const here = await signedIn("cashier");
    const there = await alsoSignedIn("cashier");
    await here.reload();
    await here.getByRole("button", { name: "Sign out everywhere else" }).click();
    await here.getByText(/Signed out on/).waitFor();
    const sessions = here.getByRole("table", { name: "Where you are signed in" });
    expect(await sessions.getByRole("row").count()).toBe(2);
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
    await expect.poll(() => page.getByLabel("Current password").inputValue()).toBe("gd?");
    expect(new URL(page.url()).pathname).toBe("/account");
    await page.keyboard.press("F1");
    const help = page.getByRole("dialog", { name: "Help" });
    await help.getByText("Serve a customer", { exact: true }).waitFor();
    await expectAccessible(page);
    await help.getByText("Supervisor", { exact: true }).click();
    await help.getByText("Help for supervisors", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await help.waitFor({ state: "detached" });
    expect(await page.getByLabel("Current password").inputValue()).toBe("gd?");
  });

  test("the first Tab leads past the navigation", async () => {
    const page = await signedIn("cashier");
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

test("a lost connection and its return are shown", async () => {
  const page = await signedIn("cashier");
  await page.context().setOffline(true);
  await page.getByText("No connection.").waitFor();
  await page.context().setOffline(false);
  await page.getByText("No connection.").waitFor({ state: "detached" });
});

import type { Page, Request } from "playwright";
import { expect, test } from "vitest";
import { messages as ar } from "@/messages/ar";
import { messages as en } from "@/messages/en";
import { expectAccessible, expectToFit, holdScripts, untilTakenOver } from "@/tests/support/portal/browser";
import { startPortal } from "@/tests/support/portal/portal";
import { workTill } from "@/tests/support/portal/work-till";

const portal = startPortal();
const TEXTS = { en, ar } as const;

const palette = (page: Page, { commands }: typeof en) =>
  page.getByRole("dialog", { name: commands.palette.title });
const chosen = (page: Page) => page.locator("[role=option][aria-selected=true]");

/** Opens the palette by its keys and types. */
async function type(page: Page, texts: typeof en, text: string): Promise<void> {
  await page.keyboard.press("Control+k");
  const field = palette(page, texts).getByRole("combobox");
  await field.waitFor();
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type(text);
}

test.each([
  ["en", "العربية", "staf", "branch 2", "Branch 2"],
  ["ar", "English", "الموظفن", "فرع ٢", "فرع 2"],
] as const)(
  "an admin begins at home and goes everywhere from the keyboard, in %s",
  async (language, otherLanguage, typedPage, typedBranch, branch) => {
    const texts = TEXTS[language] as typeof en;
    const { commands, home, pages, staff, shell, webhooks } = texts;
    const wallet = await workTill(portal, async (till) => {
      const made = await till.wallet(`Farouk Samy ${language}`);
      // Where no points have moved, the first steps stand at home.
      await till.post(till.commands.reward(made, language === "en" ? 10 : 20));
      return made;
    });
    const page = await portal.open({ language });
    await page.goto("/sign-in");
    await portal.signIn(page, "merchant_admin");
    await page.waitForURL("**/home");
    await page.getByRole("heading", { level: 1, name: pages.home }).waitFor();
    await page.getByRole("heading", { level: 3, name: home.nothing }).waitFor();
    await page.getByRole("heading", { level: 3, name: home.figures.customers }).waitFor();
    await expectAccessible(page);
    await expectToFit(page);

    // A form, without its page's list and button; a person types at once.
    await page.getByRole("link", { name: commands.acts.newWebhook }).click();
    const form = page.getByRole("dialog", { name: webhooks.addTitle });
    await form.waitFor();
    const url = form.getByLabel(webhooks.url);
    await expect.poll(() => url.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press("Escape");
    await form.waitFor({ state: "detached" });

    // A page by a slip of the pen, and by nothing but keys.
    await type(page, texts, typedPage);
    await expect.poll(() => chosen(page).textContent()).toContain(staff.title);
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/manage/staff");

    // A branch by its name, with the digits of either language; an act that begins on its page.
    await type(page, texts, typedBranch);
    await palette(page, texts).getByRole("group", { name: commands.palette.groups.branches }).waitFor();
    await palette(page, texts).getByRole("option", { name: branch, exact: true }).click();
    await page.waitForURL("**/manage/branches?text=*");
    await type(page, texts, commands.acts.invite);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByLabel(staff.name, { exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe("");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });

    // A wallet is asked for when that is chosen, and counted as one look.
    const looks = () => portal.database.prisma.walletView.count();
    const before = await looks();
    await type(page, texts, wallet.walletCode);
    expect(await looks()).toBe(before);
    await palette(page, texts)
      .getByRole("group", { name: commands.palette.groups.wallets })
      .getByRole("option")
      .click();
    await page.waitForURL(`**/wallets/${wallet.id}`);
    expect(await looks()).toBeGreaterThan(before);

    // What was used is offered first; the device keeps numbers of it, and nobody's name, code or number.
    await page.keyboard.press("Control+k");
    const recent = palette(page, texts).getByRole("group", { name: commands.palette.groups.recent });
    await recent.getByRole("option").first().waitFor();
    await expect.poll(() => recent.getByRole("option").allTextContents()).toHaveLength(4);
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(kept).toContain(`\\"id\\":${wallet.id}`);
    for (const secret of ["Farouk", wallet.walletCode, "Branch 2", "فرع"]) expect(kept).not.toContain(secret);
    await page.keyboard.press("Control+k");
    await palette(page, texts).waitFor({ state: "detached" });

    // The same list is what the help shows, and what the menu does.
    await page.keyboard.press("?");
    await page.getByRole("dialog").getByText(shell.commands).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await type(page, texts, otherLanguage);
    await expect.poll(() => chosen(page).textContent()).toContain(otherLanguage);
  },
);

test("a look-up that was given up by Escape leads nowhere when its answer comes", async () => {
  const wallet = await workTill(portal, (till) => till.wallet("Given Up"));
  const page = await portal.signedIn("merchant_admin", "/home");
  await untilTakenOver(page);
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route("**/api/portal/wallets/lookup", async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await type(page, en, wallet.walletCode);
  const asked = page.waitForRequest("**/api/portal/wallets/lookup");
  await page.keyboard.press("Enter");
  const request = await asked;
  // Pages fetch ahead meanwhile.
  const isAsked = (one: Request) => one === request;
  const ended = Promise.race([
    page.waitForEvent("requestfailed", isAsked),
    page.waitForEvent("requestfinished", isAsked),
  ]);
  await page.keyboard.press("Escape");
  await palette(page, en).waitFor({ state: "detached" });
  await ended;
  arrive();
  await page.keyboard.press("Control+k");
  await palette(page, en).waitFor();
  expect(new URL(page.url()).pathname).toBe("/home");
});

test("what is typed while the palette is coming stands in it, and runs no shortcut", async () => {
  const page = await portal.signedIn("merchant_admin", "/home");
  await untilTakenOver(page);
  const arrive = await holdScripts(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("gdstaf");
  arrive();
  const field = palette(page, en).getByRole("combobox");
  await field.waitFor();
  await expect.poll(() => field.inputValue()).toBe("gdstaf");
  expect(new URL(page.url()).pathname).toBe("/home");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await expect.poll(() => field.inputValue()).toBe("");
});

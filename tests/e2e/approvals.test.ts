import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { hashPassword } from "@/lib/portal/session/password";
import { messages as ar } from "@/messages/ar";
import { messages as en } from "@/messages/en";
import { expectAccessible, expectToFit } from "@/tests/support/portal/browser";
import { makeCustomer } from "@/tests/support/portal/customers";
import { startPortal } from "@/tests/support/portal/portal";
import { workTill } from "@/tests/support/portal/work-till";
import { TEST_PASSWORD } from "@/tests/support/portal/world";

const portal = startPortal({
  prepare: async ({ prisma }, { merchantId, foreignMerchantId }) => {
    const password = await hashPassword(TEST_PASSWORD);
    const hire = async (username: string, name: string, merchantId: number) => {
      const { id } = await prisma.user.create({
        data: { name, email: `${username}@portal.invalid`, username, role: "merchant_admin", merchantId },
      });
      await prisma.account.create({
        data: { userId: id, accountId: String(id), providerId: "credential", password },
      });
    };
    await hire("second_admin", "Mona Adel", merchantId);
    await hire("lonely_admin", "Omar Lotfy", foreignMerchantId);
  },
});

const TEXTS = { en, ar } as const;

const walletOf = (name: string) => workTill(portal, ({ wallet }) => wallet(name));
const navigation = (page: Page, language: keyof typeof TEXTS) =>
  page
    .getByRole("navigation", { name: TEXTS[language].shell.mainNavigation })
    .locator("visible=true")
    .getByRole("link", { name: TEXTS[language].pages.requests });

/** Asks for points on the wallet's own page. */
async function ask(page: Page, { acts }: (typeof en)["wallets"]["desk"]): Promise<void> {
  await page.getByRole("button", { name: acts.menu }).click();
  await page.getByRole("menuitem", { name: acts.adjust }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel(acts.points, { exact: true }).fill("25000");
  await form.getByLabel(acts.reason).fill("Points of the old card");
}

describe.each([
  ["en", "1 waits for your decision", "Nothing to decide", "Mona Adel"],
  ["ar", "طلب واحد بانتظار قرارك", "لا شيء بانتظار قرارك", "Mona Adel"],
] as const)("in %s", (language, waits, nothing, decider) => {
  const texts = TEXTS[language];
  const { acts, adjustments } = texts.wallets.desk as (typeof en)["wallets"]["desk"];

  test("a request is counted in the navigation of whoever may decide, told on the wallet, and decided there", async () => {
    const wallet = await walletOf(`Farouk Samy ${language}`);
    const asker = await portal.signedIn("merchant_admin", `/wallets/${wallet.id}`, { language });
    await ask(asker, texts.wallets.desk as (typeof en)["wallets"]["desk"]);
    const form = asker.getByRole("dialog");
    // Who it waits for is said before it is asked for, and after.
    await form.getByText(decider).waitFor();
    await expectAccessible(asker);
    await form.getByRole("button", { name: acts.submitRequest }).click();
    await asker.getByText(acts.requested).first().waitFor();
    const banner = asker.getByRole("main").getByText(decider);
    await banner.first().waitFor();
    await asker.getByRole("main").getByRole("button", { name: adjustments.withdraw }).waitFor();
    expect(await asker.getByRole("main").getByRole("button", { name: adjustments.approve }).count()).toBe(0);
    expect(await navigation(asker, language).getByText(waits).count()).toBe(0);

    const page = await portal.signedIn("second_admin", `/wallets/${wallet.id}`, { language });
    await navigation(page, language).getByText(waits).waitFor();
    await expectAccessible(page);
    await expectToFit(page);
    await page.getByRole("button", { name: adjustments.approve, exact: true }).click();
    const dialog = page.getByRole("alertdialog");
    for (const told of [`Farouk Samy ${language}`, wallet.walletCode, "The merchant_admin"])
      await dialog.getByText(told).waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: adjustments.approve, exact: true }).click();
    await page.getByText(adjustments.approved).first().waitFor();
    await page.getByRole("button", { name: adjustments.approve, exact: true }).waitFor({ state: "detached" });
    await navigation(page, language).getByText(waits).waitFor({ state: "detached" });
    await page.goto("/wallets/adjustments");
    await page.getByRole("status").getByText(nothing).waitFor();
  });

  test("a request that nobody can decide says so before it is made and after, with what to do", async () => {
    const { prisma } = portal.database;
    const operators = { where: { role: "programme_operator" } };
    await prisma.user.updateMany({ ...operators, data: { isActive: false } });
    try {
      const { database, world } = portal;
      const wallet = await makeCustomer(
        database,
        await walletOf(`Nobody's ${language}`),
        world.foreignMerchantId,
      );
      const page = await portal.signedIn("lonely_admin", `/wallets/${wallet.id}`, { language });
      await ask(page, texts.wallets.desk as (typeof en)["wallets"]["desk"]);
      const form = page.getByRole("dialog");
      await form.getByText(adjustments.nobody).waitFor();
      expect(await form.getByRole("link").getAttribute("href")).toBe("/manage/staff");
      await form.getByRole("button", { name: acts.submitRequest }).click();
      await page.getByText(acts.requestedOfNobody).first().waitFor();
      await page.getByRole("main").getByText(adjustments.nobody).waitFor();
      await expectAccessible(page);
      await page.goto("/wallets/adjustments");
      await page.getByRole("row").getByText(adjustments.nobody).first().waitFor();
    } finally {
      await prisma.user.updateMany({ ...operators, data: { isActive: true } });
    }
  });
});

test("whoever serves the customer is told what waits, and may not decide it", async () => {
  const wallet = await walletOf("Served");
  const { prisma } = portal.database;
  const { id } = await prisma.user.findUniqueOrThrow({ where: { username: "merchant_admin" } });
  await prisma.pointAdjustment.create({
    data: {
      walletId: BigInt(wallet.id),
      merchantId: portal.world.merchantId,
      direction: "up",
      pocket: "spendable",
      points: 25_000n,
      reason: "Points of the old card",
      reference: "served-1",
      requestedBy: id,
      requestedAt: new Date(),
      expiresAt: new Date(Date.now() + 86_400_000),
    },
  });
  const page = await portal.signedIn("cashier", `/wallets/${wallet.id}`);
  await page.getByText("+25,000 points wait for a decision").waitFor();
  await page.getByText("Asked for by The merchant_admin").waitFor();
  for (const name of ["Approve", "Refuse", "Withdraw"])
    expect(await page.getByRole("button", { name, exact: true }).count()).toBe(0);
});

import type { CDPSession, Page } from "playwright";
import { expect, test } from "vitest";
import { BEHAVIOUR_LANGUAGES } from "@/tests/support/deep";
import { expectAccessible, expectNoSidewaysScrolling, untilTakenOver } from "@/tests/support/portal/browser";
import { startPortal } from "@/tests/support/portal/portal";
import { TEST_PASSWORD } from "@/tests/support/portal/world";

const portal = startPortal();

/** A passkey belongs to a name, and this machine has one. */
const at = (path: string) => `${portal.url.replace("127.0.0.1", "localhost")}${path}`;

/** A device that holds passkeys and opens them by itself, or waits for its finger. */
async function withAuthenticator(page: Page): Promise<{ client: CDPSession; authenticatorId: string }> {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { client, authenticatorId };
}

test.each(BEHAVIOUR_LANGUAGES)(
  "a passkey is added with the password, signs in by itself where a second factor is asked for, and is removed (%s)",
  async (language) => {
    const texts = {
      en: {
        account: "Account",
        next: "Next",
        add: "Add a passkey",
        make: "Make the passkey",
        remove: "Remove",
        compact: "Compact",
        withPasskey: "Use a passkey",
        ended: "Your session has ended",
      },
      ar: {
        account: "الحساب",
        next: "التالي",
        add: "إضافة مفتاح مرور",
        make: "إنشاء المفتاح",
        remove: "حذف",
        compact: "متراصة",
        withPasskey: "استخدام مفتاح مرور",
        ended: "انتهت جلستك",
      },
    }[language];
    const { prisma } = portal.database;
    await prisma.programme.updateMany({ data: { adminsNeedTwoFactor: false } });
    const page = await portal.open({ language });
    await page.context().addCookies([{ name: "points.language", value: language, url: at("/") }]);
    await page.goto(at("/sign-in?next=/account"));
    await portal.signIn(page, "merchant_admin");
    await page.waitForURL("**/account");
    const { client, authenticatorId } = await withAuthenticator(page);
    const add = page.getByRole("button", { name: texts.add, exact: true });
    await add.click();
    const password = page.getByRole("dialog").locator("input[type=password]");
    await password.fill("not the password");
    await page.getByRole("button", { name: texts.next, exact: true }).click();
    await page.locator("[aria-invalid=true]").waitFor();
    await password.fill(TEST_PASSWORD);
    await page.getByRole("button", { name: texts.next, exact: true }).click();
    await page.getByRole("dialog").locator("input[type=text]").fill("Counter 2");
    await page.getByRole("button", { name: texts.make, exact: true }).click();
    await page.getByRole("listitem").filter({ hasText: "Counter 2" }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
    const [kept] = (await client.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
    expect(kept).toMatchObject({ isResidentCredential: true, rpId: "localhost" });

    // The programme asks for a second factor, which a passkey is. The browser offers it without being asked.
    await prisma.programme.updateMany({ data: { adminsNeedTwoFactor: true } });
    await prisma.session.deleteMany();
    await page.goto(at("/manage/staff"));
    await page.waitForURL("**/manage/staff");
    await page.getByRole("table").first().waitFor();
    expect(await prisma.session.findFirstOrThrow()).toMatchObject({ beganWith: "passkey" });
    const [passkey] = await prisma.passkey.findMany();
    expect(passkey).toMatchObject({ name: "Counter 2", lastUsedAt: expect.any(Date) });

    // One that is not opened by its owner's finger signs nobody in.
    await prisma.session.deleteMany();
    await client.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
    await page.goto(at("/sign-in"));
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await prisma.session.count()).toBe(0);
    await client.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
    await prisma.programme.updateMany({ data: { adminsNeedTwoFactor: false } });

    await page.goto(at("/account"));
    await page.waitForURL("**/account");
    // A session that ends under the page is continued with the passkey, without the password.
    await untilTakenOver(page);
    await prisma.session.deleteMany();
    // The refused choice is taken back at once: only the press is waited for.
    await page.getByRole("radio", { name: texts.compact }).click({ force: true });
    const dialog = page.getByRole("alertdialog", { name: texts.ended });
    await dialog.getByRole("button", { name: texts.withPasskey, exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await prisma.session.findFirstOrThrow()).toMatchObject({ beganWith: "passkey" });
    await page.getByRole("listitem").filter({ hasText: "Counter 2" }).getByRole("button").last().click();
    await page.getByRole("dialog").locator("input[type=password]").fill(TEST_PASSWORD);
    await page.getByRole("dialog").getByRole("button", { name: texts.remove, exact: true }).click();
    await page.getByRole("listitem").filter({ hasText: "Counter 2" }).waitFor({ state: "detached" });
    expect(await prisma.passkey.count()).toBe(0);
    const acts = await prisma.auditLog.findMany({ where: { action: { contains: "passkey" } } });
    expect(acts.slice(-2).map(({ action }) => action)).toEqual([
      "account.add_passkey",
      "account.remove_passkey",
    ]);
  },
);

import { randomUUID } from "node:crypto";
import type { Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { hashClientSecret, newClientSecret, SCOPES } from "@/lib/areas/clients/api-client";
import { signatureOf } from "@/lib/areas/clients/signature";
import { hashPassword } from "@/lib/portal/session/password";
import type { TestDatabase } from "@/tests/support/database";
import { createWallet } from "@/tests/support/ledger";
import { expectAccessible } from "@/tests/support/portal/browser";
import { startPortal } from "@/tests/support/portal/portal";

const portal = startPortal({ prepare: addWalletWithPin, isDemo: true });

// One admin does it all; that it takes two is shown in tests/integration/staff/value-acts.test.ts.
beforeAll(() =>
  portal.database.prisma.programme.update({ where: { id: 1 }, data: { clientsNeedSecondPerson: false } }),
);

async function addWalletWithPin({ pool, prisma }: TestDatabase): Promise<void> {
  const segment = await prisma.segment.findFirstOrThrow({ where: { isDefault: true } });
  const { id } = await createWallet(pool, {
    segmentId: segment.id,
    walletCode: "100002",
    contactMsisdn: "+201110000002",
  });
  await prisma.walletPin.create({ data: { walletId: id, hash: await hashPassword("1234") } });
}

/** A client that may do everything, put straight into the database. Returns its id. */
async function insertClient(
  name: string,
  { secret = newClientSecret({ isTest: false }), revokedAt }: { secret?: string; revokedAt?: Date } = {},
): Promise<number> {
  const { prisma } = portal.database;
  const user = await prisma.user.create({
    data: { kind: "technical", name, email: `${randomUUID()}@technical.invalid` },
  });
  const secrets = { secretHash: new Uint8Array(hashClientSecret(secret)), last4: secret.slice(-4) };
  const { id } = await prisma.apiClient.create({
    data: {
      name,
      merchantId: portal.world.merchantId,
      userId: user.id,
      scopes: [...SCOPES],
      ...(revokedAt !== undefined && { revokedAt }),
      apiClientSecrets: { create: secrets },
    },
  });
  return id;
}

/** The code that the points API answers with, asked as a till would. */
async function codeOf(clientId: string, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(`${portal.url}/api/Integration/v1/GetDeals`, {
    headers: { ClientId: clientId, ...headers },
  });
  return ((await response.json()) as { ErrorCode: number }).ErrorCode;
}

/** Takes the ClientId out of the dialog that shows it, and says that it is kept. */
async function takeSecret(page: Page): Promise<string> {
  const dialog = page.getByRole("alertdialog", { name: /^ClientId of/ });
  const secret = await dialog.getByText(/^pis_live_/).textContent();
  await dialog.getByRole("button", { name: "I have stored the ClientId" }).click();
  await dialog.waitFor({ state: "detached" });
  return secret ?? "";
}

/** Lines as they are drawn: more than were written where one was wrapped. */
function lineCount(element: Element): number {
  const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(element);
  const text = element.scrollHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
  return Math.round(text / Number.parseFloat(lineHeight));
}

describe("an API client", () => {
  test("is issued, used, watched, rotated with both ClientIds accepted, and revoked", async () => {
    const page = await portal.signedIn("merchant_admin", "/manage/clients");
    await page.getByRole("button", { name: "Issue a client" }).click();
    const form = page.getByRole("dialog", { name: "Issue an API client" });
    await form.getByRole("button", { name: "Issue a client" }).click();
    await form
      .getByText(/^Fill in “/)
      .first()
      .waitFor();
    await form.getByLabel("Name").fill("Kiosk in the mall");
    await form.getByRole("button", { name: "Issue a client" }).click();
    await form.getByText(/^Fill in “/).waitFor();
    await form.getByRole("radio", { name: "For customers" }).click({ force: true });
    await form.getByRole("button", { name: "Issue a client" }).click();
    const dialog = page.getByRole("alertdialog", { name: "ClientId of Kiosk in the mall" });
    await dialog.waitFor();
    await expectAccessible(page);
    const downloading = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Download as a file" }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^client-\d+\.txt$/);
    const first = await takeSecret(page);
    await page.waitForURL(/\/manage\/clients\/\d+$/);
    expect(await page.content()).not.toContain(first);
    const lacks = page.locator("dt", { hasText: "May not" }).locator("xpath=following-sibling::dd[1]");
    expect(await lacks.textContent()).toBe("Read events · events, Open wallets · enrol");

    expect(await codeOf(first)).toBe(0);
    const refused = await fetch(`${portal.url}/api/Integration/v1/RedeemUser`, {
      method: "POST",
      headers: { ClientId: first, "Content-Type": "application/json" },
      body: JSON.stringify({
        WalletCode: "100002",
        ContactMsisdn: "01110000002",
        BranchMsisdn: "01000000001",
        PointsValue: 10,
        PinCode: "9876",
        ExternalLogId: "KIOSK-1",
      }),
    });
    expect(refused.status).toBe(422);
    await page.getByRole("tab", { name: "Requests" }).click();
    const wrongPin = page.getByRole("row").filter({ hasText: "PIN code is not correct" });
    await wrongPin.waitFor();
    await page.getByRole("row").filter({ hasText: "GetDeals" }).getByText("Success").waitFor();
    await wrongPin.getByRole("button", { name: /^Details/ }).click();
    const drawer = page.getByRole("dialog", { name: "RedeemUser" });
    const answered = (await drawer.getByRole("region", { name: "Answer" }).textContent()) ?? "";
    expect(JSON.parse(answered)).toMatchObject({ errorCode: "1311", wallet: null });
    const curl = (await drawer.getByRole("region", { name: "curl" }).textContent()) ?? "";
    expect(curl).toContain("ClientId: <ClientId>");
    expect(curl).toContain('"PinCode":"<PinCode>"');
    expect(curl).toContain('"WalletCode":"100002"');
    expect(await page.content()).not.toMatch(/9876|01110000002/);
    await expectAccessible(page);
    // Long lines scroll inside their box; the drawer itself does not.
    const { scrollWidth, clientWidth } = await drawer.evaluate((element) => ({
      scrollWidth: element.scrollWidth,
      clientWidth: element.clientWidth,
    }));
    expect(scrollWidth).toBe(clientWidth);
    expect(await drawer.getByRole("region", { name: "curl" }).evaluate(lineCount)).toBe(
      curl.split("\n").length,
    );
    await page.keyboard.press("Escape");

    await page.getByRole("tab", { name: "Overview" }).click();
    await page.getByRole("button", { name: "Replace" }).click();
    await page.getByRole("button", { name: "Issue a new ClientId" }).click();
    const second = await takeSecret(page);
    expect([await codeOf(first), await codeOf(second)]).toEqual([0, 0]);
    await page.getByText("Accepted until").waitFor();
    await page.getByRole("button", { name: `Revoke the ClientId …${first.slice(-4)}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke", exact: true }).click();
    await page.getByText("The ClientId was revoked").waitFor();
    await expect.poll(() => codeOf(first)).toBe(1102);
    expect(await codeOf(second)).toBe(0);
    await page.getByRole("tab", { name: "Requests" }).click();
    await page.getByRole("row").filter({ hasText: "This ClientId was revoked." }).first().waitFor();

    await page.getByRole("button", { name: "Revoke", exact: true }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke", exact: true }).click();
    await page.getByText("The client was revoked").waitFor();
    await expect.poll(() => codeOf(second)).toBe(1102);
  });

  test("is given a signing secret, is then required to sign, and its people see what was refused", async () => {
    const clientId = newClientSecret({ isTest: false });
    const id = await insertClient("Signing till", { secret: clientId });
    const page = await portal.signedIn("merchant_admin", `/manage/clients/${id}`);
    await page.getByRole("button", { name: "Issue a signing secret" }).click();
    const asked = page.getByRole("alertdialog", { name: "Issue a signing secret?" });
    await asked.getByRole("button", { name: "Issue a signing secret" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Signing secret of Signing till" });
    const secret = (await dialog.getByText(/^pss_/).textContent()) ?? "";
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "I have stored the signing secret" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await page.content()).not.toContain(secret);
    expect(await codeOf(clientId)).toBe(0);

    await page.getByRole("button", { name: "Settings" }).click();
    const form = page.getByRole("dialog", { name: "Settings of Signing till" });
    await form.getByText("Required", { exact: true }).click();
    await expectAccessible(page);
    await form.getByRole("button", { name: "Save" }).click();
    await form.waitFor({ state: "detached" });
    await expect.poll(() => codeOf(clientId)).toBe(1105);
    const timestamp = (Date.now() / 1_000).toFixed(3);
    const request = { method: "GET", target: "/api/Integration/v1/GetDeals", body: Buffer.alloc(0) };
    const signature = signatureOf(secret, timestamp, request).toString("hex");
    expect(await codeOf(clientId, { "X-Timestamp": timestamp, "X-Signature": signature })).toBe(0);
    expect(await codeOf(clientId, { "X-Timestamp": timestamp, "X-Signature": signature })).toBe(1105);
    await page.getByRole("tab", { name: "Requests" }).click();
    await page.getByText("The request was not signed.").first().waitFor();
    await page.getByText("This signature was used before: sign every request anew.").waitFor();
  });

  test("is found by name and state, which stand in the address", async () => {
    await insertClient("Website");
    await insertClient("Old website", { revokedAt: new Date() });
    const page = await portal.signedIn("merchant_admin", "/manage/clients");
    await page.getByLabel("Name").fill("website");
    await page.waitForURL("**/manage/clients?text=website");
    await expect.poll(() => page.getByRole("row").count()).toBe(3);
    await page.goto("/manage/clients?state=revoked");
    await page.getByRole("row").nth(1).waitFor();
    const states = await page.getByRole("row").locator("td:nth-child(2)").allTextContents();
    expect(states.every((state) => state.includes("Revoked"))).toBe(true);
  });
});

test("the console sends a request to this service and shows what came back, never the ClientId", async () => {
  const page = await portal.signedIn("merchant_admin", "/manage/clients/try-it");
  await insertClient("Console", { secret: "pis_test_console" });
  await page.getByLabel("ClientId", { exact: true }).fill("pis_test_console");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("HTTP 200").waitFor();
  const listings = (await page.locator("pre").allTextContents()).join("\n");
  expect(listings).toContain('"ErrorCode": 0');
  expect(listings).not.toContain("pis_test_console");
  await page.getByRole("button", { name: /^Operation|GetDeals/ }).click();
  await page.getByRole("option", { name: "Reward", exact: true }).click();
  await page.getByRole("button", { name: "Fill in an example" }).click();
  await expect.poll(() => page.getByLabel("PointsValue").inputValue()).toBe("150");
  await page.getByLabel("PointsValue").fill("many");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("HTTP 400").waitFor();
  await page.getByText(/Invalid value for field: PointsValue/).waitFor();
});

test("the console fills in the demo's ClientId with an example, says where it has none, and keeps what was typed", async () => {
  const page = await portal.signedIn("merchant_admin", "/manage/clients/try-it");
  const clientId = page.getByLabel("ClientId", { exact: true });
  const fillIn = page.getByRole("button", { name: "Fill in an example" });
  await fillIn.click();
  await page.getByText("No ClientId is filled in").waitFor();
  expect(await clientId.inputValue()).toBe("");
  await insertClient("Demo", { secret: "pis_test_demo" });
  await expect
    .poll(async () => {
      await fillIn.click();
      return clientId.inputValue();
    })
    .toBe("pis_test_demo");
  await page.getByText("No ClientId is filled in").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("HTTP 200").waitFor();
  await clientId.fill("pis_test_of_mine");
  const answered = page.waitForResponse("**/manage/clients/examples");
  await fillIn.click();
  await answered;
  expect(await clientId.inputValue()).toBe("pis_test_of_mine");
});

test("the console explains every field in Arabic on the Arabic page", async () => {
  const page = await portal.signedIn("merchant_admin", "/manage/clients/try-it", { language: "ar" });
  await page.getByRole("button", { name: /GetDeals/ }).click();
  await page.getByRole("option", { name: "Reward", exact: true }).click();
  await page.getByText("رقم موبايل العميل.", { exact: false }).waitFor();
  const helps = await page
    .locator("form [slot=description]")
    .evaluateAll((all) => all.map((help) => [help.textContent, getComputedStyle(help).direction]));
  expect(helps.length).toBeGreaterThan(6);
  for (const [text, direction] of helps) {
    expect(text).toMatch(/[\u0600-\u06ff]/);
    expect(direction).toBe("rtl");
  }
});

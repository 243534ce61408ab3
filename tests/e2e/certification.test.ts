import type { Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { requirementsFor } from "@/lib/areas/certification/requirements";
import { certificatePath } from "@/lib/areas/certification/words";
import { createClient } from "@/lib/areas/clients/clients";
import { sandboxOf } from "@/lib/areas/clients/sandbox";
import { scenarioMsisdn, scenarioWalletCode } from "@/lib/areas/sandbox/scenarios";
import { systemClock } from "@/lib/platform/clock";
import { formatMsisdn } from "@/lib/platform/msisdn";
import { expectAccessible } from "@/tests/support/portal/browser";
import { startPortal } from "@/tests/support/portal/portal";
import { ScriptedTill, type Send } from "@/tests/support/scripted-till";

const portal = startPortal();

/** Sooner than the slowest answer, later than any other. */
const TIMEOUT_MS = 12_000;

const SCOPES = ["reward", "redeem", "refund", "cancel", "deals"] as const;
const ASKED = requirementsFor(SCOPES).length;
const NEEDED = requirementsFor(SCOPES).filter(({ isOptional }) => !isOptional).length;

/** A till over HTTP, as it stands in a shop. */
function overHttp(secret: string): Send {
  return async (operation, fields, { language, ifNoneMatch }) => {
    const isReading = operation === "GetDeals";
    const headers = {
      ClientId: secret,
      "Accept-Language": language,
      "Content-Type": "application/json",
      ...(ifNoneMatch !== undefined && { "If-None-Match": ifNoneMatch }),
    };
    const response = await fetch(`${portal.url}/api/Integration/v1/${operation}`, {
      method: isReading ? "GET" : "POST",
      headers,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(isReading ? {} : { body: JSON.stringify(fields) }),
    }).catch(() => null);
    if (response === null) return null;
    const text = await response.text();
    const json = (text === "" ? {} : JSON.parse(text)) as {
      errorCode?: string;
      pointsLog?: { id: number } | null;
    };
    const retryAfter = response.headers.get("retry-after");
    return {
      errorCode: json.errorCode ?? "0",
      retryAfter: retryAfter === null ? null : Number(retryAfter),
      entryId: json.pointsLog?.id ?? null,
      etag: response.headers.get("etag"),
    };
  };
}

const asTold = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1_000));

/** A test client of the merchant, whose sandbox the page resets before it is used. */
async function issueTester(name: string) {
  const { prisma } = portal.database;
  const admin = await prisma.user.findUniqueOrThrow({ where: { username: "merchant_admin" } });
  const actor = { userId: admin.id, role: "merchant_admin", merchantId: portal.world.merchantId } as const;
  const { client, secret } = await createClient({ database: prisma, clock: systemClock }, actor, {
    merchantId: portal.world.merchantId,
    name,
    scopes: [...SCOPES],
    isTest: true,
  });
  const sandbox = await sandboxOf({ database: prisma }, client);
  return {
    clientId: client.id,
    secret,
    wallet: (suffix: string) => ({
      WalletCode: scenarioWalletCode(sandbox, suffix),
      ContactMsisdn: formatMsisdn(scenarioMsisdn(suffix)),
      BranchMsisdn: "01000000001",
    }),
  };
}

const statesOf = (page: Page) => page.locator("[data-requirement]").count();

describe("the maker of a till", () => {
  let tester: Awaited<ReturnType<typeof issueTester>>;
  let number = "";
  beforeAll(async () => {
    tester = await issueTester("Till of a maker");
  });

  test("gets a certificate from the traffic of the till alone, and anybody can look it up", async () => {
    const page = await portal.signedIn("merchant_admin", `/manage/clients/${tester.clientId}?tab=sandbox`);
    await page.getByRole("button", { name: "Reset the sandbox" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Reset the sandbox" }).click();
    await page.getByText("The sandbox was reset").waitFor();
    await page
      .getByRole("row")
      .filter({ hasText: tester.wallet("02").WalletCode })
      .getByText("5,000", { exact: true })
      .waitFor();

    await page.getByRole("link", { name: "Certification" }).click();
    await page.getByRole("heading", { level: 1, name: "Certification of Till of a maker" }).waitFor();
    await page.getByText(`0 of ${NEEDED}`).waitFor();
    expect(await statesOf(page)).toBe(ASKED);
    expect(await page.getByRole("button", { name: "Issue the certificate" }).isDisabled()).toBe(true);

    // A mistake first: the sale is booked again under another reference.
    const till = new ScriptedTill(overHttp(tester.secret), asTold, "E2E");
    const lost = { ...tester.wallet("22"), PointsValue: 12, InvoiceNumber: "1" };
    for (const ExternalLogId of ["M-1", "M-2"])
      await overHttp(tester.secret)("Reward", { ...lost, ExternalLogId }, { language: "en" });
    const mistake = page.locator("[data-requirement=repeats_lost_answer]");
    await mistake.getByText("Needs fixing").waitFor();
    await mistake.getByText("A new reference books the sale twice.", { exact: false }).waitFor();
    await expectAccessible(page);

    await till.goThroughTheList(tester.wallet);
    await page.getByText(`${NEEDED} of ${NEEDED}`).waitFor({ timeout: 60_000 });
    await expectAccessible(page);
    await page.getByRole("button", { name: "Issue the certificate" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByLabel("Developer of the till").fill("Maker of Tills");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Issue the certificate" }).click();
    await page.getByText("The certificate was issued").waitFor();
    const link = page.getByRole("link", { name: /^PS-/ });
    number = (await link.textContent()) ?? "";

    const stranger = await portal.open();
    await stranger.goto(certificatePath(number));
    await stranger.getByRole("heading", { level: 1 }).getByText("شهادة اعتماد").waitFor();
    await stranger.getByText("This certificate is valid.").waitFor();
    await stranger.getByText("Maker of Tills").waitFor();
    await stranger.getByText(portal.url + certificatePath(number)).waitFor();
    expect(await stranger.getByRole("listitem").count()).toBe(NEEDED);
    await expectAccessible(stranger);
    await stranger.emulateMedia({ media: "print" });
    expect(await stranger.getByRole("button").count()).toBe(0);
    expect((await stranger.pdf({ format: "A4" })).byteLength).toBeGreaterThan(10_000);

    await page.getByRole("button", { name: `Revoke ${number}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke", exact: true }).click();
    await page.getByText("The certificate was revoked").waitFor();
    await stranger.reload();
    await stranger.getByText(/^This certificate was revoked on/).waitFor();
    const unknown = await stranger.goto(certificatePath("PS-2222-2222-2222"));
    expect(unknown?.status()).toBe(404);
  });
});

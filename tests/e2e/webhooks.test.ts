import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { expectAccessible } from "@/tests/support/portal/browser";
import { startPortal } from "@/tests/support/portal/portal";
import { workTill } from "@/tests/support/portal/work-till";

// Only where there is demo data do webhooks go to the machine itself, where the receiver of these tests is.
const portal = startPortal({ isDemo: true });

interface Received {
  headers: Record<string, string>;
  body: string;
}
let receiver: Server;
let url: string;
let status = 200;
let received: Received[] = [];

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(chunks).toString(),
    });
    response.statusCode = status;
    response.end(status === 200 ? "thanks" : "the accounts are closed");
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
});
afterAll(async () => {
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});
beforeEach(async () => {
  await portal.database.prisma.webhookEndpoint.updateMany({
    data: { state: "deleted", disabledReason: "person" },
  });
  [status, received] = [200, []];
});

/** Makes an endpoint by the form; its secret. */
async function addEndpoint(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Add a webhook" }).click();
  const form = page.getByRole("dialog", { name: "New webhook" });
  await form.getByLabel("Address").fill("http://example.com/hooks");
  await form.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => form.getByLabel("Address").getAttribute("aria-invalid")).toBe("true");
  await form.getByLabel("Address").fill(url);
  await form.getByLabel("Purpose").fill("Accounting");
  await form.getByText("Deals", { exact: true }).click();
  await expectAccessible(page);
  await form.getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("alertdialog", { name: "The signing secret" });
  const secret = (await dialog.getByText(/^whsec_/).textContent()) ?? "";
  await dialog.getByRole("button", { name: "I have kept it" }).click();
  await dialog.waitFor({ state: "detached" });
  return secret;
}

test("an endpoint shows its secret once, what failed to arrive is shown with its answer, and is sent again", async () => {
  const page = await portal.signedIn("merchant_admin", "/manage/webhooks");
  await page.getByText("GET /api/events/v1").waitFor();
  const secret = await addEndpoint(page);
  expect(await page.content()).not.toContain(secret);
  await page.getByRole("button", { name: `Send a test to ${url}` }).click();
  await page.getByText("The test arrived").first().waitFor();

  status = 503;
  received = [];
  await workTill(portal, async ({ wallet, post, commands }) => {
    await post(commands.reward(await wallet("Mona Ali"), 250));
  });
  await expect.poll(() => received.length).toBeGreaterThan(0);
  const [first] = received;
  expect(new Webhook(secret).verify(first?.body ?? "", first?.headers ?? {})).toMatchObject({
    type: "points.rewarded",
  });
  await page.getByRole("button", { name: `Deliveries to ${url}` }).click();
  const log = page.getByRole("dialog", { name: "Deliveries" });
  const delivery = log.getByRole("article").filter({ hasText: "points.rewarded" });
  await delivery.getByText("On its way").waitFor();
  await delivery.locator("summary").click();
  await delivery
    .getByText(/Answered 503 in/)
    .first()
    .waitFor();
  await delivery.getByText("the accounts are closed").first().waitFor();

  status = 200;
  await delivery.getByRole("button", { name: /^Send again: evt_p\d+$/ }).click();
  await page.getByText("Arrived").first().waitFor();
  await delivery.getByText("Delivered", { exact: true }).waitFor();
  expect(received.at(-1)?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
});

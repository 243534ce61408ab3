import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { untilTakenOver } from "@/tests/support/portal/browser";
import { startPortal } from "@/tests/support/portal/portal";
import { TEST_PASSWORD } from "@/tests/support/portal/world";

const portal = startPortal();

/** Styles stand in the same folder, and a page is not drawn before they have come. */
const SCRIPTS = /\/_next\/static\/chunks\/.*\.js/;

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel("User name").fill("cashier");
  await page.getByLabel("Password", { exact: true }).fill(TEST_PASSWORD);
}

describe("a page whose scripts are not there", () => {
  test("says so where they do not arrive, and keeps what was typed out of its address", async () => {
    const page = await portal.open();
    await page.route(SCRIPTS, (route) =>
      route.fulfill({ status: 404, contentType: "text/javascript", body: "" }),
    );
    await page.goto("/sign-in");
    await page.getByRole("alert").getByText("a part of it did not arrive").waitFor();
    await fillIn(page);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    expect(new URL(page.url()).search).toBe("");
    await page.unroute(SCRIPTS);
    await page.getByRole("link", { name: "Load again" }).click();
    await untilTakenOver(page);
    expect(await page.getByText("a part of it did not arrive").count()).toBe(0);
  });

  test("says so after a while where none of them answers, and no more once they have come", async () => {
    const page = await portal.open();
    const held: (() => Promise<void>)[] = [];
    let isHeld = true;
    await page.route(SCRIPTS, (route) =>
      isHeld ? void held.push(() => route.continue()) : route.continue(),
    );
    await page.goto("/sign-in", { waitUntil: "commit" });
    await page.getByRole("alert").getByText("a part of it did not arrive").waitFor();
    isHeld = false;
    await Promise.all(held.map((release) => release()));
    await untilTakenOver(page);
    expect(await page.getByText("a part of it did not arrive").count()).toBe(0);
    await portal.signIn(page, "cashier");
    await page.waitForURL("**/till");
  });

  test("is shown again where the browser runs none, and says that they are switched off", async () => {
    const page = await portal.open({ context: { javaScriptEnabled: false } });
    await page.goto("/sign-in");
    await fillIn(page);
    const [request] = await Promise.all([
      page.waitForRequest((sent) => sent.method() === "POST").catch(() => null),
      page.getByRole("button", { name: "Sign in", exact: true }).click(),
    ]);
    expect(request?.url()).toBe(`${portal.url}/sign-in`);
    await page.waitForURL("**/sign-in");
    expect(await page.locator("noscript").textContent()).toContain("Scripts are switched off");
  });
});

test("a page of one person loads the page of the other who has signed in since, and acts for neither", async () => {
  const page = await portal.signedIn("cashier", "/account");
  const name = page.getByRole("button", { name: /^Account menu/ });
  const before = await name.getAttribute("aria-label");
  await page.request.post("/api/portal/session", {
    headers: { "x-portal": "1", origin: portal.url },
    data: { username: portal.world.usernames.supervisor, password: TEST_PASSWORD },
  });
  const choices = portal.database.prisma.user.count({ where: { theme: { not: null } } });
  expect(await choices).toBe(0);
  await Promise.all([page.waitForEvent("load"), page.getByText("Dark", { exact: true }).first().click()]);
  await untilTakenOver(page);
  expect(await name.getAttribute("aria-label")).not.toBe(before);
});

test("a till of an earlier release loads itself again between two customers, once", async () => {
  const page = await portal.as(portal.world.usernames.cashier);
  await page.clock.install();
  await page.route("**/api/portal/**", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      headers: { ...answer.headers(), "x-portal-release": "a-newer-one" },
    });
  });
  await page.goto("/till");
  await untilTakenOver(page);
  let loads = 0;
  page.on("load", () => {
    loads += 1;
  });
  // The tab comes into view again, and asks who is signed in.
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  const passes = () => page.clock.runFor(20_000).then(() => loads);
  await expect.poll(passes).toBe(1);
  await untilTakenOver(page);
  for (let turn = 0; turn < 6; turn += 1) await passes();
  expect(loads).toBe(1);
});

import { expect, test } from "vitest";
import { createDeal } from "@/tests/support/portal/deals";
import { startPortal } from "@/tests/support/portal/portal";

const portal = startPortal({
  prepare: async (database, { merchantId }) => {
    const category = await database.prisma.category.findFirst();
    const categoryId =
      category?.id ??
      (await database.prisma.category.create({ data: { nameEn: "Food", nameAr: "طعام" } })).id;
    await createDeal(database, { merchantId, categoryId, startDate: new Date("2026-07-01T10:00:00Z") });
  },
});
const DEALS = "/manage/deals";

/** Time-zone tables of before 2023, in which Cairo has no summer time. */
const OLD_TABLES = () => {
  const Real = Intl.DateTimeFormat;
  const old = (options?: Intl.DateTimeFormatOptions) =>
    options?.timeZone === "Africa/Cairo" ? { ...options, timeZone: "Africa/Tripoli" } : options;
  Intl.DateTimeFormat = new Proxy(Real, {
    construct: (Target, [locale, options]) => new Target(locale, old(options)),
    apply: (_target, _this, [locale, options]) => new Real(locale, old(options)),
  });
};

test("a device with old time-zone tables shows the server's times", async () => {
  const page = await portal.as("programme_operator");
  await page.addInitScript(OLD_TABLES);
  await page.goto(DEALS);
  await page.getByRole("heading", { level: 1 }).waitFor();
  const shown = () =>
    page.evaluate(() =>
      new Intl.DateTimeFormat("en-GB", { timeZone: "Africa/Cairo", timeStyle: "short" }).format(
        new Date("2026-07-01T10:00:00Z"),
      ),
    );
  await expect.poll(shown).toBe("13:00");
});

test("a desk in another time zone is told which zone a form means", async () => {
  const note = /which is not this device's time/;
  const abroad = { context: { timezoneId: "America/New_York" } };
  const page = await portal.signedIn("programme_operator", `${DEALS}/new`, abroad);
  await page.getByText(note).first().waitFor();
  const home = { context: { timezoneId: "Africa/Cairo" } };
  const here = await portal.signedIn("programme_operator", `${DEALS}/new`, home);
  await here.getByRole("group", { name: "First day" }).first().waitFor();
  expect(await here.getByText(note).count()).toBe(0);
});

test("Hijri days stand beside Gregorian ones where the reader chose so, and on the next page too", async () => {
  const page = await portal.signedIn("programme_operator", "/account");
  await page.getByText("Gregorian and Hijri").click();
  await expect
    .poll(async () => (await page.context().cookies()).map(({ name }) => name))
    .toContain("points.calendar");
  await page.goto(DEALS);
  await page
    .getByText(/\(\d+ .+ 14\d\d AH\)/)
    .first()
    .waitFor();
});

test("a till in a tab of an iPad proposes the home screen once", async () => {
  const page = await portal.as("cashier");
  await page.addInitScript(() => Object.defineProperty(navigator, "standalone", { value: false }));
  await page.goto("/till");
  const hint = page.getByText("Add this till to the Home Screen");
  await hint.waitFor();
  await page.getByRole("button", { name: "OK" }).click();
  await hint.waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("searchbox").or(page.getByRole("textbox")).first().waitFor();
  expect(await hint.count()).toBe(0);
});

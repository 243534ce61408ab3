import type { Page } from "playwright";
import { expect, test } from "vitest";
import { ANY_BILL } from "@/lib/ledger/with/promotions/words";
import type { Role } from "@/lib/portal/acts/roles";
import { expectAccessible } from "@/tests/support/portal/browser";
import { startPortal } from "@/tests/support/portal/portal";

/*
 * Two people change one record of the built service. How a form meets the change of another person is proved by
 * tests/components/editor.test.tsx, how each record refuses an old version by the tests of the API.
 */

const portal = startPortal();

const prisma = () => portal.database.prisma;
const press = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true }).click();
const isClosed = (page: Page) => page.getByRole("dialog").waitFor({ state: "detached" });
const isConflict = (page: Page) => page.getByText("This was changed in the meantime").waitFor();

/** A form, opened by two people. */
async function openTwice(role: Role, path: string, button: string): Promise<[Page, Page]> {
  const open = async () => {
    const page = await portal.signedIn(role, path);
    await press(button)(page);
    await page.getByRole("dialog").waitFor();
    return page;
  };
  return [await open(), await open()];
}

const fill = (page: Page, label: string, value: string) =>
  page.getByRole("dialog").getByLabel(label, { exact: true }).fill(value);

test("two people change different fields of a branch: both changes survive", async () => {
  const [first, second] = await openTwice("merchant_admin", "/manage/branches", "Edit: Branch 2");
  await fill(second, "Phone", "19777");
  await fill(first, "Address in English", "5 New Street");
  await press("Save")(first);
  await isClosed(first);
  await press("Save")(second);
  await isConflict(second);
  await press("Save")(second);
  await isClosed(second);
  const branch = await prisma().branch.findUniqueOrThrow({ where: { id: portal.world.branchIds[1] } });
  expect(branch).toMatchObject({ addressEn: "5 New Street", phone: "19777" });
});

test("two people change one of the programme's rules: the second reads both values and chooses, before anything is applied", async () => {
  const [first, second] = await openTwice("programme_operator", "/manage/programme", "Change the rules");
  const reviewAndApply = async (page: Page) => {
    await press("Review the change")(page);
    await press("Apply from now on")(page);
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
  };
  const rule = "Void until the end of";
  await fill(second, rule, "4");
  await fill(first, rule, "3");
  await reviewAndApply(first);
  await isClosed(first);
  await reviewAndApply(second);
  const choice = second.getByRole("region", { name: rule, exact: true });
  await choice.getByText(/^3/).waitFor();
  await choice.getByText(/^4/).waitFor();
  await press("Review the change")(second);
  await choice.getByText("Choose one of the two").waitFor();
  await choice.getByText("Keep mine", { exact: true }).click();
  await reviewAndApply(second);
  await isClosed(second);
  expect(await prisma().programme.findUniqueOrThrow({ where: { id: 1 } })).toMatchObject({
    cancelWindowBusinessDays: 4,
  });
});

test("a dialog over a promotion that was changed meanwhile shows it as it is now, and takes one press more", async () => {
  const NAME = "Before the change";
  await portal.post("merchant_admin", "manage/promotions", {
    ...{ merchantId: portal.world.merchantId, nameEn: NAME, nameAr: NAME, skus: [] },
    ...{ rule: { ...ANY_BILL, kind: "bonus", points: 5 }, budgetPoints: 500 },
    ...{ startsAt: "2030-01-01T00:00:00Z", endsAt: "2030-02-01T00:00:00Z" },
    ...{ walletMax: null, walletPeriod: null, walletPoints: null },
  });
  const choose = async (item: string) => {
    const page = await portal.signedIn("merchant_admin", "/manage/promotions");
    await page.getByRole("button", { name: `Actions for ${NAME}` }).click();
    await page.getByRole("menuitem", { name: item, exact: true }).click();
    return page;
  };
  const [first, second] = [await choose("Edit"), await choose("Publish")];
  const dialog = second.getByRole("alertdialog");
  await dialog.getByRole("heading", { name: NAME }).waitFor();
  await first.getByLabel("Name in English").fill("After the change");
  await press("Save draft")(first);
  await first.getByRole("dialog").waitFor({ state: "detached" });
  await dialog.getByRole("button", { name: "Publish" }).click();
  await dialog.getByText("This was changed while you were reading").waitFor();
  await dialog.getByRole("heading", { name: "After the change" }).waitFor();
  await expectAccessible(second);
  await dialog.getByRole("button", { name: "I have read it" }).click();
  await dialog.getByRole("button", { name: "Publish" }).click();
  await second.getByText("After the change").first().waitFor();
  await expect
    .poll(async () => (await prisma().promotion.findFirstOrThrow({ orderBy: { id: "desc" } })).state)
    .not.toBe("draft");
});

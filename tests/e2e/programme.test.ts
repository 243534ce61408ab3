import { expect, test } from "vitest";
import { expectAccessible } from "@/tests/support/portal/browser";
import { startPortal } from "@/tests/support/portal/portal";

const portal = startPortal();
const PATH = "/manage/programme";

test("a tier is added and given new rates, and what that means for a bill is shown before it counts", async () => {
  const page = await portal.signedIn("programme_operator", PATH);
  await page.getByRole("button", { name: "Add a tier" }).click();
  const form = page.getByRole("dialog", { name: "Add a tier" });
  await form.getByLabel("Name in English").fill("Gold");
  await form.getByLabel("Name in Arabic").fill("ذهبي");
  await form.getByLabel("From lifetime points").fill("5000");
  await form.getByLabel("Points earned for EGP 1").fill("1.5");
  await form.getByLabel("Points that pay EGP 1").fill("٢");
  await form.getByText(/From now on a bill of EGP.100 earns 150 points/).waitFor();
  await form.getByRole("button", { name: "Review the change" }).click();
  await page.getByRole("button", { name: "Apply from now on" }).click();
  const row = page.getByRole("row").filter({ hasText: "Gold" });
  await row.getByText("150 points").waitFor();
  await row.getByText("200 points").waitFor();
  await page.getByLabel("A bill of").fill("1000");
  await row.getByText("1,500 points").waitFor();

  await row.getByRole("button", { name: "Change Gold" }).click();
  const change = page.getByRole("dialog", { name: "Change Gold" });
  await change.getByLabel("Points that pay EGP 1").fill("0.0001");
  await change.getByRole("button", { name: "Review the change" }).click();
  await change.getByText("This would make a point worth too much").waitFor();
  await change.getByLabel("Points that pay EGP 1").fill("2");
  await change.getByLabel("Points earned for EGP 1").fill("3");
  await change.getByText("Until now: 1,500 earned, 2,000 to pay.").waitFor();
  await change.getByRole("button", { name: "Review the change" }).click();
  const review = page.getByRole("alertdialog", { name: "This will change" });
  await review.getByText("3,000").waitFor();
  await expectAccessible(page);
  await review.getByRole("button", { name: "Apply from now on" }).click();
  await row.getByText("3,000 points").waitFor();
  const versions = await portal.database.prisma.segmentVersion.findMany({
    where: { nameEn: "Gold" },
    orderBy: { id: "asc" },
  });
  expect(versions.map(({ rewardFactor }) => rewardFactor.toString())).toEqual(["1.5", "3"]);
});

test("the rules are changed after a review", async () => {
  const page = await portal.signedIn("programme_operator", PATH);
  await page.getByRole("button", { name: "Change the rules" }).click();
  const form = page.getByRole("dialog", { name: "Change the rules" });
  await form.getByLabel("Points are valid for").fill("12");
  await form.getByRole("button", { name: "Review the change" }).click();
  const review = page.getByRole("alertdialog", { name: "This will change" });
  await review.getByText("12 months").waitFor();
  await review.getByRole("button", { name: "Apply from now on" }).click();
  await page.getByText("The rules count from now on").waitFor();
  const programme = await portal.database.prisma.programme.findUniqueOrThrow({ where: { id: 1 } });
  expect(programme.pointsValidityMonths).toBe(12);
});

test("what was typed is not lost by closing without being asked", async () => {
  const page = await portal.signedIn("programme_operator", PATH);
  await page.getByRole("button", { name: "Change refunds and returns of One" }).click();
  const form = page.getByRole("dialog", { name: "Change refunds and returns of One" });
  await form.getByLabel("Refund within (days)").fill("30");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await form.getByRole("button", { name: "Apply from now on" }).click();
  await page.getByRole("row").filter({ hasText: "One" }).getByText("30 days").waitFor();
});

test("is for the programme's operators only", async () => {
  const page = await portal.signedIn("merchant_admin", PATH);
  await page.getByRole("heading", { name: "This page is not for your role" }).waitFor();
  await page.getByText("If you need it, ask the programme operator.").waitFor();
});
